//! The client of the service's HTTP interface: strict in requests (`interface.md`, `field-notes.md`
//! §6), tolerant in parsing (`field-notes.md` §1–5). Also fetches public files over the same
//! routes.

mod authorities;
mod call;
mod client;
mod client_settings;
mod clock;
mod connection_test;
mod failure;
#[cfg(fuzzing)]
pub mod fuzz;
mod input;
mod path;
mod pre_send_hook;
mod private_network;
mod projects;
mod proof;
mod public_fetcher;
mod rate_limiter;
mod read;
mod redact;
mod reports;
mod response;
mod strip_checks;
mod transport;

pub use authorities::Authorities;
pub use client::Client;
pub use client_settings::{ClientSettings, Limits};
pub use clock::{Clock, Since};
pub use connection_test::{OnStep, settings_failure, test_connection};
pub use pre_send_hook::PreSendHook;
pub use private_network::{LookupFuture, NameResolver, SystemResolver};
pub use public_fetcher::{Download, PublicFetcher};
pub use rate_limiter::{CallContext, Wait};
pub use reports::{UnparsedPage, parse_stored_report};
