//! Certificates of connections. The webview names a chosen file by number; the app keeps its own
//! copy of the contents.

use std::{
    path::Path,
    sync::{Arc, Mutex, MutexGuard},
};

use assay_api::Authorities;
use assay_model::{CertificateChoice, Certificates, ChosenCertificates, FieldReason, Problem, ProblemCode};
use data_encoding::BASE64;
use serde::{Deserialize, Serialize};
use tokio::task::spawn_blocking;

use crate::{host::Dialogs, lock::lock};

const FIELD: &str = "ca_file";

/// A file's certificates, as saved with a connection.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnCertificates {
    /// The file's name, without its folder.
    name: String,
    /// Each in DER form, in Base64.
    certificates: Vec<String>,
}

impl OwnCertificates {
    fn new(name: String, found: &Authorities) -> Self {
        Self { name, certificates: found.certificates().iter().map(|der| BASE64.encode(der)).collect() }
    }

    pub(crate) fn to_view(&self) -> Certificates {
        let count = u32::try_from(self.certificates.len()).unwrap_or(u32::MAX);
        Certificates { name: self.name.clone(), count }
    }

    /// Parses the certificates. Fails with [`ProblemCode::CaFileUnusable`] if the copy is damaged.
    pub(crate) fn authorities(&self) -> Result<Authorities, Problem> {
        let bytes: Option<Vec<_>> = self.certificates.iter().map(|text| BASE64.decode(text.as_bytes()).ok()).collect();
        bytes.and_then(Authorities::of_bytes).ok_or_else(|| Problem::new(ProblemCode::CaFileUnusable))
    }

    /// Whether both have the same certificates, regardless of file names.
    pub(crate) fn are_same(one: Option<&Self>, other: Option<&Self>) -> bool {
        let certificates = |own: Option<&Self>| own.map(|own| own.certificates.clone());
        certificates(one) == certificates(other)
    }
}

/// Certificate files chosen in this session, numbered from 1; read once, when chosen.
pub(crate) struct CertificateFiles {
    dialogs: Arc<dyn Dialogs>,
    chosen: Mutex<Vec<OwnCertificates>>,
}

impl CertificateFiles {
    pub(crate) fn new(dialogs: Arc<dyn Dialogs>) -> Self {
        Self { dialogs, chosen: Mutex::default() }
    }

    fn add(&self, own: OwnCertificates) -> ChosenCertificates {
        let certificates = own.to_view();
        let mut chosen = self.chosen();
        chosen.push(own);
        ChosenCertificates { file: u32::try_from(chosen.len()).unwrap_or(u32::MAX), certificates }
    }

    /// The certificates that a draft asks for, given the connection's current ones. Fails for an
    /// unknown number.
    pub(crate) fn resolve(
        &self,
        choice: CertificateChoice,
        kept: Option<&OwnCertificates>,
    ) -> Result<Option<OwnCertificates>, Problem> {
        match choice {
            CertificateChoice::None => Ok(None),
            CertificateChoice::Kept => Ok(kept.cloned()),
            CertificateChoice::Chosen { file } => {
                let place = usize::try_from(file).ok().and_then(|file| file.checked_sub(1));
                let own = place.and_then(|place| self.chosen().get(place).cloned());
                own.map(Some).ok_or_else(|| Problem::invalid(FIELD, FieldReason::UnreadableFile))
            }
        }
    }

    fn chosen(&self) -> MutexGuard<'_, Vec<OwnCertificates>> {
        lock(&self.chosen)
    }

    /// Lets the user choose a certificate file, and reads it; `None` if none was chosen.
    ///
    /// Fails with [`ProblemCode::InvalidInput`] if it holds no certificates or is too large.
    pub async fn ca_file_choose(&self, (): ()) -> Result<Option<ChosenCertificates>, Problem> {
        let Some(path) = self.dialogs.choose_file(&["pem", "crt", "cer"]).await? else { return Ok(None) };
        let read = spawn_blocking(move || read(&path)).await;
        let own = read.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?;
        own.map(|own| Some(self.add(own))).map_err(|reason| Problem::invalid(FIELD, reason))
    }
}

fn read(path: &Path) -> Result<OwnCertificates, FieldReason> {
    let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Authorities::read(path).map(|found| OwnCertificates::new(name, &found))
}
