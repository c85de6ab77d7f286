//! Malicious responses, against secrets or against the reader's memory and time.

use std::fmt::Write as _;
use std::io::{self, Write as _};

use axum::body::{Body, Bytes, to_bytes};
use axum::extract::Request;
use axum::http::header::{AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use flate2::Compression;
use flate2::write::GzEncoder;
use percent_encoding::{NON_ALPHANUMERIC, utf8_percent_encode};
use serde_json::{Map, Value, json};

use super::faults::whole;

/// The secrets of a request, as sent.
struct Heard {
    headers: Map<String, Value>,
    key: String,
    form: String,
    password: Option<String>,
}

impl Heard {
    fn of(headers: &HeaderMap, form: &[u8]) -> Self {
        let text = |value: &[u8]| String::from_utf8_lossy(value).into_owned();
        let authorization = headers.get(AUTHORIZATION).map(|value| text(value.as_bytes())).unwrap_or_default();
        let password = url::form_urlencoded::parse(form).find(|(name, _)| name == "password");
        Self {
            headers: headers.iter().map(|(name, value)| (name.to_string(), text(value.as_bytes()).into())).collect(),
            key: authorization.trim_start_matches("Bearer ").to_owned(),
            form: text(form),
            password: password.map(|(_, password)| password.into_owned()),
        }
    }

    /// All of them, in several spellings.
    fn told(&self) -> Value {
        let Self { headers, key, form, password } = self;
        let coded = |text: &str| utf8_percent_encode(text, NON_ALPHANUMERIC).to_string();
        json!({
            "headers": headers,
            "body": form,
            "coded": [coded(key), password.as_deref().map(coded)],
            "json": json!({ "key": key, "password": password }).to_string(),
            "Password": password,
        })
    }

    fn add_to(&self, record: &mut Map<String, Value>) {
        record.insert("request".into(), self.told());
        record.insert(self.key.clone(), self.password.clone().into());
        let found = json!({"passed": true, "importance": "low", "value": [self.told()], "echo": self.key});
        if let Some(Value::Object(checks)) = record.get_mut("results") {
            checks.insert("echo".into(), found);
        }
    }
}

/// The true response with the secrets everywhere: around it, in records and checks, in names and
/// messages.
pub(super) async fn echo(request: Request, next: Next) -> Response {
    let (parts, body) = request.into_parts();
    // Forms of this interface are short.
    let form = to_bytes(body, 1 << 20).await.unwrap_or_default();
    let heard = Heard::of(&parts.headers, &form);
    let answer = next.run(Request::from_parts(parts, Body::from(form))).await;
    changed(answer, |body| {
        let Ok(mut answer) = serde_json::from_slice::<Value>(body) else { return body.to_vec() };
        let records = match answer.get_mut("data") {
            Some(Value::Array(rows)) => rows.iter_mut().collect(),
            Some(record) => vec![record],
            None => Vec::new(),
        };
        records.into_iter().filter_map(Value::as_object_mut).for_each(|record| heard.add_to(record));
        if let Value::Object(around) = &mut answer {
            if let Some(message) = around.get_mut("message") {
                *message = format!("{message} You sent {} and {}.", heard.key, heard.form).into();
            }
            around.insert("password".into(), heard.password.clone().into());
            around.insert("request".into(), heard.told());
        }
        answer.to_string().into_bytes()
    })
    .await
}

/// The true record with repeated names.
pub(super) async fn repeat_names(answer: Response, times: u32) -> Response {
    changed(answer, |body| {
        let mut fields = String::new();
        for number in times..times.saturating_mul(2) {
            let _ = write!(fields, r#""again ({number})":0,"#);
        }
        fields.push_str(&r#""again":1,"#.repeat(usize::try_from(times).unwrap_or_default()));
        let body = String::from_utf8_lossy(body);
        body.replacen(r#"{"data":{"#, &format!(r#"{{"data":{{{fields}"#), 1).into_bytes()
    })
    .await
}

/// A small response that decompresses to a large one.
pub(super) fn bomb(place: crate::service_profile::Place, bytes: u64) -> Response {
    use crate::service_profile::Place;
    let (status, start, end) = match place {
        Place::Record => (StatusCode::OK, r#"{"data":{"id":1,"url":"example.com","x":["#, r#"1]},"status":200}"#),
        Place::Refusal => (StatusCode::UNPROCESSABLE_ENTITY, r#"{"message":["#, r#"1],"status":422}"#),
    };
    let headers = [(CONTENT_TYPE, "application/json"), (CONTENT_ENCODING, "gzip")];
    match packed(start, end, bytes) {
        Ok(body) => (status, headers, body).into_response(),
        Err(_) => StatusCode::INTERNAL_SERVER_ERROR.into_response(),
    }
}

fn packed(start: &str, end: &str, bytes: u64) -> io::Result<Vec<u8>> {
    const ONES: [u8; 4096] = {
        let mut ones = [b'1'; 4096];
        let mut at = 1;
        while at < ones.len() {
            ones[at] = b',';
            at += 2;
        }
        ones
    };
    let mut packer = GzEncoder::new(Vec::new(), Compression::best());
    packer.write_all(start.as_bytes())?;
    for _ in 0..bytes.div_ceil(4096) {
        packer.write_all(&ONES)?;
    }
    packer.write_all(end.as_bytes())?;
    packer.finish()
}

async fn changed(answer: Response, change: impl FnOnce(&[u8]) -> Vec<u8>) -> Response {
    let (mut parts, body): (_, Bytes) = whole(answer).await;
    parts.headers.remove(CONTENT_LENGTH);
    Response::from_parts(parts, Body::from(change(&body)))
}
