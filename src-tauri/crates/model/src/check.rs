use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{ServiceCapabilities, Problem};

/// What a connection check found, step by step.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct ConnectionCheck {
    /// The base address as it would be used.
    pub base_url: String,
    /// The steps in their order.
    pub steps: Vec<CheckStep>,
    /// What the service was seen to do.
    pub generation: ServiceCapabilities,
}

/// One step of a connection check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CheckStep {
    /// Which step.
    pub step: Step,
    /// How it ended.
    pub outcome: StepOutcome,
    /// How long it took, in milliseconds, where something was waited for.
    pub millis: Option<u32>,
    /// What it found.
    pub finding: Option<Finding>,
    /// Why it failed.
    pub problem: Option<Problem>,
}

/// The steps of a connection check, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Step {
    /// The base address, the key and the network settings can be used.
    Settings,
    /// Which proxy is used, and whether it can be reached.
    Proxy,
    /// The name leads to a computer. Left to the proxy where there is one.
    Name,
    /// Something listens there. Left to the proxy where there is one.
    Connect,
    /// The connection is secure.
    Tls,
    /// What answers speaks this interface.
    Interface,
    /// The key is accepted.
    Key,
    /// The list of reports can be read.
    Reports,
    /// The list of projects can be read.
    Projects,
    /// Lists say whether there are more pages.
    Paging,
    /// Reports can be sorted by the date on which they were generated.
    Sorting,
    /// The service announces how many requests it allows.
    Throttle,
}

/// How a step of a connection check ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum StepOutcome {
    /// As it should be.
    Passed,
    /// Not offered by this service, or not needed: no trouble, but good to know.
    Absent,
    /// It failed: see the step's problem.
    Failed,
    /// Not tried, since an earlier step failed, or not to be told from what the service has.
    Skipped,
}

/// What a step of a connection check found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Finding {
    /// The proxy, without its password.
    Proxy {
        /// Its address.
        address: String,
    },
    /// Where the name leads.
    Addresses {
        /// The network addresses, at most eight.
        addresses: Vec<String>,
    },
    /// The secure connection.
    Certificate {
        /// Who vouches for it.
        issuer: String,
        /// Days until it runs out.
        days_left: i32,
        /// The version of the protocol, such as `TLS 1.3`.
        protocol: String,
    },
    /// How many there are, where the service says.
    Count {
        /// The number.
        #[ts(type = "number")]
        total: u64,
    },
    /// The announced throttle.
    Throttle {
        /// Requests allowed, usually a minute.
        limit: u32,
        /// Requests left.
        remaining: Option<u32>,
    },
}

/// The throttle that a service announces (`field-notes.md` 29).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RateLimit {
    /// Requests allowed, usually a minute.
    pub limit: u32,
    /// Requests left.
    pub remaining: Option<u32>,
}
