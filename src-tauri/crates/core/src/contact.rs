//! Questions outside the window, and limits on manual actions: a compromised webview can't answer
//! for the user.

use std::sync::Arc;

use assay_model::{Problem, ProblemCode, address};
use url::Url;

use crate::{
    connections::ConnectionStore,
    host::{Dialogs, Question, SettingsStore},
    minute_limit::MinuteLimit,
    preferences::PreferenceStore,
    stored_connection::StoredConnection,
};

/// The setting with the hosts that the user allowed.
const SETTING: &str = "hosts";

const MAX_HOSTS: usize = 1000;

/// The hosts that the user allowed.
pub(crate) struct AllowedHosts {
    settings: Arc<dyn SettingsStore>,
    dialogs: Arc<dyn Dialogs>,
    preferences: Arc<PreferenceStore>,
    connections: Arc<ConnectionStore>,
    /// The hosts allowed in this session; locked while the user is asked.
    turn: tokio::sync::Mutex<Vec<String>>,
    questions: MinuteLimit,
}

impl AllowedHosts {
    pub(crate) fn new(
        settings: Arc<dyn SettingsStore>,
        dialogs: Arc<dyn Dialogs>,
        preferences: Arc<PreferenceStore>,
        connections: Arc<ConnectionStore>,
    ) -> Self {
        let (turn, questions) = (tokio::sync::Mutex::default(), MinuteLimit::per_minute(10));
        Self { settings, dialogs, preferences, connections, turn, questions }
    }

    /// Asks the user before the first contact with a host, unless it is this computer, a
    /// connection's host, or already allowed.
    ///
    /// Fails with [`ProblemCode::Canceled`] if the user declines.
    pub(crate) async fn may_contact(&self, url: &Url) -> Result<(), Problem> {
        let Some(host) = url.host_str().filter(|_| !address::is_loopback(url)) else { return Ok(()) };
        let mut agreed = self.turn.lock().await;
        let is_known = |hosts: &[String]| hosts.iter().any(|known| known == host);
        if is_known(&agreed) || is_known(&self.agreed_hosts()) || self.is_of_a_connection(host).await? {
            return Ok(());
        }
        self.ask(Question::Contact { host: host.to_owned() }).await?;
        agreed.push(host.to_owned());
        let mut kept = self.agreed_hosts();
        kept.push(host.to_owned());
        kept.drain(..kept.len().saturating_sub(MAX_HOSTS));
        // If it can't be saved, the user is asked again in the next session.
        if let Err(problem) = self.settings.write_setting(SETTING, kept.into()) {
            tracing::warn!(%problem, "couldn't save an allowed host");
        }
        Ok(())
    }

    /// Asks the user outside the window. Fails with [`ProblemCode::Canceled`] if the user
    /// declines.
    pub(crate) async fn ask(&self, question: Question) -> Result<(), Problem> {
        self.questions.count()?;
        let language = self.preferences.read()?.language;
        if self.dialogs.ask(question, language).await { Ok(()) } else { Err(Problem::new(ProblemCode::Canceled)) }
    }

    fn agreed_hosts(&self) -> Vec<String> {
        let kept = self.settings.read_setting(SETTING).ok().flatten();
        kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default()
    }

    async fn is_of_a_connection(&self, host: &str) -> Result<bool, Problem> {
        let connections = self.connections.all().await?;
        Ok(connections
            .iter()
            .flatten()
            .flat_map(StoredConnection::destinations)
            .any(|url| url.host_str() == Some(host)))
    }
}
