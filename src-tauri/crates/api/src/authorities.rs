//! A connection's own certificates, trusted in addition to the system's.

use std::{fs, io::Read as _, path::Path};

use assay_model::FieldReason;
use rustls::{
    RootCertStore,
    pki_types::{CertificateDer, pem::PemObject},
};

const MAX_FILE_BYTES: u64 = 1_000_000;

/// Trusted certificates; never empty.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Authorities(Vec<CertificateDer<'static>>);

impl Authorities {
    /// Reads only the certificates of a PEM file: a regular file of at most 1 MB. May block.
    pub fn read(file: &Path) -> Result<Self, FieldReason> {
        let unreadable = |_| FieldReason::UnreadableFile;
        // Checked before opening: a pipe would wait for a writer.
        if !fs::metadata(file).map_err(unreadable)?.is_file() {
            return Err(FieldReason::UnreadableFile);
        }
        let mut pem = Vec::new();
        fs::File::open(file).map_err(unreadable)?.take(MAX_FILE_BYTES + 1).read_to_end(&mut pem).map_err(unreadable)?;
        if pem.len() as u64 > MAX_FILE_BYTES {
            return Err(FieldReason::FileTooLarge { megabytes: 1 });
        }
        let found: Vec<_> =
            CertificateDer::pem_slice_iter(&pem).collect::<Result<_, _>>().map_err(|_| FieldReason::NoCertificate)?;
        Self::of(found).ok_or(FieldReason::NoCertificate)
    }

    /// Returns certificates in DER form; `None` if there are none or one is invalid.
    #[must_use]
    pub fn of(certificates: Vec<CertificateDer<'static>>) -> Option<Self> {
        let mut roots = RootCertStore::empty();
        let is_whole = certificates.iter().all(|certificate| roots.add(certificate.clone()).is_ok());
        (is_whole && !certificates.is_empty()).then_some(Self(certificates))
    }

    /// Returns certificates from bytes in DER form; `None` if there are none or one is invalid.
    #[must_use]
    pub fn of_bytes(certificates: impl IntoIterator<Item = Vec<u8>>) -> Option<Self> {
        Self::of(certificates.into_iter().map(CertificateDer::from).collect())
    }

    /// Returns the certificates, each in DER form.
    #[must_use]
    pub fn certificates(&self) -> &[CertificateDer<'static>] {
        &self.0
    }
}
