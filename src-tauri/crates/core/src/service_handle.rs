use assay_api::Client;
use assay_model::ServiceKey;

/// A connection's service: its client, and its name in the library.
#[derive(Clone)]
pub(crate) struct ServiceHandle {
    pub client: Client,
    pub scope: ServiceKey,
}
