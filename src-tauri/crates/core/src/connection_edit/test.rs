use std::sync::Arc;

use assay_api::{ClientSettings, settings_failure, test_connection};
use assay_model::{ConnectionCheck, ConnectionDraft, CoreEvent, FieldReason, Problem, ServiceCapabilities, address};

use super::drafts::{ConnectionDrafts, key_required_because, typed_key};
use crate::{
    calls,
    connections::{ConnectionStore, Keys, SampleConnection, ServiceClients},
    events::Events,
    stored_connection::{SAMPLE, StoredConnection},
};

pub(crate) struct ConnectionTests {
    pub connections: Arc<ConnectionStore>,
    pub drafts: Arc<ConnectionDrafts>,
    pub keys: Arc<Keys>,
    pub clients: Arc<ServiceClients>,
    pub sample: Arc<SampleConnection>,
    pub events: Events,
}

impl ConnectionTests {
    /// Tests a connection, typed or saved, step by step. Saves only the service's capabilities.
    /// Reports progress as `CoreEvent::ConnectionStep`.
    pub async fn connection_test(&self, draft: ConnectionDraft) -> Result<ConnectionCheck, Problem> {
        if draft.id.as_deref() == Some(SAMPLE) {
            self.sample.sample_open(()).await?;
        }
        let earlier = match &draft.id {
            Some(id) => Some(self.connections.find(id).await?),
            None => None,
        };
        // The sample workspace has a new URL each time.
        let typed = earlier.as_ref().filter(|earlier| earlier.is_sample()).map(|sample| sample.base_url.clone());
        let base = match address::base(&typed.unwrap_or(draft.base_url.clone()), draft.allow_insecure) {
            Ok(base) => base,
            Err(reason) => {
                return Ok(ConnectionCheck {
                    base_url: draft.base_url.trim().to_owned(),
                    steps: settings_failure(Problem::invalid("base_url", reason)),
                    generation: ServiceCapabilities::default(),
                });
            }
        };
        let base_url = address::base_text(&base);
        let drafted = self.drafts.network_of_draft(&draft, earlier.as_ref());
        let key = match (typed_key(&draft), &earlier) {
            (Some(key), _) => Ok(key),
            (None, earlier) => {
                match (key_required_because(earlier.as_ref(), Some(&base), drafted.as_ref().ok()), earlier) {
                    (None, Some(earlier)) => self.keys.saved_key(earlier).await,
                    (reason, _) => Err(Problem::invalid("key", reason.unwrap_or(FieldReason::Required))),
                }
            }
        };
        let drafted = drafted.map(|drafted| StoredConnection { base_url: base_url.clone(), ..drafted });
        if let (Ok(drafted), Ok(_)) = (&drafted, &key) {
            self.drafts.may_contact_all(drafted).await?;
        }
        let known = earlier.filter(|earlier| earlier.base_url == base_url);
        let generation = known.as_ref().map(|known| known.generation.clone()).unwrap_or_default();
        let settings = drafted
            .and_then(|drafted| drafted.client_settings())
            .map(|settings| ClientSettings { generation, ..settings });
        let number = calls::number();
        let tell = |step| self.events.send(&CoreEvent::ConnectionStep { number, step });
        let (steps, generation) = test_connection(&base, key, settings, &tell).await;
        if let Some(known) = known {
            self.clients.save_capabilities(&known.id, &generation).await;
        }
        Ok(ConnectionCheck { base_url, steps, generation })
    }
}
