use jiff::Timestamp;
use percent_encoding::percent_decode_str;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::{Problem, ReportRef};

/// What somebody wants to see who is not in the window: where an `assay:` link leads, or what a start of the program asks
/// for.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum OpenedLink {
    /// A report. Its connection may not be on this computer.
    Report {
        /// Which one.
        report: ReportRef,
    },
    /// The sample workspace. No link leads there: only whoever starts the program asks for it.
    Sample,
    /// Nothing that this version knows.
    Unusable,
}

/// The scheme of links to the app.
pub const LINK_SCHEME: &str = "assay";

/// What stands before the parts of a link to a report.
const REPORT: &str = "assay://report/";

/// The most characters of a link: as many as of an id that has to be encoded, and some.
const LONGEST_LINK: usize = 8192;

/// The most characters of a connection's id in a link: they are the app's own.
const LONGEST_CONNECTION: usize = 100;

/// The most characters of a report's id in a link.
const LONGEST_ID: usize = 2048;

impl OpenedLink {
    /// Whether a text is meant as a link to the app, usable or not.
    #[must_use]
    pub fn is_meant(text: &str) -> bool {
        text.split_once(':').is_some_and(|(scheme, _)| scheme.eq_ignore_ascii_case(LINK_SCHEME))
    }

    /// Reads a link, which anybody can have made: `assay://report/<connection>/<id>`, both percent-encoded as RFC 3986 has
    /// it for a segment of a path. What is anything else, be it by one character, is [`OpenedLink::Unusable`].
    #[must_use]
    pub fn read(text: &str) -> Self {
        read_report(text).map_or(Self::Unusable, |report| Self::Report { report })
    }
}

fn read_report(text: &str) -> Option<ReportRef> {
    if text.len() > LONGEST_LINK {
        return None;
    }
    let (beginning, rest) = text.split_at_checked(REPORT.len())?;
    // The system may write scheme and host as it likes.
    if !beginning.eq_ignore_ascii_case(REPORT) {
        return None;
    }
    let (connection, id) = rest.split_once('/')?;
    Some(ReportRef { connection: segment(connection, LONGEST_CONNECTION)?, id: segment(id, LONGEST_ID)? })
}

/// A segment of a path as the text that it stands for.
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

/// A text that the app left behind when a part of it failed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct CrashReport {
    /// When that was.
    #[ts(type = "string")]
    pub at: Timestamp,
    /// What was written down: readable, without secrets, and sent to nobody.
    pub text: String,
}

/// What the window knows of its own failure.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct WindowCrash {
    /// The error with its stack, at most 20,000 characters of which are kept.
    pub text: String,
}

/// To remove everything that the app keeps on this computer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, TS)]
pub struct DataRemoval {
    /// What is in the keychain stays, because it could not be removed. Otherwise nothing at all is removed where the
    /// keychain fails.
    pub leave_keys: bool,
}

/// Newer versions of the app: how they come onto this computer, and how far that is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct UpdateState {
    /// How this copy of the app is updated.
    pub way: UpdateMethod,
    /// What goes on.
    pub phase: UpdatePhase,
}

/// How a copy of the app is updated.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum UpdateMethod {
    /// It looks for newer versions and installs them when the user says so.
    Own,
    /// It looks for newer versions; what installs them is the system's package manager.
    Package,
    /// The computer's administrator does not want it to look.
    Forbidden,
    /// It was built without the key that newer versions are checked against, so that it does not look.
    Unsigned,
}

/// How far an update is.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum UpdatePhase {
    /// Nobody looked since the app opened.
    Idle,
    /// It is being looked.
    Looking,
    /// This is the newest version.
    Current {
        /// When that was found.
        #[ts(type = "string")]
        at: Timestamp,
    },
    /// There is a newer one.
    Found {
        /// Which.
        release: Release,
    },
    /// It is being fetched.
    Fetching {
        /// Which.
        release: Release,
        /// Bytes so far.
        done: u64,
        /// Of how many, where that is known.
        total: Option<u64>,
    },
    /// It is fetched and its signature is right. Something would be lost if the window closed now, so that the user is
    /// asked (`CoreEvent::CloseAsked`); letting it go, or asking for the installation again, goes on.
    Ready {
        /// Which.
        release: Release,
    },
    /// It is fetched, its signature is right, and it takes the place of this one; the app starts anew then.
    Installing {
        /// Which.
        release: Release,
    },
    /// It could not be fetched or installed; or not be looked, and nothing was found before. This version works as before.
    Failed {
        /// Why.
        problem: Box<Problem>,
        /// What was to be installed; none where it could not be looked.
        release: Option<Release>,
    },
}

/// A newer version of the app.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
pub struct Release {
    /// Its number, as in `1.2.0`.
    pub version: String,
    /// What is new in it, as Markdown in the form of the changelog.
    pub notes: String,
    /// When it came out.
    #[ts(type = "string | null")]
    pub published: Option<Timestamp>,
    /// The page to get it from by hand.
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
