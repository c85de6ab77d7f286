use assay_library::Library;
use assay_model::ServiceKey;

use crate::stored_connection::StoredConnection;

/// Assigns data of an imported library to the only connection with the same URL, unless it has data
/// here or a pending purge. Returns whether there was any.
pub(crate) fn adopt(
    library: &Library,
    connections: &[StoredConnection],
    unwanted: &[String],
) -> assay_library::Result<bool> {
    let known = library.scopes()?.into_iter().filter(|scope| !unwanted.contains(scope)).map(ServiceKey::from);
    let is_own = |scope: &ServiceKey| connections.iter().any(|saved| saved.scope() == *scope);
    let mut is_adopted = false;
    for orphan in known.filter(|scope| !is_own(scope)) {
        let base = orphan.parts().map(|(_, service)| service);
        let is_of_it = |saved: &&StoredConnection| base == Some(&saved.base_url) || base == Some(saved.service());
        let mut parents = connections.iter().filter(is_of_it);
        if let (Some(parent), None) = (parents.next(), parents.next()) {
            // Existing data stays.
            is_adopted |= library.scope(&orphan).rename(&parent.scope())?;
        }
    }
    Ok(is_adopted)
}
