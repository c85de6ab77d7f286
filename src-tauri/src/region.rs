//! How the system writes numbers and lists, apart from its languages.

/// The locale of numbers, such as `de-DE`, if known.
#[cfg(windows)]
pub fn number_locale() -> Option<String> {
    international("LocaleName")
}

/// The separator of lists, with which Excel reads and writes CSV files.
#[cfg(windows)]
pub fn list_separator() -> Option<String> {
    international("sList")
}

#[cfg(windows)]
fn international(name: &str) -> Option<String> {
    windows_registry::CURRENT_USER.open(r"Control Panel\International").ok()?.get_string(name).ok()
}

/// The locale of numbers, such as `de-DE`, if known.
#[cfg(target_os = "macos")]
pub fn number_locale() -> Option<String> {
    // The languages have the region.
    sys_locale::get_locale()
}

/// The locale of numbers, such as `de-DE`, if known.
#[cfg(target_os = "linux")]
pub fn number_locale() -> Option<String> {
    let mut set = ["LC_ALL", "LC_NUMERIC", "LANG"].into_iter().filter_map(|name| std::env::var(name).ok());
    set.find(|value| !value.is_empty()).and_then(|value| tag_of(&value))
}

/// Other systems have none.
#[cfg(not(windows))]
pub fn list_separator() -> Option<String> {
    None
}

/// The language tag of a POSIX locale; `None` for its own, which has no language.
#[cfg(target_os = "linux")]
fn tag_of(locale: &str) -> Option<String> {
    let name = locale.split(['.', '@']).next().unwrap_or_default();
    (!matches!(name, "" | "C" | "POSIX")).then(|| name.replace('_', "-"))
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use super::tag_of;

    #[test]
    fn a_posix_locale_is_read_as_a_tag() {
        for (locale, tag) in [
            ("de_DE.UTF-8", Some("de-DE")),
            ("ca_ES@valencia", Some("ca-ES")),
            ("fr", Some("fr")),
            ("C.UTF-8", None),
            ("POSIX", None),
        ] {
            assert_eq!(tag_of(locale).as_deref(), tag, "{locale}");
        }
    }
}
