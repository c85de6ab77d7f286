//! Reads what the window needs first before it asks, while it is being made.

use std::{sync::Arc, time::Duration};

use assay_model::{
    Density, FirstAnswer, FirstCall, FirstRead, Problem, ProblemCode, ShownTheme, StartData, TextDirection, Theme,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::{
    sync::{mpsc, oneshot},
    time::{Instant, timeout_at},
};

use crate::{
    dispatch::Core,
    first_picture::{Drawing, TruePicture},
};

/// What is being read for the window’s first page.
pub struct ReadAhead {
    core: Arc<Core>,
    picture: oneshot::Receiver<Option<ShownPicture>>,
    answers: mpsc::UnboundedReceiver<FirstAnswer>,
}

/// What the first page holds beside its scripts.
pub struct FirstPage {
    /// The last picture, if it is still true.
    pub picture: Option<ShownPicture>,
    /// What was read for the page’s scripts.
    pub data: StartData,
}

/// The last picture, and how the page shows it.
pub struct ShownPicture {
    /// A BCP 47 tag.
    pub language: String,
    /// The direction of the language.
    pub direction: TextDirection,
    /// The user’s theme; `None` for the system’s.
    pub theme: Option<ShownTheme>,
    /// The row height of lists.
    pub density: Density,
    /// The page’s part.
    pub drawing: Drawing,
}

impl Core {
    /// Begins to read what the window needs first. Needs a Tokio runtime.
    #[must_use]
    pub fn read_ahead(self: &Arc<Self>) -> ReadAhead {
        let (show, picture) = oneshot::channel();
        let (answer, answers) = mpsc::unbounded_channel();
        let core = Arc::clone(self);
        tokio::spawn(async move {
            // Before anything that the start itself changes.
            let kept = core.app.startup.true_picture().await;
            core.app.startup.begin(Arc::clone(&core));
            let (reads, picture) = kept.map(TruePicture::into_parts).unwrap_or_default();
            // The page may be gone already.
            let _ = show.send(picture);
            let syncs = FirstRead { call: FirstCall::SyncsList, request: Value::Null };
            for read in std::iter::once(syncs).chain(reads) {
                match core.answer(&read).await {
                    Ok(found) => drop(answer.send(found)),
                    Err(problem) => tracing::info!(%problem, "not read ahead"),
                }
            }
        });
        ReadAhead { core: Arc::clone(self), picture, answers }
    }

    async fn answer(&self, read: &FirstRead) -> Result<FirstAnswer, Problem> {
        macro_rules! ask {
            ($name:ident) => {
                write(self.$name(parse(&read.request)?).await?)?
            };
        }
        let answer = match read.call {
            FirstCall::AppStart => ask!(app_start),
            FirstCall::ConnectionsList => ask!(connections_list),
            FirstCall::SyncsList => ask!(syncs_list),
            FirstCall::LibraryList => ask!(library_list),
            FirstCall::LibraryCounts => ask!(library_counts),
            FirstCall::LibraryProjects => ask!(library_projects),
            FirstCall::LibraryReport => ask!(library_report),
            FirstCall::LibraryTrends => ask!(library_trends),
            FirstCall::ProjectSummaries => ask!(project_summaries),
            FirstCall::ReportHistory => ask!(report_history),
            FirstCall::CheckNames => ask!(check_names),
            FirstCall::ChangesCount => ask!(changes_count),
            FirstCall::MomentsCompare => ask!(moments_compare),
            FirstCall::FixList => ask!(fix_list),
            FirstCall::OverviewRead => ask!(overview_read),
            FirstCall::BatchesList => ask!(batches_list),
            FirstCall::SitemapGaps => ask!(sitemap_gaps),
        };
        Ok(FirstAnswer { call: read.call, request: read.request.clone(), answer })
    }
}

impl ReadAhead {
    /// What is there after at most this long. The page asks for the rest itself.
    pub async fn page(mut self, patience: Duration) -> FirstPage {
        let until = Instant::now() + patience;
        let picture = timeout_at(until, self.picture).await.ok().and_then(Result::ok).flatten();
        let mut answers = Vec::new();
        while let Ok(Some(answer)) = timeout_at(until, self.answers.recv()).await {
            answers.push(answer);
        }
        if let Some(start) = self.core.app.startup.begun_by(until).await
            && let Ok(answer) = write(start)
        {
            answers.push(FirstAnswer { call: FirstCall::AppStart, request: Value::Null, answer });
        }
        FirstPage { picture, data: StartData { answers } }
    }
}

impl TruePicture {
    fn into_parts(self) -> (Vec<FirstRead>, Option<ShownPicture>) {
        let Self { picture, drawing, preferences } = self;
        let theme = (preferences.theme != Theme::System).then_some(picture.look.theme);
        let (language, direction) = (picture.look.language, picture.look.direction);
        // Both are read in any case.
        let is_own = |read: &FirstRead| !matches!(read.call, FirstCall::AppStart | FirstCall::SyncsList);
        let reads = picture.reads.into_iter().filter(is_own).collect();
        (reads, Some(ShownPicture { language, direction, theme, density: preferences.density, drawing }))
    }
}

fn parse<T: DeserializeOwned>(request: &Value) -> Result<T, Problem> {
    serde_json::from_value(request.clone())
        .map_err(|error| Problem::new(ProblemCode::InvalidInput).with_detail(error.to_string()))
}

fn write(answer: impl Serialize) -> Result<Value, Problem> {
    serde_json::to_value(answer).map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))
}
