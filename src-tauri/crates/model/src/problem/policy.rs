//! What a problem's code says about the request, for every code in one place.

use serde::Serialize;
use ts_rs::TS;

use super::ProblemCode;

struct FailurePolicy {
    stage: FailureStage,
    repeat: Repeat,
    concern: Concern,
    link: Option<ServiceLink>,
}

/// How far a request came.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FailureStage {
    /// No connection was tried.
    Before,
    /// No connection was made.
    Network,
    /// The proxy failed.
    Proxy,
    /// There was no secure connection.
    Tls,
    Sent,
    /// Unknown: something other than the request failed, before or after it.
    Apart,
}

/// Whether a repeated request can succeed without the user.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Repeat {
    /// It fails again.
    Never,
    /// After minutes.
    Later,
    /// On another network, or after minutes: a network's sign-in page has another certificate.
    NewNetwork,
    /// After seconds.
    Soon,
    /// At the time that the service names, if it does.
    WhenTold,
    /// When the rate limit allows it.
    WhenAllowed,
}

/// Which requests fail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Concern {
    /// Only this request.
    Request,
    /// This one by its response; several in a row mean that the service fails.
    Response,
    /// Those that need something of this computer. The details name nothing of the service or the
    /// user.
    Computer,
    /// All of the connection, or of the app.
    All,
}

/// What a response or failure says about a connection.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ServiceLink {
    /// The service responds.
    Connected,
    /// The service can't be used at this time.
    Offline,
    /// The service rejects the key, or there is none.
    KeyRefused,
}

impl ProblemCode {
    /// How far the request came.
    #[must_use]
    pub const fn stage(self) -> FailureStage {
        self.policy().stage
    }

    /// Whether the request surely didn't reach the service.
    #[must_use]
    pub const fn is_unsent(self) -> bool {
        match self.stage() {
            FailureStage::Before | FailureStage::Network | FailureStage::Proxy | FailureStage::Tls => true,
            FailureStage::Sent | FailureStage::Apart => false,
        }
    }

    /// Whether a repeated request can succeed without the user. A write that may have been sent
    /// must not be repeated anyway.
    #[must_use]
    pub const fn repeat(self) -> Repeat {
        self.policy().repeat
    }

    /// Whether the failure passes without the user.
    #[must_use]
    pub const fn is_transient(self) -> bool {
        !matches!(self.repeat(), Repeat::Never)
    }

    /// Whether the failure passes without the user, on the same network.
    #[must_use]
    pub const fn passes_here(self) -> bool {
        match self.repeat() {
            Repeat::Never | Repeat::NewNetwork => false,
            Repeat::Later | Repeat::Soon | Repeat::WhenTold | Repeat::WhenAllowed => true,
        }
    }

    /// Which requests fail.
    #[must_use]
    pub const fn concern(self) -> Concern {
        self.policy().concern
    }

    /// Whether something of this computer failed; the details name nothing of the service or the
    /// user.
    #[must_use]
    pub const fn is_local(self) -> bool {
        matches!(self.concern(), Concern::Computer)
    }

    /// What the failure says about the connection; `None` for nothing.
    #[must_use]
    pub const fn link(self) -> Option<ServiceLink> {
        self.policy().link
    }
}

/// A new code doesn't compile until it is here.
macro_rules! policies {
    ($($($code:ident)|+ => ($stage:ident, $repeat:ident, $concern:ident, $link:expr),)+) => {
        impl ProblemCode {
            /// Every code.
            pub const ALL: &'static [Self] = &[$($(Self::$code),+),+];

            const fn policy(self) -> FailurePolicy {
                match self {
                    $($(Self::$code)|+ => FailurePolicy {
                        stage: FailureStage::$stage,
                        repeat: Repeat::$repeat,
                        concern: Concern::$concern,
                        link: $link,
                    },)+
                }
            }
        }
    };
}

const CONNECTED: Option<ServiceLink> = Some(ServiceLink::Connected);
const OFFLINE: Option<ServiceLink> = Some(ServiceLink::Offline);
const KEY_REFUSED: Option<ServiceLink> = Some(ServiceLink::KeyRefused);

policies! {
    InvalidInput | CopyFailed => (Before, Never, Request, CONNECTED),
    CaFileUnusable => (Before, Never, All, OFFLINE),
    KeyMissing => (Before, Never, All, KEY_REFUSED),
    Canceled => (Before, Never, All, None),
    Offline | NameNotFound => (Network, Later, All, OFFLINE),
    ConnectionRefused | ConnectTimedOut | Unreachable => (Network, Soon, All, OFFLINE),
    ProxyFailed => (Proxy, Soon, All, OFFLINE),
    Untrusted | CertificateExpired | CertificateName => (Tls, NewNetwork, All, OFFLINE),
    TlsFailed | HttpsNotSpoken => (Tls, Later, All, OFFLINE),
    TimedOut | ResponseTruncated => (Sent, Soon, All, OFFLINE),
    Maintenance => (Sent, WhenTold, All, OFFLINE),
    Throttled => (Sent, WhenAllowed, All, CONNECTED),
    KeyRefused => (Sent, Never, All, KEY_REFUSED),
    QuotaUsed | Redirected | TooManyRows => (Sent, Never, All, CONNECTED),
    RefusedInput | Forbidden | NotFound | NotApplied => (Sent, Never, Request, CONNECTED),
    ServiceFault => (Sent, Soon, Response, CONNECTED),
    OutcomeUnknown | NotDone | UnsupportedService | OtherReport | ResponseTooLarge => (Sent, Never, Response, CONNECTED),
    SampleFailed => (Apart, Never, Computer, OFFLINE),
    KeychainLocked | KeychainMissing | KeychainFailed => (Apart, Never, Computer, CONNECTED),
    StorageFailed | LibraryFailed | JournalFailed | DiskFull => (Apart, Never, Computer, CONNECTED),
    ClipboardFailed | PrintFailed => (Apart, Never, Computer, CONNECTED),
    ConnectionUnknown | ServiceUnclear | TooOften | SafeMode | Internal => (Apart, Never, All, CONNECTED),
    LibraryLimit | NotInLibrary | SlowPattern | NotALibrary | FileFailed => (Apart, Never, All, CONNECTED),
    BatchUnknown | BatchNotReady | OpenElsewhere => (Apart, Never, All, CONNECTED),
    UpdateFailed | UpdateUntrusted | UpdateNotPermitted => (Apart, Never, All, CONNECTED),
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::{super::ProblemCode as Code, Concern, FailureStage, Repeat, ServiceLink};

    /// The codes for which this holds, and no others.
    fn assert_only(codes: &[Code], holds: impl Fn(Code) -> bool) {
        for code in Code::ALL {
            assert_eq!(holds(*code), codes.contains(code), "{code:?}");
        }
    }

    const TLS: [Code; 5] =
        [Code::Untrusted, Code::CertificateExpired, Code::CertificateName, Code::TlsFailed, Code::HttpsNotSpoken];

    const NO_CONNECTION: [Code; 6] = [
        Code::Offline,
        Code::NameNotFound,
        Code::ConnectionRefused,
        Code::ConnectTimedOut,
        Code::Unreachable,
        Code::ProxyFailed,
    ];

    #[test]
    fn every_code_has_one_policy() {
        let codes: HashSet<_> = Code::ALL.iter().collect();
        assert_eq!(codes.len(), Code::ALL.len());
    }

    #[test]
    fn only_what_failed_before_a_connection_was_surely_not_sent() {
        let before = [Code::InvalidInput, Code::CopyFailed, Code::CaFileUnusable, Code::KeyMissing, Code::Canceled];
        assert_only(&[&before[..], &NO_CONNECTION, &TLS].concat(), Code::is_unsent);
        assert_only(&TLS, |code| code.stage() == FailureStage::Tls);
        assert_only(&[Code::ProxyFailed], |code| code.stage() == FailureStage::Proxy);
    }

    #[test]
    fn what_passes_is_known_and_how_soon() {
        let soon = [
            Code::ConnectionRefused,
            Code::Unreachable,
            Code::ConnectTimedOut,
            Code::ProxyFailed,
            Code::TimedOut,
            Code::ResponseTruncated,
            Code::ServiceFault,
        ];
        assert_only(&soon, |code| code.repeat() == Repeat::Soon);
        assert_only(&[Code::Throttled], |code| code.repeat() == Repeat::WhenAllowed);
        assert_only(&[Code::Maintenance], |code| code.repeat() == Repeat::WhenTold);
        let later = [Code::Offline, Code::NameNotFound, Code::Throttled, Code::Maintenance];
        assert_only(&[&soon[..], &later, &TLS].concat(), Code::is_transient);
        assert_only(&[&soon[..], &later, &[Code::TlsFailed, Code::HttpsNotSpoken]].concat(), Code::passes_here);
    }

    #[test]
    fn a_write_that_may_have_been_sent_is_not_repeated() {
        assert_only(&[Code::ConnectionRefused, Code::Unreachable, Code::ConnectTimedOut, Code::ProxyFailed], |code| {
            code.is_unsent() && code.repeat() == Repeat::Soon
        });
        assert!(!Code::OutcomeUnknown.is_unsent() && !Code::OutcomeUnknown.is_transient());
    }

    #[test]
    fn a_failure_concerns_one_request_the_computer_or_all() {
        let request = [
            Code::InvalidInput,
            Code::RefusedInput,
            Code::Forbidden,
            Code::NotFound,
            Code::NotApplied,
            Code::CopyFailed,
        ];
        assert_only(&request, |code| code.concern() == Concern::Request);
        let response = [
            Code::ServiceFault,
            Code::UnsupportedService,
            Code::OtherReport,
            Code::ResponseTooLarge,
            Code::OutcomeUnknown,
            Code::NotDone,
        ];
        assert_only(&response, |code| code.concern() == Concern::Response);
        let keychain = [Code::KeychainLocked, Code::KeychainMissing, Code::KeychainFailed];
        let disk = [
            Code::StorageFailed,
            Code::LibraryFailed,
            Code::JournalFailed,
            Code::DiskFull,
            Code::ClipboardFailed,
            Code::PrintFailed,
            Code::SampleFailed,
        ];
        assert_only(&[&keychain[..], &disk].concat(), Code::is_local);
    }

    #[test]
    fn a_connection_is_offline_without_its_key_or_connected() {
        let offline =
            [Code::CaFileUnusable, Code::TimedOut, Code::ResponseTruncated, Code::Maintenance, Code::SampleFailed];
        assert_only(&[&offline[..], &NO_CONNECTION, &TLS].concat(), |code| code.link() == Some(ServiceLink::Offline));
        assert_only(&[Code::KeyRefused, Code::KeyMissing], |code| code.link() == Some(ServiceLink::KeyRefused));
        assert_only(&[Code::Canceled], |code| code.link().is_none());
    }
}
