use std::{cmp::Reverse, sync::Arc};

use assay_model::Connection;
use assay_secrets::Secrets;
use url::Url;

use crate::{redact::redact, stored_connection::SAMPLE};

/// Redacts texts that may name connections or hold secrets.
#[derive(Clone)]
pub(crate) struct Redactor {
    pub secrets: Arc<Secrets>,
}

impl Redactor {
    /// Redacts a text as [`redact`] does, and removes known secrets and the names and hosts of
    /// connections.
    pub(crate) fn redact(&self, text: &str, connections: &[Connection]) -> String {
        redact(&self.without_names(text, connections), &hosts_of(connections))
    }

    /// Removes known secrets and the names of connections, unless they are part of other words.
    pub(crate) fn without_names(&self, text: &str, connections: &[Connection]) -> String {
        const SHORTEST: usize = 4;
        let mut names: Vec<&str> = connections.iter().flat_map(|known| [&*known.name, &*known.id]).collect();
        names.retain(|name| name.len() >= SHORTEST && *name != SAMPLE);
        names.sort_by_key(|name| Reverse(name.len()));
        names.into_iter().fold(self.secrets.redact(text), |text, name| text.replace(name, "<connection>"))
    }
}

pub(crate) fn hosts_of(connections: &[Connection]) -> Vec<String> {
    let host = |connection: &Connection| Url::parse(&connection.base_url).ok()?.host_str().map(str::to_owned);
    connections.iter().filter_map(host).collect()
}
