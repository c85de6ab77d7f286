use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Why a call failed, as the window is told. Wording is the window's: nothing decides by text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS, thiserror::Error)]
#[error("{code:?}{}{}", said.as_ref().map(|said| format!(": {said}")).unwrap_or_default(), detail.as_ref().map(|detail| format!(" ({detail})")).unwrap_or_default())]
pub struct Problem {
    /// What kind of trouble it is.
    pub code: ProblemCode,
    /// What the service said, in its own words and language (`field-notes.md` 30).
    pub said: Option<String>,
    /// What is wrong with which field of the request.
    pub fields: Vec<FieldProblem>,
    /// After how many seconds it is worth trying again, where the service says (`field-notes.md` 29, 31).
    #[ts(type = "number | null")]
    pub retry_after: Option<u64>,
    /// The HTTP status, where there was an answer.
    pub status: Option<u16>,
    /// Technical particulars to show on demand and to copy: never a key or a password.
    pub detail: Option<String>,
    /// When a write whose outcome is unknown was begun, by this computer's clock: what came of it is newer.
    #[ts(type = "string | null")]
    pub tried_at: Option<Timestamp>,
}

/// The kinds of trouble. A kind exists only if the window words it or acts on it differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProblemCode {
    /// The request was refused before it was sent: see `fields`.
    InvalidInput,
    /// The service refused the input (422): see `fields` and `said`.
    RefusedInput,
    /// This computer has no way to the network. Nothing was sent.
    Offline,
    /// The name in the base address leads to no computer. Nothing was sent.
    NameNotFound,
    /// The computer is there, but nothing listens at the address's port. Nothing was sent.
    ConnectionRefused,
    /// No connection within the time that is allowed for it. Nothing was sent.
    ConnectTimedOut,
    /// No connection for any other reason. Nothing was sent.
    Unreachable,
    /// The proxy could not be reached, or would not pass the request on. Nothing was sent to the service.
    ProxyFailed,
    /// Nobody that this computer trusts vouches for the service's certificate. Nothing was sent.
    Untrusted,
    /// The service's certificate has run out, or is not valid yet. Nothing was sent.
    CertificateExpired,
    /// The service's certificate is for another name. Nothing was sent.
    CertificateName,
    /// No secure connection could be agreed on for any other reason. Nothing was sent.
    TlsFailed,
    /// The connection's own certificate file cannot be read or holds no certificate. Nothing was sent.
    CaFileUnusable,
    /// A read took too long; it is safe to repeat.
    TimedOut,
    /// The answer to a read broke off; it is safe to repeat.
    ResponseTruncated,
    /// The user, or a newer question, made the wait pointless. A write was not sent.
    Cancelled,
    /// A write was sent, but its outcome is not known (`field-notes.md` 19): see `tried_at`.
    OutcomeUnknown,
    /// A write did not take place, as reading again proved.
    NotDone,
    /// The service refused the key (401, or a redirect that proved to be one: `field-notes.md` 28).
    KeyRefused,
    /// The service forbids it (403).
    Forbidden,
    /// The service creates no more reports for now (402, or 403 to a create: `field-notes.md` 21).
    QuotaUsed,
    /// There is no such report or project (404).
    NotFound,
    /// Too many requests (429): see `retry_after`.
    Throttled,
    /// The service is down for maintenance (503).
    Maintenance,
    /// The service failed (any other 5xx).
    ServiceFault,
    /// The service answered with a redirect, which is never followed: has it moved?
    Redirected,
    /// What answers there does not speak this interface.
    UnsupportedService,
    /// The answer is larger than Assay reads (64 MB).
    ResponseTooLarge,
    /// There is no such connection any more.
    ConnectionUnknown,
    /// There is no key for the connection: it must be entered again.
    KeyMissing,
    /// The keychain of the system is there but locked.
    KeychainLocked,
    /// There is no keychain on this computer.
    KeychainMissing,
    /// The keychain failed: see `detail`.
    KeychainFailed,
    /// The sample workspace could not be started: see `detail`.
    SampleFailed,
    /// Settings could not be written or read on this computer: see `detail`.
    StorageFailed,
    /// The library on this computer cannot be used: see `detail`, and `library_info` for its state.
    LibraryFailed,
    /// The library does not remember this report or snapshot.
    NotInLibrary,
    /// The disk of this computer is full.
    DiskFull,
    /// The file that was chosen cannot be written, or cannot be read: see `detail`.
    FileFailed,
    /// The file that was chosen is no library, or that of a newer version of Assay.
    NotALibrary,
    /// There is no such batch any more.
    BatchUnknown,
    /// The batch cannot do that as it stands now, such as start without its passwords.
    BatchNotReady,
    /// What batches are about to do cannot be kept on this computer, so that none can run: see `detail`.
    JournalFailed,
    /// Not every report that is about to be deleted can be read, so that there is no copy of it. Nothing was deleted.
    CopyFailed,
    /// The clipboard of this computer cannot be used: see `detail`.
    ClipboardFailed,
    /// The place for newer versions of the app could not be reached, or gave nothing usable.
    UpdateFailed,
    /// What was fetched as a newer version is not signed by the app's makers. Nothing was installed.
    UpdateUntrusted,
    /// The app was started in safe mode, which leaves the library and the batches alone.
    SafeMode,
    /// A fault in Assay itself: see `detail`.
    Internal,
}

/// What is wrong with one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct FieldProblem {
    /// The field, by the interface's name (`url`, `privacy`, `password`) or the request's (`name`, `base_url`, `key`).
    pub field: String,
    /// What is wrong with it.
    pub reason: FieldReason,
}

/// What is wrong with a field's value.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum FieldReason {
    /// It must not be empty.
    Required,
    /// It is longer than allowed.
    TooLong {
        /// The most characters that are allowed.
        limit: u32,
    },
    /// It is not an address.
    NotAnAddress,
    /// It is an address that is neither http nor https.
    UnsupportedScheme,
    /// It holds a user name or a password.
    Credentials,
    /// It is a number outside of what is allowed.
    OutOfRange {
        /// The least.
        least: u32,
        /// The most.
        most: u32,
    },
    /// The file cannot be read.
    UnreadableFile,
    /// The file holds no certificate in PEM form.
    NoCertificate,
    /// It holds a query or a fragment, where a base address has none.
    QueryOrFragment,
    /// It is plain http to another computer, which would show the key to the network.
    Insecure,
    /// It cannot be used as text in a request (such as a line break in a key).
    NotUsable,
    /// The key was saved for another origin and must be entered again for this one.
    OtherOrigin,
    /// Nothing to change was given.
    NothingToChange,
    /// It is no word for who can see a report (`public`, `private`, `password`), and none of the numbers 0, 1, 2.
    NotAPrivacy,
    /// The service's own words.
    Said {
        /// One text a complaint, in the service's language.
        messages: Vec<String>,
    },
}

impl Problem {
    /// A problem of this kind, with nothing more to say.
    #[must_use]
    pub fn new(code: ProblemCode) -> Self {
        Self { code, said: None, fields: Vec::new(), retry_after: None, status: None, detail: None, tried_at: None }
    }

    /// A request that was refused before it was sent, because of one field.
    #[must_use]
    pub fn invalid(field: &str, reason: FieldReason) -> Self {
        Self { fields: vec![FieldProblem { field: field.into(), reason }], ..Self::new(ProblemCode::InvalidInput) }
    }

    /// The same problem with technical particulars.
    #[must_use]
    pub fn with_detail(self, detail: impl Into<String>) -> Self {
        Self { detail: Some(detail.into()), ..self }
    }
}
