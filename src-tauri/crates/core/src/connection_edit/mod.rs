//! Adds, changes, tests, and removes connections.

mod drafts;
mod remove;
mod replaced;
mod save;
mod test;
mod writer;

pub(crate) use drafts::ConnectionDrafts;
pub(crate) use remove::ConnectionRemovals;
pub(crate) use replaced::ReplacedServices;
pub(crate) use save::ConnectionSaves;
pub(crate) use test::ConnectionTests;
pub(crate) use writer::ConnectionWriter;
