//! Updates of this copy, through the updater plugin, which handles signatures and installers.
//!
//! The core does the plugin's downloads, with its usual limits.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use assay_core::AvailableUpdate;
use assay_model::{Problem, ProblemCode, Release, UpdateMethod};
use jiff::Timestamp;
use serde_json::Value;
use tauri::{
    AppHandle, Config, Env, Manager, Runtime, Url, process,
    utils::{config::BundleType, platform::bundle_type},
};
use tauri_plugin_updater::{Error, RemoteRelease, Update, UpdaterBuilder, UpdaterExt};

use crate::{appimage, package::PackageInstaller};

/// Of an update's changelog, in characters.
const MAX_NOTES_LENGTH: usize = 20_000;

/// How this copy is updated, and the URL of the listing.
pub struct Updates {
    pub method: UpdateMethod,
    pub listing_url: Option<Url>,
    /// Installs packages of the system's package manager.
    installer: Option<PackageInstaller>,
}

impl Updates {
    /// As set by the build and the administrator. The plugin is added only if updates are checked,
    /// since it doesn't start without a key.
    pub fn of<R: Runtime>(app: &AppHandle<R>) -> tauri::Result<Self> {
        Self::with(app, may_update)
    }

    fn with<R: Runtime>(app: &AppHandle<R>, may_update: impl FnOnce() -> bool) -> tauri::Result<Self> {
        let installer = PackageInstaller::of(bundle_type().as_ref());
        let (method, listing_url) = match listing_url(app.config()) {
            None => (UpdateMethod::Unsigned, None),
            Some(_) if !may_update() => (UpdateMethod::Forbidden, None),
            listing_url if installs_itself(&app.env()) => (UpdateMethod::Own, listing_url),
            listing_url if installer.is_some() => (UpdateMethod::WithPermission, listing_url),
            listing_url => (UpdateMethod::Package, listing_url),
        };
        if listing_url.is_some() {
            app.plugin(tauri_plugin_updater::Builder::new().build())?;
        }
        Ok(Self { method, listing_url, installer })
    }

    /// The update in the listing, if any.
    pub fn newer<R: Runtime>(&self, app: &AppHandle<R>, listing: &Value) -> Result<Option<AvailableUpdate>, Problem> {
        let unusable = |error: serde_json::Error| failed(&error.into());
        let listed: RemoteRelease = serde_json::from_value(listing.clone()).map_err(unusable)?;
        if listed.version <= app.package_info().version {
            return Ok(None);
        }
        let package = match self.method {
            UpdateMethod::Own | UpdateMethod::WithPermission => Some(update(app, listing)?.download_url),
            UpdateMethod::Package | UpdateMethod::Forbidden | UpdateMethod::Unsigned => None,
        };
        let page = listing.get("page").and_then(Value::as_str).and_then(|page| Url::parse(page).ok());
        let release = Release {
            version: listed.version.to_string(),
            notes: listed.notes.unwrap_or_default().chars().take(MAX_NOTES_LENGTH).collect(),
            published: listed.pub_date.and_then(|date| Timestamp::from_second(date.unix_timestamp()).ok()),
            page: page.filter(|page| page.scheme() == "https").map(String::from),
        };
        Ok(Some(AvailableUpdate { release, package }))
    }

    /// Verifies and installs the package. On Windows the installer does: the app closes here, or
    /// restarts if the installer doesn't start.
    pub fn install<R: Runtime>(
        &self,
        app: &AppHandle<R>,
        listing: &Value,
        package: &[u8],
        end: impl Fn() + Send + Sync + 'static,
    ) -> Result<(), Problem> {
        if let Some(installer) = &self.installer {
            let update = update(app, listing)?;
            update.verify(package).map_err(|error| failed(&error))?;
            let program = process::current_binary(&app.env()).map_err(|error| failed(&error.into()))?;
            return installer.install(package, &update.version, &program);
        }
        let has_ended = Arc::new(AtomicBool::new(false));
        let ended = Arc::clone(&has_ended);
        let updater = app.updater_builder().on_before_exit(move || {
            ended.store(true, Ordering::SeqCst);
            end();
        });
        let installed = listed(updater, listing)?.install(package).map_err(|error| failed(&error));
        if installed.is_err() && has_ended.load(Ordering::SeqCst) {
            app.request_restart();
        }
        installed
    }
}

/// Verifies that the package is the listed version, signed by the app's makers for that version.
pub fn check<R: Runtime>(app: &AppHandle<R>, listing: &Value, package: &[u8]) -> Result<(), Problem> {
    update(app, listing)?.verify(package).map_err(|error| failed(&error))
}

fn update<R: Runtime>(app: &AppHandle<R>, listing: &Value) -> Result<Update, Problem> {
    listed(app.updater_builder(), listing)
}

fn listed(updater: UpdaterBuilder, listing: &Value) -> Result<Update, Problem> {
    let update = updater.build().and_then(|updater| updater.restore_update(listing.clone()));
    let not_newer = || Problem::new(ProblemCode::UpdateFailed).with_detail("the listed version isn’t newer");
    update.map_err(|error| failed(&error))?.ok_or_else(not_newer)
}

/// The listing's URL, which only release builds have, with their signing key.
fn listing_url(config: &Config) -> Option<Url> {
    let config = config.plugins.0.get("updater")?.clone();
    let config: tauri_plugin_updater::Config = serde_json::from_value(config).ok()?;
    config.endpoints.into_iter().next().filter(|_| !config.pubkey.is_empty())
}

/// Whether this copy installs updates itself, rather than the system's package manager.
fn installs_itself(env: &Env) -> bool {
    match bundle_type() {
        Some(BundleType::App | BundleType::Dmg | BundleType::Nsis | BundleType::Msi) => true,
        Some(BundleType::Deb | BundleType::Rpm) => false,
        Some(BundleType::AppImage) | None => appimage::file(env).is_some(),
    }
}

/// Whether the administrator allows checking for updates. Only administrators can write the policy.
#[cfg(not(windows))]
fn may_update() -> bool {
    let folder = if cfg!(target_os = "macos") { "/Library/Application Support/Assay" } else { "/etc/assay" };
    is_allowed_by(&std::path::Path::new(folder).join("policy.json"))
}

/// Not a file on this system, since any user could create its folder first.
#[cfg(windows)]
fn may_update() -> bool {
    const NOT_THERE: u32 = 0x8007_0002;
    let key = windows_registry::LOCAL_MACHINE.open(r"SOFTWARE\Policies\Assay");
    match key.and_then(|key| key.get_u32("Updates")) {
        Ok(updates) => updates == 1,
        Err(error) if error.code().0 == NOT_THERE.cast_signed() => true,
        Err(error) => {
            log::warn!("can't read the policy: {error}: not checking for updates");
            false
        }
    }
}

/// Whether a policy allows checking for updates. An unreadable one counts as a restriction.
#[cfg(any(not(windows), test))]
fn is_allowed_by(policy: &std::path::Path) -> bool {
    use std::{fs, io};

    let text = match fs::read(policy) {
        Ok(text) => text,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return true,
        Err(error) => {
            log::warn!("{}: {error}: not checking for updates", policy.display());
            return false;
        }
    };
    match serde_json::from_slice::<serde_json::Map<String, Value>>(&text) {
        Ok(policy) => policy.get("updates").is_none_or(|updates| *updates == Value::Bool(true)),
        Err(error) => {
            log::warn!("{}: {error}: not checking for updates", policy.display());
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

#[cfg(test)]
mod tests {
    use std::fs;

    use assay_core::AvailableUpdate;
    use assay_model::{ProblemCode, UpdateMethod};
    use serde_json::{Value, json};
    use tauri::{App, test::MockRuntime};

    use super::{Updates, check, is_allowed_by};

    /// From a key that was discarded after signing the following.
    const KEY: &str = "dW50cnVzdGVkIGNvbW1lbnQ6IG1pbmlzaWduIHB1YmxpYyBrZXk6IEE4QTFDNzQxRkMzMjAwNUQKUldSZEFETDhRY2VocUw1U3R3aG41aWVSTXRVbFVmU2Z2MXVCaGUydmFpQ2pNTHk2SGtVeGNod1gK";

    const PACKAGE: &[u8] = b"the whole of a newer version";

    /// Signed as version 9.0.0; without a version; as version 9.0.0 by another key.
    const SIGNED: &str = "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZSBmcm9tIHRhdXJpIHNlY3JldCBrZXkKUlVSZEFETDhRY2VocU5LUEFacERvTU5rdTFFQ3JnYlhqUEdZVjBSNUZXTnYvSlh5U0JVOGNOcW04OUpZanFwUU9aajI1Umo5eklTMVUwcDQvM1J2cXRXbm1wZGZWVzRxZ0E4PQp0cnVzdGVkIGNvbW1lbnQ6IHRpbWVzdGFtcDoxNzk1MjkwOTk4CWZpbGU6cGFja2FnZQl2ZXJzaW9uOjkuMC4wCjN6UUNJaWdTRkYwTGQ4R0k5WXdYbU5PMnpzaHoralFEK0dYam42TEVaeVQwbkRpV3pJaHdndkYyMzdmMjBod0EwOGVOV3dXa2tTVTlmZStORjRsR0FnPT0K";
    const SIGNED_WITHOUT_VERSION: &str = "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZSBmcm9tIHRhdXJpIHNlY3JldCBrZXkKUlVSZEFETDhRY2VocU8yN0VrVzVuanFzOGFxWUR1WUE0OXhjaFJIdVl4akFTWjA3YUdkdFJ5dWRzdXlYVmFrVFduU25BakRnT3JveEJaeU9aeXREVW5mY2NFMm9LSy9oYmdvPQp0cnVzdGVkIGNvbW1lbnQ6IHRpbWVzdGFtcDoxNzk1MjkwOTk5CWZpbGU6cGFja2FnZQp6SWYwR2pVOFRLdlR1TjZWMDJSYnhQbGJKdG1oVzRLeHpkQlY2VUVIK0lGUmJpTzBRUDZHODgzanRPaUllTnExRUhoeHBoNFRxODRYR3FENmpISnhCdz09Cg==";
    const SIGNED_BY_ANOTHER: &str = "dW50cnVzdGVkIGNvbW1lbnQ6IHNpZ25hdHVyZSBmcm9tIHRhdXJpIHNlY3JldCBrZXkKUlVRbk11Sk9PbHVLa1FvaFRGQXp3UmwwSVJzTnhUM1BYUURweDA3Q2JFVWdQVDVFYlo1czZnN1AxTjhsc3YrVEJqWE1ldWhxd3pUWFJmbStGWTZ0b21EK0h1SXk1VVJVbndZPQp0cnVzdGVkIGNvbW1lbnQ6IHRpbWVzdGFtcDoxNzk1MjkwOTk5CWZpbGU6cGFja2FnZQl2ZXJzaW9uOjkuMC4wCmp5TW9FeENDNC8zTnE2Wlp0K0RnV3lHUTJmbnFXNXZKelNDZWUyTTdOUkFjQ0hlVVRGdVNaVG8wMEIwTDZYaDN5TWF6WkJkSkdNQ1F2UEcxbTJvOEN3PT0K";

    /// Version 1.2.3 of an app with this plugin configuration.
    fn app(updater: Option<Value>) -> App<MockRuntime> {
        let mut context = tauri::test::mock_context(tauri::test::noop_assets());
        context.package_info_mut().version = "1.2.3".parse().unwrap();
        context.config_mut().plugins.0.extend(updater.map(|config| ("updater".to_owned(), config)));
        tauri::test::mock_builder().build(context).unwrap()
    }

    fn released() -> App<MockRuntime> {
        let app = app(Some(json!({ "endpoints": ["https://updates.example/latest.json"], "pubkey": KEY })));
        app.handle().plugin(tauri_plugin_updater::Builder::new().build()).unwrap();
        app
    }

    fn listing(version: &str, signature: &str) -> Value {
        let package = json!({ "url": "https://updates.example/package", "signature": signature });
        let platforms: serde_json::Map<_, _> = ["linux", "darwin", "windows"]
            .iter()
            .flat_map(|system| ["x86_64", "aarch64"].map(|cpu| (format!("{system}-{cpu}"), package.clone())))
            .collect();
        json!({ "version": version, "notes": "Faster.", "pub_date": "2026-11-30T12:00:00Z", "platforms": platforms })
    }

    #[test]
    fn only_what_the_makers_signed_for_that_very_version_is_right() {
        let app = released();
        let check = |listing, package| check(app.handle(), &listing, package).map_err(|problem| problem.code);
        assert_eq!(check(listing("9.0.0", SIGNED), PACKAGE), Ok(()));
        for (listing, package) in [
            (listing("9.0.0", SIGNED), &b"something else"[..]),
            (listing("9.0.0", SIGNED), b""),
            (listing("9.0.0", SIGNED_BY_ANOTHER), PACKAGE),
            (listing("9.0.0", SIGNED_WITHOUT_VERSION), PACKAGE),
            (listing("9.0.0", ""), PACKAGE),
            (listing("9.0.0", "no signature"), PACKAGE),
            // An old version under a new number.
            (listing("9.0.1", SIGNED), PACKAGE),
        ] {
            assert_eq!(check(listing.clone(), package), Err(ProblemCode::UpdateUntrusted), "{listing}");
            let updates = Updates { method: UpdateMethod::Own, listing_url: None, installer: None };
            let installed = updates.install(app.handle(), &listing, package, || {});
            assert_eq!(installed.unwrap_err().code, ProblemCode::UpdateUntrusted);
        }
        assert_eq!(check(listing("1.2.3", SIGNED), PACKAGE), Err(ProblemCode::UpdateFailed));
    }

    #[test]
    #[cfg(unix)]
    fn a_package_manager_gets_only_what_the_makers_signed_for_that_version() {
        use tauri::utils::config::BundleType;

        use crate::package::{PackageInstaller, tests::stand_in};

        let (app, folder) = (released(), tempfile::tempdir().unwrap());
        let asked = folder.path().join("asked");
        for name in ["pkexec", "dpkg"] {
            stand_in(&folder.path().join(name), &format!("touch '{}'; exit 126", asked.display()));
        }
        let installer = PackageInstaller::with(Some(&BundleType::Deb), folder.path());
        let updates = Updates { method: UpdateMethod::WithPermission, listing_url: None, installer };
        let install = |listing: &Value, package: &[u8]| {
            let outcome = updates.install(app.handle(), listing, package, || {});
            (outcome.unwrap_err().code, asked.exists())
        };
        for (listing, package) in [
            (listing("9.0.0", SIGNED), &b"something else"[..]),
            (listing("9.0.0", SIGNED_BY_ANOTHER), PACKAGE),
            (listing("9.0.1", SIGNED), PACKAGE),
        ] {
            assert_eq!(install(&listing, package), (ProblemCode::UpdateUntrusted, false), "{listing}");
        }
        assert_eq!(install(&listing("9.0.0", SIGNED), PACKAGE), (ProblemCode::UpdateNotPermitted, true));
    }

    #[test]
    fn a_newer_version_is_told_from_others() {
        let app = released();
        let newer = |method, listing: &Value| {
            Updates { method, listing_url: None, installer: None }.newer(app.handle(), listing)
        };
        for version in ["1.2.3", "1.2.2", "0.9.9", "1.2.3-preview.1"] {
            assert!(newer(UpdateMethod::Own, &listing(version, SIGNED)).unwrap().is_none(), "{version}");
        }
        let mut listed = listing("v9.0.0", SIGNED);
        listed["page"] = json!("https://updates.example/9");
        let AvailableUpdate { release, package } = newer(UpdateMethod::Own, &listed).unwrap().unwrap();
        assert_eq!((&*release.version, &*release.notes), ("9.0.0", "Faster."));
        assert_eq!(release.published.unwrap().to_string(), "2026-11-30T12:00:00Z");
        assert_eq!(release.page.as_deref(), Some("https://updates.example/9"));
        assert_eq!(package.unwrap().as_str(), "https://updates.example/package");

        // Package manager updates need no package for this copy.
        listed["platforms"] = json!({});
        listed["page"] = json!("javascript:alert(1)");
        let AvailableUpdate { release, package } = newer(UpdateMethod::Package, &listed).unwrap().unwrap();
        assert_eq!((release.page, package), (None, None));
        assert_eq!(newer(UpdateMethod::Own, &listed).err().unwrap().code, ProblemCode::UpdateFailed);
        for odd in [json!({}), json!([]), json!({ "version": "newest", "platforms": {} })] {
            assert_eq!(newer(UpdateMethod::Package, &odd).err().unwrap().code, ProblemCode::UpdateFailed, "{odd}");
        }
    }

    #[test]
    fn a_build_without_key_or_place_never_looks() {
        let endpoints = json!(["https://updates.example/latest.json"]);
        for config in [
            None,
            Some(json!({ "endpoints": endpoints, "pubkey": "" })),
            Some(json!({ "endpoints": [], "pubkey": KEY })),
        ] {
            let updates = Updates::with(app(config).handle(), || true).unwrap();
            assert_eq!((updates.method, updates.listing_url), (UpdateMethod::Unsigned, None));
        }
        let build = app(Some(json!({ "endpoints": endpoints, "pubkey": KEY })));
        let updates = Updates::with(build.handle(), || true).unwrap();
        assert_ne!(updates.method, UpdateMethod::Unsigned);
        assert_eq!(updates.listing_url.unwrap().as_str(), "https://updates.example/latest.json");
    }

    #[test]
    fn an_administrator_can_forbid_it() {
        let folder = tempfile::tempdir().unwrap();
        let policy = folder.path().join("policy.json");
        let method = || Updates::with(released().handle(), || is_allowed_by(&policy)).unwrap().method;
        assert_ne!(method(), UpdateMethod::Forbidden, "there is none");
        for (text, is_forbidden) in [
            (r#"{ "updates": false }"#, true),
            (r#"{ "updates": true }"#, false),
            (r#"{ "something": "else" }"#, false),
            // An invalid policy counts as a restriction.
            (r#"{ "updates": "no" }"#, true),
            ("{ updates: false }", true),
            ("", true),
        ] {
            fs::write(&policy, text).unwrap();
            assert_eq!(method() == UpdateMethod::Forbidden, is_forbidden, "{text}");
        }
        fs::remove_file(&policy).unwrap();
        fs::create_dir(&policy).unwrap();
        assert_eq!(method(), UpdateMethod::Forbidden, "it cannot be read");
    }
}
