//! Redacts texts that the user sends elsewhere, such as diagnostics: no URLs, hosts, paths, or
//! keys.

use std::net::{Ipv4Addr, Ipv6Addr};

use assay_model::ProblemCode;
use jiff::civil::{Date, Time};

/// Replaces a URL, host, or path.
const ADDRESS: &str = "<address>";

/// Replaces a possible key or report id.
const REDACTED: &str = "<hidden>";

/// Words of letters and digits this long are not natural language.
const MIN_KEY_LENGTH: usize = 16;

/// Known file extensions that look like hosts. Without `rs` and `so`, which are country domains;
/// such files mostly come with a folder anyway.
const FILES: [&str; 14] =
    ["js", "ts", "tsx", "css", "html", "json", "sqlite", "log", "txt", "csv", "xlsx", "dll", "exe", "desktop"];

/// Dotted program names on the session bus.
const PROGRAMS: [&str; 3] = ["org.freedesktop.", "org.gnome.", "app.assay."];

/// Redacts URLs, hosts, the home folder, and possible keys. Hosts that look like plain words are
/// redacted only if they are in `hosts`.
///
/// This is the second line of defense: [`assay_model::Secret`] can't be printed at all.
#[must_use]
pub fn redact(text: &str, hosts: &[String]) -> String {
    let home = std::env::home_dir().and_then(|home| home.into_os_string().into_string().ok());
    let text = match home {
        Some(home) if home.len() > 1 => text.replace(&home, "~"),
        _ => text.to_owned(),
    };
    let text = without_pem(&text);
    let mut shown = String::with_capacity(text.len());
    // A URL may contain any character but these.
    for part in text.split_inclusive(|sign: char| sign.is_whitespace() || "\"`<>".contains(sign)) {
        let words = part.trim_end_matches(|sign: char| sign.is_whitespace() || "\"`<>".contains(sign));
        show_words(words, hosts, &mut shown);
        shown.push_str(&part[words.len()..]);
    }
    shown
}

/// Removes keys and certificates in PEM form, and possible fragments of them.
fn without_pem(text: &str) -> String {
    const DASHES: &str = "-----";
    let Some((before, behind)) = text.split_once(DASHES) else { return text.to_owned() };
    let end = behind.rfind("-----END").map(|end| &behind[end + DASHES.len()..]);
    let rest = end.and_then(|end| end.split_once(DASHES)).map_or("", |(_, rest)| rest);
    format!("{before}{REDACTED}{}", rest.trim_start_matches('-'))
}

/// Whether a log line starts an entry: time, level, and module. Others continue one, often with a
/// service's text.
pub(crate) fn is_entry(line: &str) -> bool {
    message_of(line).is_some()
}

fn message_of(line: &str) -> Option<&str> {
    let (head, message) = line.split_once("] ")?;
    let [date, time, _, level] = *head.strip_prefix('[')?.split("][").collect::<Vec<_>>() else { return None };
    let is_head =
        date.parse::<Date>().is_ok() && time.parse::<Time>().is_ok() && ["ERROR", "WARN", "INFO"].contains(&level);
    is_head.then_some(message)
}

/// The first line of a log entry, without response data, truncated.
pub(crate) fn redact_line(line: &str, hosts: &[String]) -> String {
    const LONGEST: usize = 500;
    let begun = line.len() - message_of(line).map_or(0, str::len);
    let own = begun + length_of_own(&line[begun..]);
    let own = line[..own].find(['{', '<']).unwrap_or(own);
    let short: String = line[..own].chars().take(LONGEST).collect();
    format!("{}{}", redact(&short, hosts), if short.len() < line.len() { "…" } else { "" })
}

/// The length of a message's own text, in bytes; for a problem, of its code.
fn length_of_own(message: &str) -> usize {
    let is_call = |name: &&str| name.chars().all(|sign| sign.is_ascii_lowercase() || sign == '_');
    let call = message.split(": ").next().filter(is_call).map(|name| name.len() + ": ".len());
    let Some(begun) = call.or_else(|| Some(message.find("problem=")? + "problem=".len())) else { return message.len() };
    let behind = message.get(begun..).unwrap_or_default();
    let code = &behind[..behind.find(|sign: char| !sign.is_ascii_alphanumeric()).unwrap_or(behind.len())];
    // Details of all others may contain data of the service or the user.
    let is_local = ProblemCode::ALL.iter().any(|local| local.is_local() && format!("{local:?}") == code);
    if is_local { message.len() } else { message.len() - behind.len() + code.len() }
}

fn show_words(words: &str, hosts: &[String], shown: &mut String) {
    let mut rest = words;
    while let Some(sign) = rest.chars().next() {
        if is_between(sign) {
            shown.push(sign);
            rest = &rest[sign.len_utf8()..];
            continue;
        }
        let (word, behind) = rest.split_at(rest.find(is_between).unwrap_or(rest.len()));
        if is_address(word, hosts) {
            // Includes the rest: a query may contain separators.
            shown.push_str(ADDRESS);
            return;
        }
        let parts: Vec<_> = word.split(['/', '\\', ':']).collect();
        if parts.iter().any(|part| is_key(part)) || is_key(word) {
            shown.push_str(REDACTED);
        } else {
            shown.push_str(word);
        }
        rest = behind;
    }
}

fn is_between(sign: char) -> bool {
    "'()[]{}|,;=".contains(sign)
}

fn is_address(word: &str, hosts: &[String]) -> bool {
    if word.contains("://") {
        return true;
    }
    let word = word.trim_end_matches(['.', ',', ':', '!', '?']);
    if word.parse::<Ipv6Addr>().is_ok() {
        return word != "::";
    }
    if PROGRAMS.iter().any(|beginning| word.starts_with(beginning)) {
        return false;
    }
    let (host, path) = word.split_at(word.find(['/', ':', '?', '#']).unwrap_or(word.len()));
    let host = host.rsplit_once('@').map_or(host, |(_, host)| host);
    if host.parse::<Ipv4Addr>().is_ok() || hosts.iter().any(|known| known.eq_ignore_ascii_case(host)) {
        return true;
    }
    let Some((before, last)) = host.rsplit_once('.') else { return false };
    let is_label =
        |label: &str| !label.is_empty() && label.chars().all(|sign| sign.is_alphanumeric() || "-_".contains(sign));
    let is_last = last.starts_with("xn--") || (last.chars().count() > 1 && last.chars().all(char::is_alphabetic));
    let is_file = is_file(host) && !path.starts_with(['/', '?', '#']);
    is_last && !is_file && before.split('.').all(is_label)
}

fn is_file(word: &str) -> bool {
    word.rsplit_once('.').is_some_and(|(_, extension)| FILES.contains(&extension))
}

fn is_key(word: &str) -> bool {
    let is_sign = |sign: char| sign.is_ascii_alphanumeric() || "-_+.~".contains(sign);
    word.len() >= MIN_KEY_LENGTH
        && !is_file(word)
        && word.chars().all(is_sign)
        && word.contains(|sign: char| sign.is_ascii_digit())
        && word.contains(|sign: char| sign.is_ascii_alphabetic())
}

#[cfg(test)]
mod tests {
    use super::{is_entry, redact, redact_line};

    #[test]
    fn addresses_and_keys_are_not_shown() {
        for (text, shown) in [
            ("GET https://user:pw@shop.example/a?q=tulips,x;y=(1) failed", "GET <address> failed"),
            ("\"https://shop.example/\", again", "\"<address>\", again"),
            ("(http://127.0.0.1:9000/api)", "(<address>"),
            ("at shop.example/tulips?x=1", "at <address>"),
            ("at example.com.", "at <address>"),
            ("url=münchen.de, then", "url=<address> then"),
            ("mail somebody@example.com now", "mail <address> now"),
            ("peer 192.168.1.20:443 and [fe80::1]:80", "peer <address> and [<address>"),
            ("at pages.shop.rs now, at shop.so:443", "at <address> now, at <address>"),
            ("Bearer planted-key-7c1f", "Bearer <hidden>"),
            ("key=0123456789abcdef0123456789abcdef;", "key=<hidden>;"),
            ("report 3f2b8c1e-aaaa-4bbb-8ccc-1234567890ab", "report <hidden>"),
        ] {
            assert_eq!(redact(text, &[]), shown);
        }
    }

    #[test]
    fn nothing_in_pem_form_is_shown_whatever_its_lines() {
        for (text, shown) in [
            (
                "a\n-----BEGIN CERTIFICATE-----\nMIIBszCCAVmg\nAwIBAgIUJb0X\n-----END CERTIFICATE-----\nb",
                "a\n<hidden>\nb",
            ),
            ("a -----BEGIN PRIVATE KEY-----\nMIIBszCCAVmg", "a <hidden>"),
            ("-----BEGIN A-----\nMIIB\n-----END A-----\nx\n-----BEGIN B-----\nMIIB\n-----END B-----", "<hidden>"),
            ("a ----- b", "a <hidden>"),
            ("--no-such-option --- x", "--no-such-option --- x"),
        ] {
            assert_eq!(redact(text, &[]), shown);
        }
    }

    #[test]
    fn computers_of_the_users_network_are_not_shown() {
        for (text, shown) in [
            ("no answer of marigold:8080/tulips?x=1", "no answer of <address>"),
            ("lookup of \"Marigold\".", "lookup of \"<address>\"."),
            ("marigolds bloom", "marigolds bloom"),
        ] {
            assert_eq!(redact(text, &["marigold".to_owned()]), shown);
        }
    }

    #[test]
    fn what_helps_to_find_a_fault_is_shown() {
        for text in [
            "thread 'main' panicked at src/app/main.rs:12:5:",
            "[2026-01-02][03:04:05][assay_core::sync][WARN] a sync ended early: TimedOut (took 30.5s)",
            "settings.json was damaged: it is now settings.damaged-1.json, and its backup is in its place",
            "org.freedesktop.DBus.Error.ServiceUnknown: The name is not activatable",
            "Assay 1.2.3, WebKitGTK 2.50.1",
            "assay_core::batch::registry::RunningBatches::stop_all",
            "",
        ] {
            assert_eq!(redact(text, &[]), text);
        }
    }

    #[test]
    fn the_users_home_is_not_named() {
        let home = std::env::home_dir().unwrap();
        let text = format!("{} cannot be opened", home.join("a").display());
        assert!(redact(&text, &[]).starts_with('~'), "{}", redact(&text, &[]));
    }

    #[test]
    fn what_a_service_answered_is_not_shown() {
        const HEAD: &str = "[2026-01-02][03:04:05][assay_core::sync][WARN] ";
        for (message, shown) in [
            ("reports_list: UnsupportedService (it said {\"title\": \"Tulips\"})", "reports_list: UnsupportedService…"),
            ("report_create: RefusedInput: Tulips of May problem=LibraryFailed (x)", "report_create: RefusedInput…"),
            ("reports_list: TimedOut", "reports_list: TimedOut"),
            ("reports_list: ", "reports_list: "),
            ("a sync ended early problem=Unauthorized: Tulips batch=3", "a sync ended early problem=Unauthorized…"),
            (
                "a sync ended early problem=LibraryFailed (the disk is slow)",
                "a sync ended early problem=LibraryFailed (the disk is slow)",
            ),
            (
                "app_start: StorageFailed (settings.json: it is away)",
                "app_start: StorageFailed (settings.json: it is away)",
            ),
            ("<h1>Tulips</h1>", "…"),
            ("", ""),
        ] {
            let line = format!("{HEAD}{message}");
            assert_eq!((redact_line(&line, &[]), is_entry(&line)), (format!("{HEAD}{shown}"), true));
        }
        assert_eq!(redact_line(&"ä".repeat(600), &[]).chars().count(), 501);
    }

    #[test]
    fn what_goes_on_with_an_entry_is_none() {
        for line in [
            "",
            "  \"title\": \"Tulips\",",
            "Tulips] of May",
            "[1] Tulips",
            "[2026-01-02][Tulips][of][WARN] May",
            "[2026-01-02][03:04:05][x][Tulips] May",
        ] {
            assert!(!is_entry(line), "{line}");
        }
    }
}
