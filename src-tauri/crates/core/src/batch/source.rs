//! Sources of a batch's URLs: text, files, and sitemaps.

use std::{
    fs::{self, File},
    io::{Cursor, Read, Seek},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard},
};

use assay_api::{CallContext, Download, PublicFetcher};
use assay_model::{
    BatchSource, CoreEvent, FieldReason, PreviewSource, Problem, ProblemCode, Secret, SourceFile, SourcePreview,
    SourceReading, address,
};
use assay_sources::{IsCanceled, SourceContents, SourceReader};
use tokio::task::spawn_blocking;
use url::Url;

use crate::{
    contact::AllowedHosts,
    events::Events,
    host::{Dialogs, System},
    lock::lock,
};

/// Usual extensions; any other file can be chosen, too.
const EXTENSIONS: [&str; 5] = ["csv", "tsv", "txt", "xml", "gz"];

/// Per drop.
const MAX_DROPPED_FILES: usize = 10;

/// In megabytes, of typed or pasted text.
const MAX_TEXT_MEGABYTES: u32 = 8;

/// In megabytes, of a file or sitemap, unpacked.
const MAX_FILE_MEGABYTES: u32 = 200;

/// Consecutive failed sitemaps before the rest is skipped: each may take its full timeout.
const MAX_UNREACHED: usize = 10;

/// Files that were chosen or dropped in this session, numbered from 1. The webview never gets their
/// paths.
#[derive(Default)]
struct SourceFileRegistry(Mutex<Vec<PathBuf>>);

impl SourceFileRegistry {
    /// Registers a file of `bytes`.
    fn keep(&self, path: PathBuf, bytes: u64) -> SourceFile {
        let name = name_of(&path);
        let mut kept = self.kept();
        kept.push(path);
        let file = u32::try_from(kept.len()).unwrap_or(u32::MAX);
        SourceFile { file, name, bytes }
    }

    fn path(&self, file: u32) -> Result<PathBuf, Problem> {
        let place = usize::try_from(file).ok().and_then(|file| file.checked_sub(1));
        let path = place.and_then(|place| self.kept().get(place).cloned());
        path.ok_or_else(|| failed(&"the file was not chosen since the app was started"))
    }

    fn kept(&self) -> MutexGuard<'_, Vec<PathBuf>> {
        lock(&self.0)
    }
}

/// Reads the sources of batches.
pub(crate) struct Sources {
    files: SourceFileRegistry,
    contacts: Arc<AllowedHosts>,
    dialogs: Arc<dyn Dialogs>,
    system: Arc<dyn System>,
    events: Events,
}

impl Sources {
    pub(crate) fn new(
        contacts: Arc<AllowedHosts>,
        dialogs: Arc<dyn Dialogs>,
        system: Arc<dyn System>,
        events: Events,
    ) -> Self {
        Self { files: SourceFileRegistry::default(), contacts, dialogs, system, events }
    }

    /// Lets the user choose a file with URLs; `None` if none was chosen.
    ///
    /// Fails with [`ProblemCode::FileFailed`] if it isn't a readable file.
    pub async fn source_choose(&self, (): ()) -> Result<Option<SourceFile>, Problem> {
        let Some(path) = self.dialogs.choose_file(&EXTENSIONS).await? else { return Ok(None) };
        let (path, bytes) = run_blocking(move || bytes_of(&path).map(|bytes| (path, bytes))).await?;
        Ok(Some(self.files.keep(path, bytes)))
    }

    /// Previews a source of URLs, without passwords.
    ///
    /// Invalid content is part of the result. Fails with [`ProblemCode::FileFailed`] if a file can
    /// no longer be read, and like a read if the sitemap can't be fetched.
    pub async fn source_preview(&self, wanted: PreviewSource) -> Result<SourcePreview, Problem> {
        self.read_source(&wanted.source).await.map(|contents| contents.preview)
    }

    /// Reads all URLs of a source. Stops when the call is canceled.
    ///
    /// Fails as [`Self::source_preview`] does.
    pub(crate) async fn read_source(&self, source: &BatchSource) -> Result<SourceContents, Problem> {
        match source {
            BatchSource::Text { text, reading } => {
                let text = Cursor::new(SecretText(text.clone()));
                let (reader, listed) = read(reading, MAX_TEXT_MEGABYTES, String::new(), move || Ok(text)).await?;
                read_listed_sources(reader, listed, &PublicFetcher::default().public_only(self.system.resolver()), &[])
                    .await
            }
            BatchSource::File { file, reading } => {
                let path = self.files.path(*file)?;
                let (reader, listed) =
                    read(reading, MAX_FILE_MEGABYTES, name_of(&path), move || File::open(path)).await?;
                read_listed_sources(reader, listed, &PublicFetcher::default().public_only(self.system.resolver()), &[])
                    .await
            }
            BatchSource::Sitemap { address } => {
                let asked = sitemap_address(address)?;
                self.contacts.may_contact(&asked).await?;
                let web = PublicFetcher::default().allowing_origin_of(&asked, self.system.resolver());
                let web = CallContext::current().canceled.run_until_cancelled(web).await;
                let web = web.ok_or_else(|| Problem::new(ProblemCode::Canceled))?;
                let Download { address: reached, body } = web.fetch(&asked).await?;
                let name = asked.to_string();
                let mut reader = SourceReader::new(SourceReading::default(), MAX_FILE_MEGABYTES, canceled());
                let (reader, listed) = run_blocking(move || {
                    let listed = reader.read_sitemap(&name, Cursor::new(body))?;
                    Ok((reader, listed))
                })
                .await?;
                read_listed_sources(reader, listed, &web, &[asked, reached]).await
            }
            BatchSource::Reports { .. }
            | BatchSource::List { .. }
            | BatchSource::Library { .. }
            | BatchSource::FixList { .. } => Err(Problem::invalid("source", FieldReason::NotUsable)),
        }
    }

    /// The name of a chosen or dropped file.
    pub(crate) fn source_name(&self, file: u32) -> Result<String, Problem> {
        self.files.path(file).map(|path| name_of(&path))
    }

    /// Notifies the window of files being dragged over it.
    pub(crate) fn files_over(&self, over: bool) {
        self.events.send(&CoreEvent::FilesOver { over });
    }

    /// Notifies the window of dropped files. May block.
    pub(crate) fn files_dropped(&self, paths: Vec<PathBuf>) {
        let found = paths.into_iter().filter_map(|path| bytes_of(&path).ok().map(|bytes| (path, bytes)));
        let files = found.take(MAX_DROPPED_FILES).map(|(path, bytes)| self.files.keep(path, bytes)).collect();
        self.events.send(&CoreEvent::FilesDropped { files });
    }
}

/// Text that may hold passwords.
struct SecretText(Secret);

impl AsRef<[u8]> for SecretText {
    fn as_ref(&self) -> &[u8] {
        self.0.expose().as_bytes()
    }
}

/// Reads a source and returns the sitemaps that it lists.
async fn read<S: Read + Seek>(
    reading: &SourceReading,
    megabytes: u32,
    name: String,
    open: impl FnOnce() -> std::io::Result<S> + Send + 'static,
) -> Result<(SourceReader, Vec<String>), Problem> {
    let mut reader = SourceReader::new(reading.clone(), megabytes, canceled());
    run_blocking(move || {
        let source = open().map_err(|error| failed(&error))?;
        let listed = reader.read(&name, source)?;
        Ok((reader, listed))
    })
    .await
}

/// Reads listed sitemaps one by one, since most are on one server. Known ones are skipped.
async fn read_listed_sources(
    mut reader: SourceReader,
    listed: Vec<String>,
    web: &PublicFetcher,
    known: &[Url],
) -> Result<SourceContents, Problem> {
    let mut unreached = Vec::new();
    for name in listed {
        let Some(address) = Url::parse(&name).ok().filter(|address| !known.contains(address)) else { continue };
        if let Some(problem) = unreached.get(MAX_UNREACHED - 1) {
            reader.missed(&name, Problem::clone(problem));
            continue;
        }
        match web.fetch(&address).await {
            Ok(Download { body, .. }) => {
                unreached.clear();
                reader = run_blocking(move || {
                    reader.read_listed(&name, Cursor::new(body))?;
                    Ok(reader)
                })
                .await?;
            }
            Err(problem) if problem.code == ProblemCode::Canceled => return Err(problem),
            Err(problem) => {
                if problem.status.is_some() {
                    unreached.clear();
                } else {
                    unreached.push(problem.clone());
                }
                reader.missed(&name, problem);
            }
        }
        if reader.is_full() {
            break;
        }
    }
    Ok(reader.finish())
}

/// Whether the current call was canceled.
fn canceled() -> IsCanceled {
    let token = CallContext::current().canceled;
    Arc::new(move || token.is_cancelled())
}

async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let done = spawn_blocking(work).await;
    done.unwrap_or_else(|fault| Err(Problem::new(ProblemCode::Internal).with_detail(fault.to_string())))
}

/// Parses a sitemap's URL. It is requested without a key, so plain http is fine.
fn sitemap_address(typed: &str) -> Result<Url, Problem> {
    let refuse = |reason| Problem::invalid("address", reason);
    let address = address::page(typed).map_err(refuse)?;
    if address.username().is_empty() && address.password().is_none() {
        Ok(address)
    } else {
        Err(refuse(FieldReason::Credentials))
    }
}

/// The size of a file. May block. Fails with [`ProblemCode::FileFailed`] if it isn't a file.
fn bytes_of(path: &Path) -> Result<u64, Problem> {
    let about = fs::metadata(path).map_err(|error| failed(&error))?;
    if about.is_file() { Ok(about.len()) } else { Err(failed(&"this is no file")) }
}

fn name_of(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn failed(why: &dyn std::fmt::Display) -> Problem {
    Problem::new(ProblemCode::FileFailed).with_detail(why.to_string())
}
