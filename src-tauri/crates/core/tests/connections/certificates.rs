use std::fs;

use assay_model::{CertificateChoice, Certificates, ConnectionDraft, FieldReason, NetworkDraft};
use serde_json::json;

use crate::{
    choose_certificates,
    common::{App, KEY, draft, service},
    fields, list,
};

#[tokio::test]
async fn certificates_are_kept_and_no_path_is_ever_taken_or_told() {
    let service = service().await;
    let app = App::new();
    let network = |certificates| NetworkDraft { certificates, ..NetworkDraft::default() };
    let certificates = choose_certificates(&app, "company.pem").await;
    let typed = ConnectionDraft { network: network(certificates), ..draft(&service.base_url(), KEY) };
    let connection = app.core.connection_save(typed).await.unwrap();
    let shown = Some(Certificates { name: "company.pem".to_owned(), count: 1 });
    assert_eq!(connection.network.certificates, shown);
    let folder = app.host.folder.0.path().to_str().unwrap().to_owned();
    assert!(!app.settings_text().contains(&folder), "{}", app.settings_text());
    assert!(!app.settings_text().contains("PRIVATE"), "only certificates are kept of a file");

    // The app uses its own copy; the file's number is valid for one session.
    let app = app.restarted();
    let kept = app.core.connections_list(()).await.unwrap().remove(0);
    assert_eq!(kept.network.certificates, shown);
    assert!(app.core.reports_list(list(&connection.id)).await.is_ok());
    let change = |certificates, key: &str| ConnectionDraft {
        id: Some(connection.id.clone()),
        network: network(certificates),
        ..draft(&service.base_url(), key)
    };
    let unknown = change(CertificateChoice::Chosen { file: 1 }, KEY);
    let problem = app.core.connection_save(unknown).await.unwrap_err();
    assert_eq!(fields(&problem), [("ca_file", FieldReason::UnreadableFile)]);
    let kept = app.core.connection_save(change(CertificateChoice::Kept, "")).await.unwrap();
    assert_eq!(kept.network.certificates, shown);
    let problem = app.core.connection_save(change(CertificateChoice::None, "")).await.unwrap_err();
    assert_eq!(fields(&problem), [("key", FieldReason::OtherWay)]);
    let without = app.core.connection_save(change(CertificateChoice::None, KEY)).await.unwrap();
    assert_eq!(without.network.certificates, None);

    let path = json!({"ca_file": "/etc/ssl/evil.pem", "connect_seconds": 10});
    assert!(serde_json::from_value::<NetworkDraft>(path).is_err());
    let path = json!({"certificates": {"kind": "chosen", "file": "/etc/ssl/evil.pem"}});
    assert!(serde_json::from_value::<NetworkDraft>(path).is_err());
}

#[tokio::test]
async fn a_file_without_certificates_is_refused_when_it_is_chosen() {
    let app = App::new();
    assert_eq!(app.core.ca_file_choose(()).await.unwrap(), None, "none was chosen");
    let file = app.host.folder.0.path().join("empty.pem");
    *app.host.file.lock().unwrap() = Some(file.clone());
    for (content, reason) in [
        (None, FieldReason::UnreadableFile),
        (Some("nothing".to_owned()), FieldReason::NoCertificate),
        (Some("x".repeat(1_000_001)), FieldReason::FileTooLarge { megabytes: 1 }),
    ] {
        if let Some(content) = content {
            fs::write(&file, content).unwrap();
        }
        assert_eq!(fields(&app.core.ca_file_choose(()).await.unwrap_err()), [("ca_file", reason)]);
    }
}
