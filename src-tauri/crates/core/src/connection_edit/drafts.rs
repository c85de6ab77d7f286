use std::sync::Arc;

use assay_api::Client;
use assay_model::{
    ConnectionDraft, FieldProblem, FieldReason, Network, NetworkDraft, Problem, ProblemCode, Secret, address,
};
use url::Url;
use uuid::Uuid;

use crate::{
    certificates::{CertificateFiles, OwnCertificates},
    connections::ConnectionStore,
    contact::AllowedHosts,
    stored_connection::StoredConnection,
};

/// In characters.
const MAX_NAME_LENGTH: usize = 100;

/// Reads what the user entered for a connection.
pub(crate) struct ConnectionDrafts {
    pub connections: Arc<ConnectionStore>,
    pub certificates: Arc<CertificateFiles>,
    pub contacts: Arc<AllowedHosts>,
}

impl ConnectionDrafts {
    /// Converts a draft, with the saved capabilities of the service. Fails with all invalid fields.
    pub(super) fn connection_from_draft(
        &self,
        draft: &ConnectionDraft,
        earlier: Option<&StoredConnection>,
    ) -> Result<StoredConnection, Problem> {
        let name = draft.name.trim();
        let base = address::base(&draft.base_url, draft.allow_insecure);
        let mut fields = Vec::new();
        let mut wrong = |field: &str, reason| fields.push(FieldProblem { field: field.to_owned(), reason });
        if name.is_empty() {
            wrong("name", FieldReason::Required);
        } else if name.chars().count() > MAX_NAME_LENGTH {
            wrong("name", FieldReason::TooLong { limit: 100 });
        }
        if let Err(reason) = &base {
            wrong("base_url", reason.clone());
        }
        let drafted = self.network_of_draft(draft, earlier);
        let key = typed_key(draft);
        if key.is_none()
            && let Some(reason) = key_required_because(earlier, base.as_ref().ok(), drafted.as_ref().ok())
        {
            wrong("key", reason);
        }
        let drafted = drafted.and_then(|drafted| drafted.client_settings().map(|settings| (drafted, settings)));
        if let Err(problem) = &drafted {
            fields.extend(problem.fields.iter().cloned());
        }
        let (Ok(base), Ok((drafted, settings)), true) = (base, drafted, fields.is_empty()) else {
            return Err(Problem { fields, ..Problem::new(ProblemCode::InvalidInput) });
        };
        // Without a typed key, any other shows what else is invalid.
        Client::new(&base, key.clone().unwrap_or_else(|| Secret::from("-")), settings)?;
        Ok(StoredConnection {
            name: name.to_owned(),
            base_url: address::base_text(&base),
            key_place: match (&key, earlier) {
                (None, Some(earlier)) => earlier.key_place,
                _ => draft.key_place,
            },
            ..drafted
        })
    }

    /// The existing connection with the network settings of a draft.
    pub(super) fn network_of_draft(
        &self,
        draft: &ConnectionDraft,
        earlier: Option<&StoredConnection>,
    ) -> Result<StoredConnection, Problem> {
        let kept = earlier.and_then(|earlier| earlier.certificates.as_ref());
        let certificates = self.certificates.resolve(draft.network.certificates, kept)?;
        let NetworkDraft { proxy, certificates: _, connect_seconds, read_seconds, write_seconds } =
            draft.network.clone();
        let shown = certificates.as_ref().map(OwnCertificates::to_view);
        let network = Network { proxy, certificates: shown, connect_seconds, read_seconds, write_seconds };
        let unsaved = || StoredConnection {
            id: Uuid::new_v4().to_string(),
            key_place: draft.key_place,
            ..StoredConnection::default()
        };
        let saved = earlier.cloned().unwrap_or_else(unsaved);
        Ok(StoredConnection { allow_insecure: draft.allow_insecure, network, certificates, ..saved })
    }

    /// Asks the user before the first contact with a connection's hosts.
    pub(super) async fn may_contact_all(&self, saved: &StoredConnection) -> Result<(), Problem> {
        for url in saved.destinations() {
            self.contacts.may_contact(&url).await?;
        }
        Ok(())
    }

    /// The connection that a draft changes; `None` for a new one. Fails for the sample workspace.
    pub(super) async fn existing_connection(
        &self,
        draft: &ConnectionDraft,
    ) -> Result<Option<StoredConnection>, Problem> {
        let Some(id) = &draft.id else { return Ok(None) };
        let saved = self.connections.find(id).await?;
        if saved.is_sample() { Err(Problem::new(ProblemCode::ConnectionUnknown)) } else { Ok(Some(saved)) }
    }
}

pub(super) fn typed_key(draft: &ConnectionDraft) -> Option<Secret> {
    let key = draft.key.as_ref()?.expose().trim();
    (!key.is_empty()).then(|| Secret::from(key))
}

/// Why the key must be entered again. A saved key goes only to its origin over its saved network:
/// another proxy or certificate could expose it.
pub(super) fn key_required_because(
    earlier: Option<&StoredConnection>,
    base: Option<&Url>,
    drafted: Option<&StoredConnection>,
) -> Option<FieldReason> {
    let Some(earlier) = earlier else { return Some(FieldReason::Required) };
    let saved_for = Url::parse(&earlier.base_url).ok();
    match (saved_for, base) {
        (Some(saved_for), Some(base)) if !address::same_origin(&saved_for, base) => Some(FieldReason::OtherOrigin),
        _ if drafted.is_some_and(|drafted| !earlier.has_same_network(drafted)) => Some(FieldReason::OtherWay),
        _ => None,
    }
}
