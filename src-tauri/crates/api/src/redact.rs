//! Redacts keys and passwords that services echo in responses, before anything of a response is shown or stored.

use assay_model::{Check, Page, Project, Report, ReportRow, Secret, UnreadableRow, UnrecognizedField};
use data_encoding::{BASE64_NOPAD, BASE64URL_NOPAD, HEXLOWER, HEXUPPER};
use memchr::memmem::{self, Finder};
use serde_json::{Map, Value};

use crate::read::ParsedPage;

const REDACTED: &str = "•••";

/// Shorter secrets are part of ordinary words: redacting those would reveal them.
const MIN_SECRET_CHARS: usize = 4;

/// Shorter encodings of a secret may be in any text.
const MIN_CODE_CHARS: usize = 8;

#[derive(Clone)]
pub(crate) struct Redactor(Vec<Secret>);

/// All spellings of the secrets, prepared for searching many texts.
pub(crate) struct SecretForms(Vec<Finder<'static>>);

impl Redactor {
    /// Redacts the key, and a request's password.
    pub(crate) fn new(key: &Secret, password: Option<&Secret>) -> Self {
        let password = password.filter(|password| password.expose().chars().count() >= MIN_SECRET_CHARS);
        Self(std::iter::once(key).chain(password).filter(|secret| !secret.is_empty()).cloned().collect())
    }

    /// The redacted text, truncated to `limit` characters.
    pub(crate) fn redact(&self, text: &str, limit: usize) -> String {
        match self.forms().redact(text) {
            Some(shown) => truncate(&shown, limit),
            None => truncate(text, limit),
        }
    }

    /// Redacts everything that was parsed from a body.
    pub(crate) fn redact_all(&self, body: &[u8], read: &mut impl RedactTexts) {
        let is_long = |secret: &&Secret| secret.expose().chars().count() >= MIN_SECRET_CHARS;
        let redactor = Self(self.0.iter().filter(is_long).cloned().collect());
        let forms = redactor.forms();
        if redactor.may_be_in(body, &forms) {
            read.redact_texts(&|text| forms.redact(text));
        }
    }

    /// Returns false if no secret can be in what is parsed from these bytes, without parsing them.
    fn may_be_in(&self, body: &[u8], forms: &SecretForms) -> bool {
        // Any character may be escaped as a number; for a plain secret only ASCII matters.
        let is_plain = |secret: &Secret| {
            secret.expose().bytes().all(|byte| byte.is_ascii_graphic() && !matches!(byte, b'"' | b'\\' | b'/'))
        };
        let is_ascii = |at: usize| matches!(body.get(at + 4), Some(b'2'..=b'7'));
        !self.0.iter().all(is_plain)
            || memmem::find_iter(body, br"\u00").any(is_ascii)
            || forms.0.iter().any(|form| form.find(body).is_some())
    }

    fn forms(&self) -> SecretForms {
        let mut forms: Vec<_> = self.0.iter().flat_map(|secret| forms(secret.expose())).collect();
        forms.sort_by_key(|form| std::cmp::Reverse(form.len()));
        forms.dedup();
        SecretForms(forms.iter().map(|form| Finder::new(form).into_owned()).collect())
    }
}

impl SecretForms {
    /// The redacted text; `None` if nothing was redacted.
    fn redact(&self, text: &str) -> Option<String> {
        let redactor = self.replace_all(text);
        // JSON in a text may have its own escapes.
        let spelled = text.contains('\\').then(|| unescape_json(redactor.as_deref().unwrap_or(text)));
        spelled.and_then(|spelled| self.replace_all(&spelled)).or(redactor)
    }

    fn replace_all(&self, text: &str) -> Option<String> {
        let mut blanked = None;
        for form in &self.0 {
            let shown = blanked.as_deref().unwrap_or(text);
            let (mut without, mut end) = (String::new(), 0);
            for at in form.find_iter(shown.as_bytes()) {
                without.push_str(shown.get(end..at).unwrap_or_default());
                without.push_str(REDACTED);
                end = at + form.needle().len();
            }
            if end > 0 {
                without.push_str(shown.get(end..).unwrap_or_default());
                blanked = Some(without);
            }
        }
        blanked
    }
}

/// Returns a replacement for a text, if needed.
pub(crate) type Redact<'a> = dyn Fn(&str) -> Option<String> + 'a;

/// A parsed response.
pub(crate) trait RedactTexts {
    /// Redacts every text in it, including names.
    fn redact_texts(&mut self, look: &Redact);
}

impl RedactTexts for () {
    fn redact_texts(&mut self, _: &Redact) {}
}

impl RedactTexts for String {
    fn redact_texts(&mut self, look: &Redact) {
        if let Some(other) = look(self) {
            *self = other;
        }
    }
}

impl<T: RedactTexts> RedactTexts for Option<T> {
    fn redact_texts(&mut self, look: &Redact) {
        if let Some(it) = self {
            it.redact_texts(look);
        }
    }
}

impl<T: RedactTexts> RedactTexts for Vec<T> {
    fn redact_texts(&mut self, look: &Redact) {
        for it in self {
            it.redact_texts(look);
        }
    }
}

impl RedactTexts for Value {
    fn redact_texts(&mut self, look: &Redact) {
        match self {
            Self::Null | Self::Bool(_) => {}
            Self::Number(number) => {
                if look(&number.to_string()).as_deref() == Some(REDACTED) {
                    *self = REDACTED.into();
                }
            }
            Self::String(text) => text.redact_texts(look),
            Self::Array(values) => values.redact_texts(look),
            Self::Object(map) => map.redact_texts(look),
        }
    }
}

impl RedactTexts for Map<String, Value> {
    fn redact_texts(&mut self, look: &Redact) {
        for value in self.values_mut() {
            value.redact_texts(look);
        }
        if self.keys().any(|name| look(name).is_some()) {
            let renamed = std::mem::take(self).into_iter().map(|(name, value)| (look(&name).unwrap_or(name), value));
            *self = renamed.collect();
        }
    }
}

impl RedactTexts for Check {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { name, passed: _, importance: _, value, errors, other } = self;
        name.redact_texts(look);
        value.redact_texts(look);
        errors.redact_texts(look);
        other.redact_texts(look);
    }
}

impl RedactTexts for UnrecognizedField {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { field, raw } = self;
        field.redact_texts(look);
        raw.redact_texts(look);
    }
}

impl RedactTexts for UnreadableRow {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { position: _, path, raw } = self;
        path.redact_texts(look);
        raw.redact_texts(look);
    }
}

impl RedactTexts for ReportRow {
    fn redact_texts(&mut self, look: &Redact) {
        let Self {
            id,
            address,
            url,
            project,
            verdict: _,
            score: _,
            privacy: _,
            has_password: _,
            generated_at: _,
            created_at: _,
            updated_at: _,
            odd,
        } = self;
        // Numeric ids are needed even if a password has the same digits.
        if !id.bytes().all(|byte| byte.is_ascii_digit()) {
            id.redact_texts(look);
        }
        address.redact_texts(look);
        url.redact_texts(look);
        project.redact_texts(look);
        odd.redact_texts(look);
    }
}

impl RedactTexts for ParsedPage {
    fn redact_texts(&mut self, look: &Redact) {
        self.page.redact_texts(look);
    }
}

impl RedactTexts for Report {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { row, checks, other } = self;
        row.redact_texts(look);
        checks.redact_texts(look);
        other.redact_texts(look);
    }
}

impl RedactTexts for Project {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { project, reports: _, mean_score: _, created_at: _, odd, other } = self;
        project.redact_texts(look);
        odd.redact_texts(look);
        other.redact_texts(look);
    }
}

impl<T: RedactTexts> RedactTexts for Page<T> {
    fn redact_texts(&mut self, look: &Redact) {
        let Self { rows, unreadable, number: _, total: _, offset: _, has_next: _, sort_ignored: _, filter_ignored: _ } =
            self;
        rows.redact_texts(look);
        unreadable.redact_texts(look);
    }
}

/// The spellings of a secret in a response.
fn forms(secret: &str) -> Vec<String> {
    let json = escaped(secret);
    let percent = percent_encoding::utf8_percent_encode(secret, percent_encoding::NON_ALPHANUMERIC).to_string();
    let form: String = url::form_urlencoded::byte_serialize(secret.as_bytes()).collect();
    let mut forms = vec![
        json.replace('/', "\\/"),
        json,
        html(secret).replace('\'', "&#039;"),
        html(secret).replace('\'', "&#39;"),
        html(secret),
        in_lower_case(&percent),
        percent,
        in_lower_case(&form),
        form,
        HEXLOWER.encode(secret.as_bytes()),
        HEXUPPER.encode(secret.as_bytes()),
        secret.to_owned(),
    ];
    for before in 0..3 {
        // In Base64, only the part that is independent of its position in a longer text.
        let text = [&[0; 2][..before.min(2)], secret.as_bytes()].concat();
        for code in [BASE64_NOPAD.encode(&text), BASE64URL_NOPAD.encode(&text)] {
            let inner = code.get((before * 4).div_ceil(3)..text.len() / 3 * 4).unwrap_or_default();
            if inner.len() >= MIN_CODE_CHARS {
                forms.extend([inner.replace('/', "\\/"), inner.to_owned()]);
            }
        }
    }
    forms
}

/// A percent-encoded text with lowercase codes.
fn in_lower_case(encoded: &str) -> String {
    let mut parts = encoded.split('%');
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |text, part| match part.split_at_checked(2) {
        Some((code, rest)) => format!("{text}%{}{rest}", code.to_ascii_lowercase()),
        None => format!("{text}%{part}"),
    })
}

/// Text with JSON escapes in their usual spelling, also in incomplete JSON, so that no escape hides
/// a secret.
pub(crate) fn unescape_json(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, escape)) = rest.find('\\').map(|at| rest.split_at(at)) {
        plain.push_str(before);
        let unit = |at: usize| u16::from_str_radix(escape.get(at..)?.strip_prefix("\\u")?.get(..4)?, 16).ok();
        let units = [unit(0), unit(6)].into_iter().map_while(|unit| unit);
        let length = match char::decode_utf16(units).next() {
            Some(Ok(c)) => {
                plain.push_str(&escaped(c.encode_utf8(&mut [0; 4])));
                6 * c.len_utf16()
            }
            _ if escape.starts_with("\\/") => {
                plain.push('/');
                2
            }
            _ => {
                let length = escape.chars().take(2).map(char::len_utf8).sum();
                plain.push_str(escape.get(..length).unwrap_or(escape));
                length
            }
        };
        rest = escape.get(length..).unwrap_or_default();
    }
    plain.push_str(rest);
    plain
}

/// JSON, possibly incomplete, without password values, except those that only say if there is one.
pub(crate) fn without_passwords(text: &str) -> String {
    const NAME: &str = "\"password\"";
    let lower = text.to_ascii_lowercase();
    let (mut without, mut end) = (String::with_capacity(text.len()), 0);
    for at in memmem::find_iter(lower.as_bytes(), NAME) {
        let Some(value) = lower.get(at + NAME.len()..).and_then(|rest| rest.trim_start().strip_prefix(':')) else {
            continue;
        };
        let value = value.trim_start();
        let begin = lower.len() - value.len();
        if begin < end {
            continue;
        }
        let length = value_length(value);
        let is_flag =
            matches!(value.get(..length).unwrap_or(value).trim_matches('"'), "true" | "false" | "0" | "1" | "null");
        if !is_flag {
            without.push_str(text.get(end..begin).unwrap_or_default());
            without.push('…');
            end = begin + length;
        }
    }
    without.push_str(text.get(end..).unwrap_or_default());
    without
}

/// The length of a text, number, or word; lists and records take everything that follows.
fn value_length(value: &str) -> usize {
    match value.as_bytes().first() {
        Some(b'"') => {
            let mut is_escaped = true;
            let end = value.bytes().position(|byte| {
                let ends = byte == b'"' && !is_escaped;
                is_escaped = byte == b'\\' && !is_escaped;
                ends
            });
            end.map_or(value.len(), |end| end + 1)
        }
        Some(b'[' | b'{') => value.len(),
        _ => value.find([',', '}', ']']).unwrap_or(value.len()),
    }
}

fn escaped(text: &str) -> String {
    let json = Value::from(text).to_string();
    json.strip_prefix('"').and_then(|json| json.strip_suffix('"')).unwrap_or_default().to_owned()
}

fn html(secret: &str) -> String {
    secret.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// The first characters of a text, ending in an ellipsis if truncated.
pub(crate) fn truncate(text: &str, limit: usize) -> String {
    if text.chars().nth(limit).is_none() {
        return text.to_owned();
    }
    text.chars().take(limit.saturating_sub(1)).chain(['…']).collect()
}

#[cfg(test)]
mod tests;
