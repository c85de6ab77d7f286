//! Validation of input (field notes 18 and 22).

use crate::address::{Address, MAX_URL_LENGTH};
use crate::answer::{Faults, Refusal};
use crate::fields::Fields;
use crate::store::reports::{Privacy, Report};

/// In characters.
const MAX_PASSWORD_CHARS: usize = 128;

pub(super) struct NewReport {
    pub address: Address,
    /// As sent.
    pub sent: Option<String>,
    pub privacy: Privacy,
    /// Set if the privacy is password.
    pub password: Option<String>,
}

impl NewReport {
    pub fn read(fields: &Fields) -> Result<Self, Refusal> {
        let mut faults = Faults::default();
        let address = address(fields, &mut faults);
        let privacy = privacy(fields, &mut faults).unwrap_or(Privacy::Public);
        let password = password(fields, privacy, false, &mut faults);
        faults.check()?;
        // Without an error there is a URL.
        let address = address.ok_or_else(|| Faults::one("url", "The address is missing."))?;
        Ok(Self { address, sent: fields.get("privacy").map(str::to_owned), privacy, password })
    }
}

pub(super) struct Change {
    /// As sent.
    pub sent: Option<String>,
    pub privacy: Privacy,
    /// Set if a new one was sent and the privacy is password.
    pub password: Option<String>,
    /// Whether to recheck the page.
    pub again: bool,
}

impl Change {
    pub fn read(fields: &Fields, report: &Report) -> Result<Self, Refusal> {
        let mut faults = Faults::default();
        let privacy = privacy(fields, &mut faults).unwrap_or(report.privacy);
        let password = password(fields, privacy, report.password.is_some(), &mut faults);
        let again = match fields.get("results") {
            None | Some("0") => false,
            Some("1") => true,
            Some(_) => {
                faults.add("results", "The flag must be 0 or 1.");
                false
            }
        };
        faults.check()?;
        Ok(Self { sent: fields.get("privacy").map(str::to_owned), privacy, password, again })
    }
}

fn address(fields: &Fields, faults: &mut Faults) -> Option<Address> {
    let Some(sent) = fields.get("url") else {
        faults.add("url", "An address is needed.");
        return None;
    };
    if sent.chars().count() > MAX_URL_LENGTH {
        faults.add("url", "The address may have 2048 characters at most.");
    }
    let address = Address::parse(sent);
    if address.is_none() {
        faults.add("url", "This is not a valid http or https address.");
    }
    address
}

fn privacy(fields: &Fields, faults: &mut Faults) -> Option<Privacy> {
    let sent = fields.get("privacy")?;
    let privacy = Privacy::from_sent(sent);
    if privacy.is_none() {
        faults.add("privacy", "The privacy must be 0, 1 or 2.");
    }
    privacy
}

/// The new password. Ignored for reports without password protection.
fn password(fields: &Fields, privacy: Privacy, has_one: bool, faults: &mut Faults) -> Option<String> {
    let sent = fields.exact("password");
    match sent {
        Some(sent) if sent.chars().count() > MAX_PASSWORD_CHARS => {
            faults.add("password", "The password may have 128 characters at most.");
        }
        None if privacy == Privacy::Password && !has_one => {
            faults.add("password", "A password is needed when the privacy is 2.");
        }
        _ => {}
    }
    sent.filter(|_| privacy == Privacy::Password).map(str::to_owned)
}
