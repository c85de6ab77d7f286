use assay_api::{Client, ClientSettings};
use assay_model::{FieldReason, ReportQuery};
use url::Url;

use crate::{
    KEY,
    common::{Canned, Recorder, assert_passes_with_proxy},
    refused,
};

#[tokio::test]
async fn a_base_address_may_have_a_path_and_a_trailing_slash() {
    for (path, prefix) in [
        ("", ""),
        ("/", ""),
        ("/tools/seo", "/tools/seo"),
        ("/tools/seo/", "/tools/seo"),
        ("/tools/seo//", "/tools/seo"),
        ("/a%20b/größe", "/a%20b/gr%C3%B6%C3%9Fe"),
    ] {
        let recorder = Recorder::start([Canned::json(200, "[]"), Canned::json(200, r#"{"id":"a/b"}"#)]).await;
        let client = Client::new(&recorder.base_with(path), KEY.into(), ClientSettings::default()).unwrap();
        client.list_reports(&ReportQuery::default()).await.unwrap();
        client.read_report("a/b").await.unwrap();
        assert_eq!(
            recorder.lines(),
            [
                format!("GET {prefix}/api/v1/reports?per_page=25 HTTP/1.1"),
                format!("GET {prefix}/api/v1/reports/a%2Fb HTTP/1.1"),
            ],
        );
        assert_eq!(recorder.received()[0].header("host"), Some(&*recorder.address().to_string()));
    }
}

#[test]
fn a_service_on_this_computer_is_not_asked_through_a_proxy() {
    assert_passes_with_proxy("bases::a_base_address_may_have_a_path_and_a_trailing_slash");
}

#[test]
fn a_base_address_that_holds_more_is_refused() {
    for (base, reason) in [
        ("https://user:word@example.com", FieldReason::Credentials),
        ("https://example.com/?a=b", FieldReason::QueryOrFragment),
        ("ftp://example.com", FieldReason::UnsupportedScheme),
    ] {
        assert_eq!(
            refused(Client::new(&Url::parse(base).unwrap(), KEY.into(), ClientSettings::default()), "base_url"),
            reason,
            "{base}"
        );
    }
}

#[test]
fn a_key_that_no_header_can_hold_is_refused() {
    let base = Url::parse("https://example.com").unwrap();
    for key in ["two\nlines", "ends\r\n", "nul\0", "schlüssel"] {
        assert_eq!(
            refused(Client::new(&base, key.into(), ClientSettings::default()), "key"),
            FieldReason::NotUsable,
            "{key:?}"
        );
    }
    for key in ["", "  "] {
        assert_eq!(
            refused(Client::new(&base, key.into(), ClientSettings::default()), "key"),
            FieldReason::Required,
            "{key:?}"
        );
    }
}
