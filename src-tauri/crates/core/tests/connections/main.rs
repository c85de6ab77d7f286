//! Connections and their keys.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

#[path = "../common/mod.rs"]
mod common;

mod certificates;
mod drafts;
mod keys;
mod moving;

use std::fs;

use assay_model::{
    CertificateChoice, Certificates, Connection, ConnectionDraft, FieldReason, ListReports, Problem, ProxyChoice,
    ReportQuery, ServiceChoice,
};
use common::{App, KEY, draft};

fn fields(problem: &Problem) -> Vec<(&str, FieldReason)> {
    problem.fields.iter().map(|field| (field.field.as_str(), field.reason.clone())).collect()
}

fn list(connection: &str) -> ListReports {
    ListReports { connection: connection.to_owned(), query: ReportQuery::default() }
}

fn own(address: &str) -> ProxyChoice {
    ProxyChoice::Own { address: address.to_owned() }
}

/// Chooses a file with a certificate of an authority's own.
async fn choose_certificates(app: &App, name: &str) -> CertificateChoice {
    let file = app.host.folder.0.path().join(name);
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned()]).unwrap();
    fs::write(&file, format!("{}{}", made.signing_key.serialize_pem(), made.cert.pem())).unwrap();
    *app.host.file.lock().unwrap() = Some(file.clone());
    let chosen = app.core.ca_file_choose(()).await.unwrap().unwrap();
    assert_eq!(chosen.certificates, Certificates { name: name.to_owned(), count: 1 });
    // The file was read and is no longer needed.
    fs::remove_file(file).unwrap();
    CertificateChoice::Chosen { file: chosen.file }
}

fn moved(connection: &Connection, base_url: &str, service: Option<ServiceChoice>) -> ConnectionDraft {
    ConnectionDraft { id: Some(connection.id.clone()), service, ..draft(base_url, KEY) }
}
