use std::sync::Arc;

use assay_model::{Problem, Start};

use crate::{
    background::BackgroundWork,
    connections::ConnectionStore,
    crash_reports::CrashReports,
    drafts::Drafts,
    events::Events,
    host::{AppInfo, SettingsStore},
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
}

impl Startup {
    /// Returns everything for the first paint. The library opens in the background.
    pub async fn app_start(&self, (): ()) -> Result<Start, Problem> {
        self.events.drop_listeners();
        self.background.begin().await;
        Ok(Start {
            version: self.info.version(),
            platform: self.info.platform(),
            desktop: self.info.desktop(),
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
