use assay_model::{
    Deleted, Direction, ServiceCapabilities, NewReport, Page, Problem, ProblemCode, Report, ReportQuery, ReportRow,
    ReportSearchBy, ReportSort, ReportUpdate,
};

use crate::{
    Client,
    answer::Answer,
    call::{Call, Pairs, Verb},
    input,
    path::segment,
    read::{self, Listed, Seen},
};

impl Client {
    /// Returns a page of reports (`interface.md` §4.1), parsed as `field-notes.md` §1 and §2
    /// describe.
    pub async fn list_reports(&self, query: &ReportQuery) -> Result<Page<ReportRow>, Problem> {
        Ok(self.fetch_report_page(query).await?.1)
    }

    /// Returns a page with its unparsed response, for parsing full reports later.
    pub async fn list_reports_kept(&self, query: &ReportQuery) -> Result<(Page<ReportRow>, Whole), Problem> {
        let (answer, page) = self.fetch_report_page(query).await?;
        Ok((page, Whole(Box::new(answer))))
    }

    /// Returns a page of reports with their checks.
    pub async fn list_whole_reports(&self, query: &ReportQuery) -> Result<Page<Report>, Problem> {
        let (page, whole) = self.list_reports_kept(query).await?;
        let Page { rows: _, unreadable, number, total, offset, has_next, sort_ignored, filter_ignored } = page;
        let rows = whole.reports().await?;
        Ok(Page { rows, unreadable, number, total, offset, has_next, sort_ignored, filter_ignored })
    }

    /// Reads a page of reports.
    ///
    /// Services silently ignore unknown names. If the rows show that, or use the other name for the
    /// verdict, the other name is tried once, and what worked is saved.
    pub(crate) async fn fetch_report_page(&self, query: &ReportQuery) -> Result<(Answer, Page<ReportRow>), Problem> {
        let known = self.generation().says_score;
        let listed = self.listed(query, known).await?;
        let learned = self.generation().says_score;
        let is_named = query.result.is_some() || query.sort_by == Some(ReportSort::Result);
        // What stands under a name that the service does not know was silently ignored: ask again under its own.
        if is_named && learned != known { self.listed(query, learned).await } else { Ok(listed) }
    }

    async fn listed(&self, query: &ReportQuery, says_score: bool) -> Result<(Answer, Page<ReportRow>), Problem> {
        let answer = self.read(Call::list("reports", parameters(query, says_score))).await?;
        // What cannot be read without the checks is read, and shown, with all that came.
        let stripped = answer.stripped.as_deref().and_then(|body| read::reports(body, query).ok());
        let Listed { page, seen } = match stripped.filter(|listed| listed.page.unreadable.is_empty()) {
            Some(listed) => listed,
            None => read::reports(answer.body()?, query).map_err(|why| answer.unexpected(&why))?,
        };
        self.learn(|generation| teach(generation, &seen, query));
        Ok((answer, page))
    }

    /// Returns a report with its checks (`interface.md` §4.2). Fails with
    /// [`ProblemCode::OtherReport`] if the response is about another one.
    pub async fn read_report(&self, id: &str) -> Result<Report, Problem> {
        Ok(self.record(id).await?.1)
    }

    /// A report with its response.
    pub(crate) async fn record(&self, id: &str) -> Result<(Answer, Report), Problem> {
        let answer = self.read(Call::new(Verb::Read, path(id)?)).await?;
        let report = report(&answer)?;
        Ok((answer, report))
    }

    /// Creates a report (`interface.md` §4.3) and returns the response, which is not final: read
    /// the report again (`field-notes.md` 7, 17–19). If the outcome is unknown, use
    /// [`Client::find_created_report`].
    pub async fn create_report(&self, report: &NewReport) -> Result<Report, Problem> {
        let (form, password) = input::create(report)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Create, "reports") };
        self::report(&self.write(call).await?)
    }

    /// Changes or rechecks a report (`interface.md` §4.4) and returns the response, which is not
    /// final: read the report again (`field-notes.md` 7, 20). If the outcome is unknown, use
    /// [`Client::prove_update`].
    pub async fn update_report(&self, id: &str, update: &ReportUpdate) -> Result<Report, Problem> {
        let (form, password) = input::update(update)?;
        let call = Call { form: Some(form), password, ..Call::new(Verb::Update, path(id)?) };
        let answer = self.write(call).await?;
        let report = report(&answer)?;
        if report.row.id == id { Ok(report) } else { Err(answer.unexpected("it is about another report")) }
    }

    /// Deletes a report (`interface.md` §4.5). Succeeds only if the service confirms it in its own
    /// form (`field-notes.md` 24), or the report can no longer be found.
    pub async fn delete_report(&self, id: &str) -> Result<Deleted, Problem> {
        match self.delete(path(id)?, id).await {
            Err(lost) if lost.code == ProblemCode::OutcomeUnknown => self.prove_report_gone(id, lost).await,
            other => other,
        }
    }

    /// Sends a delete, which the response must confirm.
    pub(crate) async fn delete(&self, path: String, id: &str) -> Result<Deleted, Problem> {
        let answer = self.write(Call::new(Verb::Delete, path)).await?;
        read::deleted(answer.body()?, id).map_err(|why| answer.unexpected(&why))?;
        Ok(Deleted { id: id.to_owned(), answer_lost: None })
    }
}

/// Parses a report from a stored response, like a new one (`field-notes.md` §1).
pub fn read_answer(body: &[u8]) -> Result<Report, Problem> {
    read::report(body).map_err(|why| Problem::new(ProblemCode::UnsupportedService).with_detail(why))
}

/// A response with a page of reports, parsed only for lists.
pub struct Whole(Box<Answer>);

impl Whole {
    /// The reports that can be read, each with its checks, in the order of the service. Takes its time, off the async
    /// threads.
    pub async fn reports(self) -> Result<Vec<Report>, Problem> {
        let Self(answer) = self;
        let read = move || read::whole_reports(answer.body()?).map_err(|why| answer.unexpected(&why));
        let read = tokio::task::spawn_blocking(read).await;
        read.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
    }
}

fn path(id: &str) -> Result<String, Problem> {
    Ok(format!("reports/{}", segment("id", id)?))
}

fn report(answer: &Answer) -> Result<Report, Problem> {
    read::report(answer.body()?).map_err(|why| answer.unexpected(&why))
}

/// Adds what a page shows of its service to what is known.
fn teach(generation: &mut ServiceCapabilities, seen: &Seen, query: &ReportQuery) {
    generation.rating = seen.rating.or(generation.rating);
    generation.says_score = seen.says_score.unwrap_or(generation.says_score);
    generation.paging = Some(seen.paging);
    if let (Some(sort_by), Some(sorted)) = (query.sort_by, seen.sorted) {
        generation.sorts.insert(sort_by, sorted);
    }
}

/// Only what the user set, and the page size (`field-notes.md` 11, 15, §6). Later services have another name for the
/// verdict (`field-notes.md` 3).
fn parameters(query: &ReportQuery, says_score: bool) -> Pairs {
    let ReportQuery { search, search_by, project, result, sort_by, sort, per_page, page } = query;
    let verdict = if says_score { "score" } else { "result" };
    let mut pairs = Vec::new();
    let text = |text: &Option<String>| text.clone().filter(|text| !text.is_empty());
    pairs.extend(text(search).map(|search| ("search", search)));
    pairs.extend(search_by.map(|ReportSearchBy::Url| ("search_by", "url".into())));
    pairs.extend(text(project).map(|project| ("project", project)));
    pairs.extend(result.map(|result| (verdict, result.word().into())));
    pairs.extend(sort_by.map(|sort_by| {
        let name = match sort_by {
            ReportSort::Id => "id",
            ReportSort::GeneratedAt => "generated_at",
            ReportSort::Url => "url",
            ReportSort::Result => verdict,
        };
        ("sort_by", name.into())
    }));
    pairs.extend(sort.map(direction));
    pairs.push(("per_page", u16::from(*per_page).to_string()));
    pairs.extend(page.filter(|page| *page > 1).map(|page| ("page", page.to_string())));
    pairs
}

pub(crate) fn direction(direction: Direction) -> (&'static str, String) {
    let name = match direction {
        Direction::Asc => "asc",
        Direction::Desc => "desc",
    };
    ("sort", name.into())
}
