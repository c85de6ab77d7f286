//! Pages for a browser (field note 33), and the login page (field note 28).

use std::sync::Arc;

use axum::extract::{Request, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, HeaderValue};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use maud::{DOCTYPE, Markup, html};
use serde_json::{Map, Value};

use super::{Context, Segment, reports};
use crate::answer::Refusal;
use crate::fields::Form;
use crate::store::reports::{Privacy, Report, Verdict};

const POLICY: HeaderValue = HeaderValue::from_static("default-src 'none'; form-action 'self'; frame-ancestors 'none'");

/// Prevents pages from loading resources or being framed.
pub(super) async fn confine(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    response.headers_mut().insert(CONTENT_SECURITY_POLICY, POLICY);
    response
}

pub(super) async fn login() -> Markup {
    page(
        "Log in",
        &html! { p { "The sample service has no accounts. It is used with the key that it was started with." } },
    )
}

pub(super) async fn missing() -> Response {
    notice(StatusCode::NOT_FOUND, "Not found", "There is no such page here.")
}

/// A report's page: public ones are shown, private ones denied, protected ones ask for the
/// password.
pub(super) async fn report(State(context): State<Arc<Context>>, id: Result<Segment, Refusal>) -> Response {
    match find(&context, id).await {
        Ok(report) => match report.privacy {
            Privacy::Public => shown(&report),
            Privacy::Private => refused(),
            Privacy::Password => asked("This report is protected by a password."),
        },
        Err(missing) => missing,
    }
}

/// Opens a protected report to those who send its password.
pub(super) async fn unlock(
    State(context): State<Arc<Context>>,
    id: Result<Segment, Refusal>,
    Form(fields): Form,
) -> Response {
    let report = match find(&context, id).await {
        Ok(report) => report,
        Err(missing) => return missing,
    };
    match report.privacy {
        Privacy::Public => return shown(&report),
        Privacy::Private => return refused(),
        Privacy::Password => {}
    }
    let (sent, hash) = (fields.exact("password").unwrap_or_default().to_owned(), report.password.clone());
    let check = tokio::task::spawn_blocking(move || hash.is_some_and(|hash| crate::password::matches(&sent, &hash)));
    if check.await.unwrap_or(false) { shown(&report) } else { asked("This is not the report's password.") }
}

/// The report, or an error page.
async fn find(context: &Context, id: Result<Segment, Refusal>) -> Result<Report, Response> {
    let found = match id {
        Ok(id) => reports::find(context, &id).await,
        Err(refusal) => Err(refusal),
    };
    match found {
        Ok(report) => Ok(report),
        Err(refusal) => Err(match refusal.into_response().status() {
            StatusCode::NOT_FOUND => missing().await,
            status => notice(status, "Something went wrong", "The page could not be made."),
        }),
    }
}

fn shown(report: &Report) -> Response {
    // A report without checks has a list instead of a map.
    let checks: Map<String, Value> = serde_json::from_str(report.results.get()).unwrap_or_default();
    let verdict = Verdict::of(report.result).word();
    let content = html! {
        p { "Result: " (verdict) ", " (report.result) " of 100. Generated " time { (report.generated_at) } "." }
        table {
            tr { th { "Check" } th { "Importance" } th { "Outcome" } }
            @for (name, check) in &checks {
                tr {
                    td { (name) }
                    td { (check["importance"].as_str().unwrap_or_default()) }
                    td { @if check["passed"] == true { "passed" } @else { "failed" } }
                }
            }
        }
    };
    page(&report.url, &content).into_response()
}

fn refused() -> Response {
    notice(StatusCode::FORBIDDEN, "Private report", "Only its owner can see this report.")
}

fn asked(text: &str) -> Response {
    let content = html! {
        p { (text) }
        form method="post" {
            label { "Password " input type="password" name="password" required; }
            " " button { "Open" }
        }
    };
    (StatusCode::UNAUTHORIZED, page("Protected report", &content)).into_response()
}

fn notice(status: StatusCode, title: &str, text: &str) -> Response {
    (status, page(title, &html! { p { (text) } })).into_response()
}

fn page(title: &str, content: &Markup) -> Markup {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
            }
            body {
                h1 { (title) }
                (content)
                p { small { "Sample service: data is made up." } }
            }
        }
    }
}
