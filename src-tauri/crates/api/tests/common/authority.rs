//! Certificate authorities for tests.

use std::sync::Arc;

use jiff::{Span, Timestamp, civil::Date, tz::TimeZone};
use rcgen::{BasicConstraints, CertificateParams, CertifiedIssuer, DnType, IsCa, KeyPair, date_time_ymd};
use rustls::{
    ServerConfig,
    crypto::aws_lc_rs,
    pki_types::{CertificateDer, PrivateKeyDer},
};

/// An authority that is trusted only where a test says so.
pub struct Authority(CertifiedIssuer<'static, KeyPair>);

impl Authority {
    /// A new authority.
    pub fn new() -> Self {
        let mut params = CertificateParams::new([]).unwrap();
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.distinguished_name.push(DnType::OrganizationName, "Test Authority");
        Self(CertifiedIssuer::self_signed(params, KeyPair::generate().unwrap()).unwrap())
    }

    /// Its own certificate.
    pub fn certificate(&self) -> CertificateDer<'static> {
        self.0.der().clone()
    }

    /// Its own certificate, as files have it.
    pub fn pem(&self) -> String {
        self.0.pem()
    }

    /// A server configuration for this computer, valid between these days from now.
    pub fn vouch(&self, from: i64, until: i64) -> ServerConfig {
        self.vouch_for(&["localhost", "127.0.0.1"], from, until)
    }

    /// A server configuration for other names.
    pub fn vouch_for(&self, names: &[&str], from: i64, until: i64) -> ServerConfig {
        let names: Vec<_> = names.iter().map(|&name| name.to_owned()).collect();
        let mut params = CertificateParams::new(names).unwrap();
        let date = |days| {
            let date = day(days);
            date_time_ymd(date.year().into(), date.month().try_into().unwrap(), date.day().try_into().unwrap())
        };
        (params.not_before, params.not_after) = (date(from), date(until));
        let key = KeyPair::generate().unwrap();
        let certificate = params.signed_by(&key, &self.0).unwrap();
        serving(certificate.der().clone(), &key)
    }
}

/// A self-signed server configuration.
pub fn self_signed() -> ServerConfig {
    let made = rcgen::generate_simple_self_signed(["localhost".to_owned(), "127.0.0.1".to_owned()]).unwrap();
    serving(made.cert.der().clone(), &made.signing_key)
}

fn serving(certificate: CertificateDer<'static>, key: &KeyPair) -> ServerConfig {
    let key = PrivateKeyDer::try_from(key.serialize_der()).unwrap();
    ServerConfig::builder_with_provider(Arc::new(aws_lc_rs::default_provider()))
        .with_safe_default_protocol_versions()
        .unwrap()
        .with_no_client_auth()
        .with_single_cert(vec![certificate], key)
        .unwrap()
}

/// A date that many days from now.
fn day(days: i64) -> Date {
    Timestamp::now().to_zoned(TimeZone::UTC).date() + Span::new().days(days)
}
