//! Newer versions of the app: how this copy gets them, and the updater plugin, which knows signatures and installers.
//!
//! What the plugin would fetch, the core fetches: bounded, and in the same ways as everything else.

use std::{
    fs, io,
    path::{Path, PathBuf},
};

use assay_core::Newer;
use assay_model::{Problem, ProblemCode, Release, UpdateWay};
use jiff::Timestamp;
use serde_json::{Map, Value};
use tauri::{
    AppHandle, Config, Env, Manager, Runtime, Url,
    utils::{config::BundleType, platform::bundle_type},
};
use tauri_plugin_updater::{Error, RemoteRelease, Update, UpdaterExt};

/// The most characters of what is new in a version.
const LONGEST_NOTES: usize = 20_000;

/// How this copy of the app is updated, and where what came out is listed.
pub struct Updates {
    pub way: UpdateWay,
    pub address: Option<Url>,
}

impl Updates {
    /// As the build and the computer's administrator have it. Only where newer versions are looked for is the plugin
    /// there: it does not start without a key.
    pub fn of<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Self> {
        Self::with(app, &policy_file())
    }

    fn with<R: Runtime>(app: &AppHandle<R>, policy: &Path) -> tauri::Result<Self> {
        let (way, address) = match address(app.config()) {
            None => (UpdateWay::Unsigned, None),
            Some(_) if !may_update(policy) => (UpdateWay::Forbidden, None),
            address if installs_itself(&app.env()) => (UpdateWay::Own, address),
            address => (UpdateWay::Package, address),
        };
        if address.is_some() {
            app.plugin(tauri_plugin_updater::Builder::new().build())?;
        }
        Ok(Self { way, address })
    }

    /// The version that is newer than this one, if the listing has one.
    pub fn newer<R: Runtime>(&self, app: &AppHandle<R>, listing: &Value) -> Result<Option<Newer>, Problem> {
        let unusable = |error: serde_json::Error| failed(&error.into());
        let listed: RemoteRelease = serde_json::from_value(listing.clone()).map_err(unusable)?;
        if listed.version <= app.package_info().version {
            return Ok(None);
        }
        let package = if self.way == UpdateWay::Own { Some(update(app, listing)?.download_url) } else { None };
        let page = listing.get("page").and_then(Value::as_str).and_then(|page| Url::parse(page).ok());
        let release = Release {
            version: listed.version.to_string(),
            notes: listed.notes.unwrap_or_default().chars().take(LONGEST_NOTES).collect(),
            published: listed.pub_date.and_then(|date| Timestamp::from_second(date.unix_timestamp()).ok()),
            page: page.filter(|page| page.scheme() == "https").map(String::from),
        };
        Ok(Some(Newer { release, package }))
    }
}

/// Whether the package is that of the version in the listing, signed by the app's makers for that very version.
pub fn check<R: Runtime>(app: &AppHandle<R>, listing: &Value, package: &[u8]) -> Result<(), Problem> {
    update(app, listing)?.verify(package).map_err(|error| failed(&error))
}

/// Lets the package take this version's place after the same check. On Windows its installer does, and the app ends here.
pub fn install<R: Runtime>(app: &AppHandle<R>, listing: &Value, package: &[u8]) -> Result<(), Problem> {
    update(app, listing)?.install(package).map_err(|error| failed(&error))
}

fn update<R: Runtime>(app: &AppHandle<R>, listing: &Value) -> Result<Update, Problem> {
    let ending = app.clone();
    let updater = app.updater_builder().on_before_exit(move || {
        crate::end(&ending);
        ending.cleanup_before_exit();
    });
    let update = updater.build().and_then(|updater| updater.restore_update(listing.clone()));
    let not_newer = || Problem::new(ProblemCode::UpdateFailed).with_detail("the version that is listed is not newer");
    update.map_err(|error| failed(&error))?.ok_or_else(not_newer)
}

/// The release build says where its newer versions are listed, and the key that they are signed with.
fn address(config: &Config) -> Option<Url> {
    let config = config.plugins.0.get("updater")?.clone();
    let config: tauri_plugin_updater::Config = serde_json::from_value(config).ok()?;
    config.endpoints.into_iter().next().filter(|_| !config.pubkey.is_empty())
}

/// Whether a newer version takes the place of this copy: not where the system's package manager looks after it.
fn installs_itself(env: &Env) -> bool {
    match bundle_type() {
        Some(BundleType::App | BundleType::Dmg | BundleType::Nsis | BundleType::Msi) => true,
        Some(BundleType::Deb | BundleType::Rpm) => false,
        Some(BundleType::AppImage) | None => runs_from_appimage(env),
    }
}

#[cfg(target_os = "linux")]
fn runs_from_appimage(env: &Env) -> bool {
    let (Some(_), Some(folder)) = (&env.appimage, &env.appdir) else { return false };
    // What another AppImage starts inherits its variables, but is not that file.
    std::env::current_exe().is_ok_and(|program| program.starts_with(folder))
}

#[cfg(not(target_os = "linux"))]
fn runs_from_appimage(_: &Env) -> bool {
    false
}

/// Where the computer's administrator lays down what the app may do. Only administrators can write there.
fn policy_file() -> PathBuf {
    let folder = match std::env::consts::OS {
        "windows" => {
            std::env::var_os("ProgramData").map_or_else(|| r"C:\ProgramData".into(), PathBuf::from).join("Assay")
        }
        "macos" => "/Library/Application Support/Assay".into(),
        _ => "/etc/assay".into(),
    };
    folder.join("policy.json")
}

/// Whether the policy lets the app look for newer versions. One that is there but cannot be understood was meant to
/// restrict something.
fn may_update(policy: &Path) -> bool {
    let text = match fs::read(policy) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return true,
        Err(error) => {
            log::warn!("{}: {error}: no newer versions are looked for", policy.display());
            return false;
        }
    };
    match serde_json::from_slice::<Map<String, Value>>(&text) {
        Ok(policy) => policy.get("updates").is_none_or(|updates| *updates == Value::Bool(true)),
        Err(error) => {
            log::warn!("{}: {error}: no newer versions are looked for", policy.display());
            false
        }
    }
}

fn failed(error: &Error) -> Problem {
    let code = match error {
        Error::Minisign(_)
        | Error::Base64(_)
        | Error::SignatureUtf8(_)
        | Error::SignedVersionMismatch { .. }
        | Error::MissingSignedVersion => ProblemCode::UpdateUntrusted,
        _ => ProblemCode::UpdateFailed,
    };
    Problem::new(code).with_detail(error.to_string())
}
