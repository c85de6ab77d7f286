use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Problem, ReportRef};

/// The target of an `assay:` link or of a start of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpenedLink {
    /// A report, whose connection may not be on this computer.
    Report { report: ReportRef },
    /// The sample workspace: only for a start of the program, not for links.
    Sample,
    /// An invalid or unknown link.
    Unusable,
}

pub const LINK_SCHEME: &str = "assay";

/// The start of a link to a report.
const REPORT: &str = "assay://report/";

/// The maximum length of a link, in bytes: an encoded id, with a margin.
const MAX_LINK_BYTES: usize = 8192;

/// In characters; such ids are the app's own.
const MAX_CONNECTION_LENGTH: usize = 100;

/// In characters.
const MAX_ID_LENGTH: usize = 2048;

impl OpenedLink {
    /// Returns whether a text is a link to the app, valid or not.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(LINK_SCHEME))
    }

    /// Parses an untrusted link: `assay://report/<connection>/<id>`, both percent-encoded as RFC
    /// 3986 path segments. Anything else is [`OpenedLink::Unusable`].
    #[must_use]
    pub fn read(text: &str) -> Self {
        read_report(text).map_or(Self::Unusable, |report| Self::Report { report })
    }
}

fn read_report(text: &str) -> Option<ReportRef> {
    if text.len() > MAX_LINK_BYTES {
        return None;
    }
    let (beginning, rest) = text.split_at_checked(REPORT.len())?;
    // The system may change the case of scheme and host.
    if !beginning.eq_ignore_ascii_case(REPORT) {
        return None;
    }
    let (connection, id) = rest.split_once('/')?;
    Some(ReportRef { connection: segment(connection, MAX_CONNECTION_LENGTH)?, id: segment(id, MAX_ID_LENGTH)? })
}

/// Decodes a path segment.
fn segment(encoded: &str, longest: usize) -> Option<String> {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~!$&'()*+,;=:@".contains(&byte);
    let mut bytes = encoded.bytes();
    while let Some(byte) = bytes.next() {
        let is_encoded = byte == b'%' && (0..2).all(|_| bytes.next().is_some_and(|digit| digit.is_ascii_hexdigit()));
        if !is_encoded && !is_plain(byte) {
            return None;
        }
    }
    let text = percent_decode_str(encoded).decode_utf8().ok()?;
    let is_usable = !matches!(&*text, "" | "." | "..") && !text.contains(char::is_control);
    (is_usable && text.chars().count() <= longest).then(|| text.into_owned())
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CrashReport {
    #[ts(type = "string")]
    pub at: Timestamp,
    /// Readable, without secrets, and never sent.
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WindowCrash {
    /// The error with its stack, truncated to 20,000 characters.
    pub text: String,
}

/// A request to delete all of the app's data on this computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct DataRemoval {
    /// Leave the keychain as it is, since it failed. Otherwise nothing is deleted if it fails.
    pub leave_keys: bool,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UpdateState {
    /// How this copy of the app is updated.
    pub way: UpdateMethod,
    pub phase: UpdatePhase,
}

/// How a copy of the app is updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UpdateMethod {
    /// The app checks for updates and installs them on request.
    Own,
    /// The app checks for updates and installs them on request, if the system then gets an
    /// administrator's permission.
    WithPermission,
    /// The app checks for updates; the user installs them with the system's package manager.
    Package,
    /// Turned off by the computer's administrator.
    Forbidden,
    /// Built without the key for verifying updates, so it doesn't check for them.
    Unsigned,
}

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UpdatePhase {
    /// Not checked since the app opened.
    Idle,
    Looking,
    /// This is the latest version.
    Current {
        /// When it was checked.
        #[ts(type = "string")]
        at: Timestamp,
    },
    Found {
        release: Release,
    },
    Fetching {
        release: Release,
        /// The bytes downloaded.
        done: u64,
        /// The total bytes, if known.
        total: Option<u64>,
    },
    /// Downloaded and verified, but closing the window would lose something, so the user is asked
    /// (`CoreEvent::CloseAsked`). Continues once the window may close, or when installing is
    /// requested again.
    Ready {
        release: Release,
    },
    /// Downloaded, verified, and being installed; then the app restarts.
    Installing {
        release: Release,
    },
    /// A download or installation failed, or a check without an earlier result. This version is
    /// unchanged.
    Failed {
        problem: Box<Problem>,
        /// The update that failed; none if the check failed.
        release: Option<Release>,
    },
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Release {
    /// Its number, such as `1.2.0`.
    pub version: String,
    /// Its changelog, as Markdown.
    pub notes: String,
    #[ts(type = "string | null")]
    pub published: Option<Timestamp>,
    /// The page to download it from.
    pub page: Option<String>,
}

#[cfg(test)]
mod tests {
    use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
    use proptest::prelude::*;

    use super::OpenedLink;
    use crate::ReportRef;

    fn report(connection: &str, id: &str) -> OpenedLink {
        OpenedLink::Report { report: ReportRef { connection: connection.to_owned(), id: id.to_owned() } }
    }

    #[test]
    fn a_link_leads_to_its_report() {
        for (link, connection, id) in [
            ("assay://report/sample/17", "sample", "17"),
            ("ASSAY://Report/sample/17", "sample", "17"),
            ("assay://report/3b0c-1/a%2Fb%20c", "3b0c-1", "a/b c"),
            ("assay://report/x/%2e%2e%2f", "x", "../"),
            ("assay://report/x/m%C3%BCnchen", "x", "münchen"),
            ("assay://report/x/%F0%9F%98%80", "x", "😀"),
            ("assay://report/x/%253F", "x", "%3F"),
            ("assay://report/x/a:b@c", "x", "a:b@c"),
        ] {
            assert_eq!(OpenedLink::read(link), report(connection, id), "{link}");
            assert!(OpenedLink::is_meant(link));
        }
    }

    #[test]
    fn what_is_no_link_to_a_report_is_unusable() {
        let long =
            |connection: usize, id: usize| format!("assay://report/{}/{}", "c".repeat(connection), "i".repeat(id));
        assert_eq!(OpenedLink::read(&long(100, 2048)), report(&"c".repeat(100), &"i".repeat(2048)));
        for link in [
            "",
            "assay",
            "assay:",
            "assay://",
            "assay://report",
            "assay://report/",
            "assay://report/sample",
            "assay://report/sample/",
            "assay://report//17",
            "assay://report/sample/17/",
            "assay://report/sample/17/18",
            "assay://report/sample/17?run=1",
            "assay://report/sample/17#top",
            "assay://user:password@report/sample/17",
            "assay://user@report/sample/17",
            "assay://report:80/sample/17",
            "assay://delete/sample/17",
            "assay:report/sample/17",
            "assay:///report/sample/17",
            "assay://report.example/sample/17",
            "https://report/sample/17",
            " assay://report/sample/17",
            "assay://report/sample/17 ",
            "assay://report/sample/1 7",
            "assay://report/sample/1\n7",
            "assay://report/sample/17\" --remove-data",
            "assay://report/sample\\17",
            "assay://report/sample/<script>",
            "assay://report/sample/münchen",
            "assay://report/../17",
            "assay://report/sample/..",
            "assay://report/sample/%2e",
            "assay://report/sample/%2E%2e",
            "assay://report/sample/%",
            "assay://report/sample/%4",
            "assay://report/sample/%zz",
            "assay://report/sample/%ff",
            "assay://report/sample/%c0%af",
            "assay://report/sample/a%00b",
            "assay://report/sample/a%0d%0ab",
            "assay://report/sample/%c2%85",
            &long(101, 1),
            &long(1, 2049),
            &format!("assay://report/x/{}", "%41".repeat(3000)),
        ] {
            assert_eq!(OpenedLink::read(link), OpenedLink::Unusable, "{link:?}");
        }
    }

    #[test]
    fn what_is_meant_as_a_link_is_told_from_other_words() {
        assert!(OpenedLink::is_meant("assay:anything"));
        for word in ["", "--sample", "assay", "assay2:x", "/assay:x", "https://example.com/assay:x"] {
            assert!(!OpenedLink::is_meant(word), "{word}");
        }
    }

    proptest! {
        #[test]
        fn whatever_is_read_is_bounded_and_never_a_step_through_the_tree(
            text in prop_oneof![".*", "(assay|ASSAY)://[Rr]eport/[ -~é]*", "assay://report/[a-z%0-9.]{0,9}/[a-z%0-9./]{0,9}"],
        ) {
            if let OpenedLink::Report { report: ReportRef { connection, id } } = OpenedLink::read(&text) {
                for (part, longest) in [(connection, 100), (id, 2048)] {
                    let length = part.chars().count();
                    prop_assert!((1..=longest).contains(&length), "{part:?}");
                    prop_assert!(part != "." && part != ".." && !part.contains(char::is_control), "{part:?}");
                }
            }
        }

        #[test]
        fn what_was_encoded_is_read_as_it_was(connection in "[a-z0-9-]{1,40}", id in "[^\\p{C}]{1,200}") {
            prop_assume!(id != "." && id != "..");
            let encoded = utf8_percent_encode(&id, NON_ALPHANUMERIC);
            prop_assert_eq!(OpenedLink::read(&format!("assay://report/{connection}/{encoded}")), report(&connection, &id));
        }
    }
}
