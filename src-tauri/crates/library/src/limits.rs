//! Limits per connection, so that none fills the library.

/// Per connection, including removed data.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limits {
    pub reports: u32,
    pub projects: u32,
    /// Names of checks.
    pub names: u32,
    /// Bytes of the URLs of reports, which are all in memory.
    pub address_bytes: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Self { reports: 1_000_000, projects: 1_000_000, names: 20_000, address_bytes: 200_000_000 }
    }
}
