//! Network settings, valid and invalid.

use std::{fs, path::Path, time::Duration};

use assay_api::{Authorities, ClientSettings, Limits};
use assay_model::{FieldReason, Network, Problem, ProblemCode, ProxyChoice, ServiceCapabilities};

use crate::{authority::Authority, failed, refused};

fn setup(network: &Network) -> Result<ClientSettings, Problem> {
    ClientSettings::of(network, ServiceCapabilities::default())
}

#[test]
fn settings_become_limits() {
    let limits = setup(&Network::default()).unwrap().limits;
    assert_eq!(limits, Limits::default());
    let network = Network { connect_seconds: 1, read_seconds: 600, write_seconds: 2, ..Network::default() };
    let limits = setup(&network).unwrap().limits;
    assert_eq!(
        (limits.connect, limits.read, limits.write),
        (Duration::from_secs(1), Duration::from_mins(10), Duration::from_secs(2)),
    );
}

#[test]
fn what_is_known_of_a_service_is_kept() {
    let generation = ServiceCapabilities { says_score: true, rate_limit: Some(3), ..ServiceCapabilities::default() };
    assert_eq!(ClientSettings::of(&Network::default(), generation.clone()).unwrap().generation, generation);
}

#[test]
fn times_out_of_range_are_refused_with_the_range() {
    let out_of = |most| FieldReason::OutOfRange { least: 1, most };
    let plain = Network::default;
    for seconds in [0, 121] {
        let network = Network { connect_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(&network), "connect_seconds"), out_of(120));
    }
    for seconds in [0, 601, u16::MAX] {
        let network = Network { read_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(&network), "read_seconds"), out_of(600));
        let network = Network { write_seconds: seconds, ..plain() };
        assert_eq!(refused(setup(&network), "write_seconds"), out_of(600));
    }
    for seconds in [1, 120] {
        setup(&Network { connect_seconds: seconds, ..plain() }).unwrap();
    }
    for seconds in [1, 600] {
        setup(&Network { read_seconds: seconds, write_seconds: seconds, ..plain() }).unwrap();
    }
}

#[test]
fn a_proxy_has_a_web_address_without_secrets() {
    let own = |address: &str| Network { proxy: ProxyChoice::Own { address: address.into() }, ..Network::default() };
    for (address, reason) in [
        ("", FieldReason::Required),
        ("  ", FieldReason::Required),
        ("http://", FieldReason::NoHost),
        ("socks5://proxy.example:1080", FieldReason::UnsupportedScheme),
        ("http://user:word@proxy.example", FieldReason::Credentials),
        ("user@proxy.example:3128", FieldReason::Credentials),
        ("http://proxy.example/?a=b", FieldReason::QueryOrFragment),
    ] {
        assert_eq!(refused(setup(&own(address)), "proxy"), reason, "{address}");
    }
    for address in ["proxy.example:3128", " http://proxy.example ", "https://[::1]:3128", "HTTP://10.0.0.1"] {
        setup(&own(address)).unwrap();
    }
    setup(&Network { proxy: ProxyChoice::Direct, ..Network::default() }).unwrap();
}

#[test]
fn a_certificate_file_holds_certificates() {
    let folder = tempfile::tempdir().unwrap();
    let read = |file: &Path| Authorities::read(file).map(|found| found.certificates().len());
    assert_eq!(read(&folder.path().join("missing.pem")), Err(FieldReason::UnreadableFile));
    assert_eq!(read(folder.path()), Err(FieldReason::UnreadableFile));

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
        assert_eq!(read(&file), certificates.ok_or(FieldReason::NoCertificate), "{told}");
    }
}

#[test]
fn a_certificate_file_is_a_regular_file_of_at_most_a_megabyte() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("large.pem");
    let pem = Authority::new().pem();
    for (bytes, found) in [(1_000_000, Ok(1)), (1_000_001, Err(FieldReason::FileTooLarge { megabytes: 1 }))] {
        fs::write(&file, format!("{}\n{pem}", "x".repeat(bytes - pem.len() - 1))).unwrap();
        assert_eq!(Authorities::read(&file).map(|found| found.certificates().len()), found);
    }
    for endless in ["/dev/zero", "/dev/stdin"] {
        assert_eq!(Authorities::read(Path::new(endless)), Err(FieldReason::UnreadableFile), "{endless}");
    }
}

#[test]
fn everything_that_is_wrong_is_told_at_once() {
    let network =
        Network { proxy: ProxyChoice::Own { address: String::new() }, connect_seconds: 0, ..Network::default() };
    let problem = failed(setup(&network), ProblemCode::InvalidInput);
    let fields: Vec<_> = problem.fields.iter().map(|wrong| wrong.field.as_str()).collect();
    assert_eq!(fields, ["connect_seconds", "proxy"]);
}
