//! Network settings, valid and invalid.

use std::{fs, path::Path, time::Duration};

use assay_api::{Limits, ClientSettings};
use assay_model::{FieldReason, ServiceCapabilities, Network, Problem, ProblemCode, ProxyChoice};

use crate::{authority::Authority, failed, refused};

async fn setup(network: Network) -> Result<ClientSettings, Problem> {
    ClientSettings::of(&network, ServiceCapabilities::default()).await
}

#[tokio::test]
async fn settings_become_limits() {
    let limits = setup(Network::default()).await.unwrap().limits;
    assert_eq!(limits, Limits::default());
    let network = Network { connect_seconds: 1, read_seconds: 600, write_seconds: 2, ..Network::default() };
    let limits = setup(network).await.unwrap().limits;
    assert_eq!(
        (limits.connect, limits.read, limits.write),
        (Duration::from_secs(1), Duration::from_mins(10), Duration::from_secs(2)),
    );
}

#[tokio::test]
async fn what_is_known_of_a_service_is_kept() {
    let generation = ServiceCapabilities { says_score: true, rate_limit: Some(3), ..ServiceCapabilities::default() };
    assert_eq!(ClientSettings::of(&Network::default(), generation.clone()).await.unwrap().generation, generation);
}

#[tokio::test]
async fn times_out_of_range_are_refused_with_the_range() {
    let out_of = |most| FieldReason::OutOfRange { least: 1, most };
    let plain = Network::default;
    for seconds in [0, 121] {
        let network = Network { connect_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(network).await, "connect_seconds"), out_of(120));
    }
    for seconds in [0, 601, u16::MAX] {
        let network = Network { read_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(network).await, "read_seconds"), out_of(600));
        let network = Network { write_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(network).await, "write_seconds"), out_of(600));
    }
    for seconds in [1, 120] {
        setup(Network { connect_seconds: seconds, ..plain() }).await.unwrap();
    }
    for seconds in [1, 600] {
        setup(Network { read_seconds: seconds, write_seconds: seconds, ..plain() }).await.unwrap();
    }
}

#[tokio::test]
async fn a_proxy_has_a_web_address_without_secrets() {
    let own = |address: &str| Network { proxy: ProxyChoice::Own { address: address.into() }, ..Network::default() };
    for (address, reason) in [
        ("", FieldReason::Required),
        ("  ", FieldReason::Required),
        ("http://", FieldReason::NotAnAddress),
        ("socks5://proxy.example:1080", FieldReason::UnsupportedScheme),
        ("http://user:word@proxy.example", FieldReason::Credentials),
        ("user@proxy.example:3128", FieldReason::Credentials),
        ("http://proxy.example/?a=b", FieldReason::QueryOrFragment),
    ] {
        assert_eq!(refused(setup(own(address)).await, "proxy"), reason, "{address}");
    }
    for address in ["proxy.example:3128", " http://proxy.example ", "https://[::1]:3128", "HTTP://10.0.0.1"] {
        setup(own(address)).await.unwrap();
    }
    setup(Network { proxy: ProxyChoice::Direct, ..Network::default() }).await.unwrap();
}

async fn trusting(file: &Path) -> Result<ClientSettings, Problem> {
    setup(Network { ca_file: Some(file.to_str().unwrap().into()), ..Network::default() }).await
}

#[tokio::test]
async fn a_certificate_file_holds_certificates() {
    let folder = tempfile::tempdir().unwrap();
    assert_eq!(refused(trusting(&folder.path().join("missing.pem")).await, "ca_file"), FieldReason::UnreadableFile);
    assert_eq!(refused(trusting(folder.path()).await, "ca_file"), FieldReason::UnreadableFile);

    let pem = Authority::new().pem();
    let file = folder.path().join("some.pem");
    for (content, certificates) in [
        (Vec::new(), None),
        (b"no certificate".to_vec(), None),
        (vec![0xFF, 0, 0x30, 0x82], None),
        (pem.replace("CERTIFICATE", "PUBLIC KEY").into_bytes(), None),
        (pem.replace("-----END", "-----").into_bytes(), None),
        // In the form of a certificate, but without one.
        (b"-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n".to_vec(), None),
        (format!("{pem}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n").into_bytes(), None),
        (pem.clone().into_bytes(), Some(1)),
        (format!("about it\r\n{}{pem}", pem.replace('\n', "\r\n")).into_bytes(), Some(2)),
    ] {
        let told = String::from_utf8_lossy(&content).into_owned();
        fs::write(&file, content).unwrap();
        match certificates {
            Some(count) => assert_eq!(trusting(&file).await.unwrap().authorities.len(), count),
            None => assert_eq!(refused(trusting(&file).await, "ca_file"), FieldReason::NoCertificate, "{told}"),
        }
    }
}

#[tokio::test]
async fn everything_that_is_wrong_is_told_at_once() {
    let network = Network {
        proxy: ProxyChoice::Own { address: String::new() },
        ca_file: Some("missing.pem".into()),
        connect_seconds: 0,
        ..Network::default()
    };
    let problem = failed(setup(network).await, ProblemCode::InvalidInput);
    let fields: Vec<_> = problem.fields.iter().map(|wrong| wrong.field.as_str()).collect();
    assert_eq!(fields, ["connect_seconds", "proxy", "ca_file"]);
}
