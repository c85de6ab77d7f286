use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Problem, ServiceCapabilities};

/// The result of a connection test, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectionCheck {
    /// The base URL as it would be used.
    pub base_url: String,
    /// The steps in order.
    pub steps: Vec<CheckStep>,
    pub generation: ServiceCapabilities,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckStep {
    pub step: Step,
    pub outcome: StepOutcome,
    /// Its duration in milliseconds, if it waited for something.
    pub millis: Option<u32>,
    pub finding: Option<Finding>,
    pub problem: Option<Problem>,
}

/// The steps of a connection test, in order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The base URL, key, and network settings are valid.
    Settings,
    /// The proxy can be reached.
    Proxy,
    /// The host name resolves. Left to the proxy, if any.
    Name,
    /// The port accepts connections. Left to the proxy, if any.
    Connect,
    /// The connection is secure.
    Tls,
    /// The service is a supported one.
    Interface,
    /// The key is accepted.
    Key,
    /// The list of reports can be read.
    Reports,
    /// The list of projects can be read.
    Projects,
    /// Lists say whether there are more pages.
    Paging,
    /// Reports can be sorted by last check.
    Sorting,
    /// The service announces a rate limit.
    Throttle,
}

impl Step {
    /// All steps, in order.
    pub const ALL: [Self; 12] = [
        Self::Settings,
        Self::Proxy,
        Self::Name,
        Self::Connect,
        Self::Tls,
        Self::Interface,
        Self::Key,
        Self::Reports,
        Self::Projects,
        Self::Paging,
        Self::Sorting,
        Self::Throttle,
    ];
}

/// The outcome of a step of a connection test.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    Passed,
    /// Not offered by this service, or not needed; not an error.
    Absent,
    /// It failed: see the step's problem.
    Failed,
    /// Not tried after an earlier failure, or impossible to determine.
    Skipped,
}

/// The finding of a step of a connection test.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// The proxy, without its password.
    Proxy { address: String },
    /// The addresses of the host.
    Addresses {
        /// IP addresses, at most eight.
        addresses: Vec<String>,
    },
    /// The secure connection.
    Certificate {
        /// The certificate's issuer.
        issuer: String,
        /// Days until it expires.
        days_left: i32,
        /// The version of the protocol, such as `TLS 1.3`.
        protocol: String,
    },
    /// The number of items, if the service says so.
    Count {
        /// The number.
        #[ts(type = "number")]
        total: u64,
    },
    /// The announced rate limit.
    Throttle {
        /// Requests allowed, usually per minute.
        limit: u32,
        /// Requests left.
        remaining: Option<u32>,
    },
}

/// The rate limit that a service announces (`field-notes.md` 29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests allowed, usually per minute.
    pub limit: u32,
    /// Requests left.
    pub remaining: Option<u32>,
}
