//! The app's folders.

use std::{fs, io, path::Path};

/// Creates a folder for the current user only, or restricts an existing one, where the system and
/// disk support that. The error names the folder.
pub fn make_private(folder: &Path) -> io::Result<()> {
    fs::create_dir_all(folder)
        .map_err(|error| io::Error::new(error.kind(), format!("{}: {error}", folder.display())))?;
    #[cfg(unix)]
    if let Err(error) = fs::set_permissions(folder, std::os::unix::fs::PermissionsExt::from_mode(0o700)) {
        log::warn!("couldn't make {} private: {error}", folder.display());
    }
    Ok(())
}

#[cfg(test)]
#[cfg(unix)]
mod tests {
    use std::{fs, os::unix::fs::PermissionsExt as _, path::Path};

    use super::make_private;

    #[test]
    fn nobody_else_may_enter_a_new_folder_or_one_that_was_open() {
        let above = tempfile::tempdir().unwrap();
        let mode = |folder: &Path| fs::metadata(folder).unwrap().permissions().mode() & 0o777;
        let folder = above.path().join("new/one");
        make_private(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
        fs::set_permissions(&folder, fs::Permissions::from_mode(0o755)).unwrap();
        make_private(&folder).unwrap();
        assert_eq!(mode(&folder), 0o700);
    }

    #[test]
    fn a_disk_without_permissions_is_no_fault_and_a_file_in_the_way_is_named() {
        // Its permissions can't be changed.
        #[cfg(target_os = "linux")]
        make_private(Path::new("/proc/self")).unwrap();
        let file = tempfile::NamedTempFile::new().unwrap();
        let error = make_private(&file.path().join("data")).unwrap_err();
        assert!(error.to_string().contains("data"), "{error}");
    }
}
