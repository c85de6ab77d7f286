use std::{
    mem,
    sync::{Arc, Mutex},
};

use assay_model::{Problem, ProblemCode, Start};
use tokio::{
    task::JoinHandle,
    time::{Instant, timeout_at},
};

use crate::{
    background::BackgroundWork,
    connections::ConnectionStore,
    crash_reports::CrashReports,
    dispatch::Core,
    drafts::Drafts,
    events::Events,
    first_picture::{FirstPictures, TruePicture},
    host::{AppInfo, SettingsStore},
    lock::lock,
    preferences::PreferenceStore,
    updates::Updates,
};

/// What the window needs first.
pub(crate) struct Startup {
    pub background: BackgroundWork,
    pub info: Arc<dyn AppInfo>,
    pub settings: Arc<dyn SettingsStore>,
    pub events: Events,
    pub preferences: Arc<PreferenceStore>,
    pub drafts: Arc<Drafts>,
    pub connections: Arc<ConnectionStore>,
    pub crashes: Arc<CrashReports>,
    pub updates: Arc<Updates>,
    pub pictures: Arc<FirstPictures>,
    /// What was begun before the window asked.
    pub begun: Mutex<Begun>,
}

/// A start that is begun before the window asks for it.
#[derive(Default)]
pub(crate) enum Begun {
    #[default]
    NotYet,
    Running(JoinHandle<Result<Start, Problem>>),
    /// The window has it, or has asked first.
    Taken,
}

impl Startup {
    /// Returns everything for the first paint. The library opens in the background.
    pub async fn app_start(&self, (): ()) -> Result<Start, Problem> {
        let begun = mem::replace(&mut *lock(&self.begun), Begun::Taken);
        match begun {
            Begun::Running(begun) => {
                begun.await.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
            }
            Begun::NotYet | Begun::Taken => self.start().await,
        }
    }

    /// Begins [`Self::app_start`]: its next call returns what this finds.
    pub(crate) fn begin(&self, core: Arc<Core>) {
        let mut begun = lock(&self.begun);
        if matches!(&*begun, Begun::NotYet) {
            *begun = Begun::Running(tokio::spawn(async move { core.app.startup.start().await }));
        }
    }

    /// What was begun, if it has ended well by then.
    pub(crate) async fn begun_by(&self, until: Instant) -> Option<Start> {
        let taken = mem::replace(&mut *lock(&self.begun), Begun::Taken);
        let mut running = match taken {
            Begun::Running(running) => running,
            Begun::NotYet | Begun::Taken => {
                *lock(&self.begun) = taken;
                return None;
            }
        };
        if let Ok(start) = timeout_at(until, &mut running).await {
            return start.ok()?.ok();
        }
        *lock(&self.begun) = Begun::Running(running);
        None
    }

    /// The last picture, if it is still true and nothing else is to be told first.
    pub(crate) async fn true_picture(&self) -> Option<TruePicture> {
        if self.crashes.last_crash().await.is_some() { None } else { self.pictures.true_picture().await }
    }

    async fn start(&self) -> Result<Start, Problem> {
        self.events.drop_listeners();
        self.background.begin().await;
        Ok(Start {
            version: self.info.version(),
            platform: self.info.platform(),
            desktop: self.info.desktop(),
            number_locale: self.info.number_locale(),
            list_separator: self.info.list_separator(),
            preferences: self.preferences.read()?,
            drafts: self.drafts.all()?,
            connections: self.connections.connections_list(()).await?,
            settings_set_aside: self.settings.settings_set_aside(),
            link: self.events.take_link(),
            safe_mode: self.info.safe_mode(),
            crash: self.crashes.last_crash().await,
            update: self.updates.state(),
        })
    }
}
