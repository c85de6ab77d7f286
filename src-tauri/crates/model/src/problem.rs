mod policy;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

pub use policy::{Concern, FailureStage, Repeat, ServiceLink};

/// Why a call failed. The UI words it: no decision depends on a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{code:?}{}{}", said.as_ref().map(|said| format!(": {}", in_one_line(said))).unwrap_or_default(), detail.as_ref().map(|detail| format!(" ({})", in_one_line(detail))).unwrap_or_default())]
pub struct Problem {
    pub code: ProblemCode,
    /// The service's message, in its own language (`field-notes.md` 30).
    pub said: Option<Box<str>>,
    pub fields: Vec<FieldProblem>,
    /// Seconds until a retry makes sense, if the service says so (`field-notes.md` 29, 31).
    #[ts(type = "number | null")]
    pub retry_after: Option<u64>,
    /// The HTTP status, if there was a response.
    pub status: Option<u16>,
    /// Technical details to show and copy: never a key or a password.
    pub detail: Option<Box<str>>,
    /// When a write with an unknown outcome was started, by this computer's clock.
    #[ts(type = "string | null")]
    pub tried_at: Option<Timestamp>,
    /// The scheme and host that the service redirects to, if they aren't its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub moved_to: Option<Box<str>>,
}

/// The kinds of problems. Each is worded or handled differently by the UI.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The request was rejected before it was sent: see `fields`.
    InvalidInput,
    /// The service rejected the input (422): see `fields` and `said`.
    RefusedInput,
    /// This computer is offline. Nothing was sent.
    Offline,
    /// The host name can't be resolved. Nothing was sent.
    NameNotFound,
    /// The host refused the connection. Nothing was sent.
    ConnectionRefused,
    /// The connection timed out. Nothing was sent.
    ConnectTimedOut,
    /// The connection failed for another reason. Nothing was sent.
    Unreachable,
    /// The proxy could not be reached or rejected the request. Nothing was sent to the service.
    ProxyFailed,
    /// The service's certificate is not trusted. Nothing was sent.
    Untrusted,
    /// The service's certificate has expired or is not valid yet. Nothing was sent.
    CertificateExpired,
    /// The service's certificate is for another name. Nothing was sent.
    CertificateName,
    /// The TLS handshake failed for another reason. Nothing was sent.
    TlsFailed,
    /// The port uses plain http, not https. Nothing was sent.
    HttpsNotSpoken,
    /// The connection's certificate file can't be read or holds no certificate. Nothing was sent.
    CaFileUnusable,
    /// A read timed out; it is safe to repeat.
    TimedOut,
    /// The response to a read was interrupted; it is safe to repeat.
    ResponseTruncated,
    /// The call was canceled or superseded. A write was not sent.
    // Older journals have the other spelling.
    #[serde(alias = "cancelled")]
    Canceled,
    /// A write was sent, but its outcome is unknown (`field-notes.md` 19): see `tried_at`.
    OutcomeUnknown,
    /// A write was not carried out, as a later read proved.
    NotDone,
    /// The service responded OK, but the report is unchanged.
    NotApplied,
    /// The service rejected the key (401, or an equivalent redirect: `field-notes.md` 28).
    KeyRefused,
    /// The service denied access (403).
    Forbidden,
    /// The quota is used up (402, or 403 to a create: `field-notes.md` 21).
    QuotaUsed,
    /// The report or project doesn't exist (404).
    NotFound,
    /// Too many requests (429): see `retry_after`.
    Throttled,
    /// The service is down for maintenance (503).
    Maintenance,
    /// The service failed (another 5xx).
    ServiceFault,
    /// The service responded with a redirect, which is never followed; it may have moved.
    Redirected,
    UnsupportedService,
    /// The service returned another report than requested; it is not used.
    OtherReport,
    /// The response exceeds the limit (64 MB).
    ResponseTooLarge,
    ConnectionUnknown,
    /// The URL of a saved connection changed without a choice of the service: see
    /// [`crate::ServiceChoice`]. Nothing was saved.
    ServiceUnclear,
    /// The window requested this too often: see `retry_after`.
    TooOften,
    /// There is no key for the connection: it must be entered again.
    KeyMissing,
    KeychainLocked,
    /// There is no keychain on this computer.
    KeychainMissing,
    /// The keychain failed: see `detail`.
    KeychainFailed,
    /// The sample workspace could not be started: see `detail`.
    SampleFailed,
    /// Settings can't be saved or read: see `detail`.
    StorageFailed,
    /// The library can't be used: see `detail`, and `library_info` for its state.
    LibraryFailed,
    /// The connection exceeds the library's limit of reports, projects, or check names: see
    /// `detail`. Existing data stays.
    LibraryLimit,
    /// A service's list has more rows than requested or announced, or does not end: see `detail`.
    TooManyRows,
    /// The library doesn't have this report or snapshot.
    NotInLibrary,
    DiskFull,
    /// A regular expression takes too long to match: see `fields`.
    SlowPattern,
    /// The chosen file can't be read or written: see `detail`.
    FileFailed,
    /// The chosen file is not a library, or is from a newer version of Assay.
    NotALibrary,
    BatchUnknown,
    /// The batch's status doesn't allow it, such as a start without its passwords.
    BatchNotReady,
    /// Another process of the app runs the batches, such as in another session of this computer.
    /// Nothing was changed.
    OpenElsewhere,
    /// The journal of batches can't be written, so none can run: see `detail`.
    JournalFailed,
    /// A report couldn't be backed up before its deletion. Nothing was deleted.
    CopyFailed,
    /// The clipboard can't be used: see `detail`.
    ClipboardFailed,
    /// The system's print dialog can't be opened: see `detail`. Nothing was printed.
    PrintFailed,
    /// The update server could not be reached or returned invalid data.
    UpdateFailed,
    /// The update is not signed by the app's makers. Nothing was installed.
    UpdateUntrusted,
    /// The system got no administrator's permission to install the update. Nothing was installed.
    UpdateNotPermitted,
    /// The app is in safe mode, without library and batches.
    SafeMode,
    /// An internal error: see `detail`.
    Internal,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FieldProblem {
    /// The field, by the interface's name (`url`, `privacy`, `password`) or the request's (`name`,
    /// `base_url`, `key`).
    pub field: String,
    pub reason: FieldReason,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldReason {
    Required,
    TooLong {
        /// The maximum number of characters.
        limit: u32,
    },
    NotAnAddress,
    NoHost,
    /// The URL's host contains a space.
    SpaceInHost,
    /// It contains several URLs, where only one is allowed.
    SeveralAddresses,
    /// The URL is neither http nor https.
    UnsupportedScheme,
    /// It contains a user name or a password.
    Credentials,
    OutOfRange {
        least: u32,
        most: u32,
    },
    /// The file can't be read.
    UnreadableFile,
    /// The file holds no certificate in PEM form.
    NoCertificate,
    FileTooLarge {
        /// The maximum number of megabytes.
        megabytes: u32,
    },
    /// It has a query or a fragment, which a base URL can't have.
    QueryOrFragment,
    /// It is plain http to another computer, which would expose the key.
    Insecure,
    /// A proxy would forward the key over plain http, which is not allowed.
    InsecureProxy,
    /// It can't be used in a request (such as a key with a line break).
    NotUsable,
    /// The key was saved for another origin and must be entered again.
    OtherOrigin,
    /// The key was saved for other network settings (proxy, certificates, plain http) and must be
    /// entered again.
    OtherWay,
    /// No change was given.
    NothingToChange,
    /// It is no regular expression, or too large.
    NotAPattern,
    /// It is a regular expression that takes too long to match.
    SlowPattern,
    /// It is not a privacy (`public`, `private`, `password`, or 0, 1, 2).
    NotAPrivacy,
    /// The service's own message.
    Said {
        /// The messages, in the service's language.
        messages: Vec<String>,
    },
}

impl Problem {
    /// Creates a problem without details.
    #[must_use]
    pub fn new(code: ProblemCode) -> Self {
        Self {
            code,
            said: None,
            fields: Vec::new(),
            retry_after: None,
            status: None,
            detail: None,
            tried_at: None,
            moved_to: None,
        }
    }

    /// Creates a problem for a request rejected before it was sent, because of one field.
    #[must_use]
    pub fn invalid(field: &str, reason: FieldReason) -> Self {
        Self { fields: vec![FieldProblem { field: field.into(), reason }], ..Self::new(ProblemCode::InvalidInput) }
    }

    /// Adds technical details.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<Box<str>>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}

/// Escapes control characters, so that a service's text can't forge log lines.
fn in_one_line(text: &str) -> String {
    let is_shown = |sign: char| !sign.is_control() && !matches!(sign, '\u{2028}' | '\u{2029}');
    let mut line = String::with_capacity(text.len());
    for sign in text.chars() {
        if is_shown(sign) {
            line.push(sign);
        } else {
            line.extend(sign.escape_default());
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::{Problem, ProblemCode};

    #[test]
    fn a_problem_is_printed_in_one_line() {
        let said = Some("x\n[2026-01-02][03:04:05][a][WARN] ü\u{2028}\u{1b}[2J\r".into());
        let problem = Problem { said, ..Problem::new(ProblemCode::Forbidden).with_detail("a\u{85}b") };
        let printed = "Forbidden: x\\n[2026-01-02][03:04:05][a][WARN] ü\\u{2028}\\u{1b}[2J\\r (a\\u{85}b)";
        assert_eq!(problem.to_string(), printed);
    }
}
