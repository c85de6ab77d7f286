//! Every byte of a request (`interface.md` §4).

use crate::{
    ALL, Call, KEY, client,
    common::{Received, Recorder},
};

/// The request as it was sent.
fn text(request: &Received) -> String {
    let headers: Vec<_> = request.headers.iter().map(|(name, value)| format!("{name}: {value}\n")).collect();
    format!("{}\n{}\n{}", request.line, headers.concat(), request.body)
}

#[tokio::test]
async fn each_verb_sends_these_bytes() {
    for call in ALL {
        let recorder = Recorder::start([call.success()]).await;
        call.make(&client(&recorder)).await.unwrap();
        let (line, form) = match call {
            Call::List => ("GET /api/v1/reports?per_page=25", None),
            Call::Read => ("GET /api/v1/reports/7", None),
            Call::Create => {
                ("POST /api/v1/reports", Some("url=https%3A%2F%2Fexample.com%2F&privacy=2&password=geheim%2F1"))
            }
            Call::Update => ("PUT /api/v1/reports/7", Some("privacy=2&password=geheim%2F1")),
            Call::Delete => ("DELETE /api/v1/reports/7", None),
            Call::ListProjects => ("GET /api/v1/projects?per_page=25", None),
            Call::DeleteProject => ("DELETE /api/v1/projects/a.de", None),
        };
        let mut headers = vec![format!("authorization: Bearer {KEY}")];
        // The HTTP library's default accepts anything.
        let accept = if line.starts_with("GET ") { "application/json" } else { "*/*" };
        headers.push(format!("accept: {accept}"));
        if let Some(form) = form {
            headers.push("content-type: application/x-www-form-urlencoded".into());
            headers.push(format!("content-length: {}", form.len()));
        }
        headers.push(format!("user-agent: Assay/{}", env!("CARGO_PKG_VERSION")));
        headers.push("accept-encoding: zstd,gzip,deflate,br".into());
        headers.push(format!("host: {}", recorder.address()));
        headers.sort_unstable();
        let sent = text(&recorder.only());
        let (head, body) = sent.split_once("\n\n").unwrap();
        let mut sent: Vec<_> = head.lines().collect();
        assert_eq!(sent.remove(0), format!("{line} HTTP/1.1"));
        sent.sort_unstable();
        assert_eq!((sent, body), (headers.iter().map(String::as_str).collect(), form.unwrap_or_default()), "{call:?}");
    }
}
