/// In characters.
const MAX_LENGTH: usize = 100;

/// Names reserved for devices, with any extension.
const DEVICES: [&str; 6] = ["con", "prn", "aux", "nul", "com", "lpt"];

/// Returns a file name that is valid on every system: no separators, invisible or bidirectional
/// characters, or dots and spaces at its ends; 1–100 characters.
#[must_use]
pub fn file_name(wanted: &str) -> String {
    let plain = wanted.chars().filter(|sign| !is_hidden(*sign));
    let plain: String = plain.map(|sign| if is_forbidden(sign) { '-' } else { sign }).take(MAX_LENGTH).collect();
    let plain = plain.trim_matches(|sign: char| sign == '.' || sign.is_whitespace());
    let stem = plain.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let is_device = DEVICES.contains(&stem.trim_end_matches(|sign: char| sign.is_ascii_digit()));
    match plain {
        "" => "Assay".to_owned(),
        _ if is_device => format!("{plain}-").replacen('.', "-", 1),
        _ => plain.to_owned(),
    }
}

fn is_forbidden(sign: char) -> bool {
    matches!(sign, '/' | '\\' | ':' | '*' | '?' | '"' | '<' | '>' | '|')
}

fn is_hidden(sign: char) -> bool {
    sign.is_control()
        || matches!(sign, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::file_name;

    #[test]
    fn names_are_made_safe_for_every_system() {
        for (wanted, name) in [
            ("Reports of Mine", "Reports of Mine"),
            ("../../etc/passwd", "-..-etc-passwd"),
            ("C:\\Windows\\x", "C--Windows-x"),
            ("  . hidden. ", "hidden"),
            ("", "Assay"),
            ("...", "Assay"),
            ("\u{202e}gnp.exe", "gnp.exe"),
            ("a\0b\nc", "abc"),
            ("con", "con-"),
            ("LPT1.txt", "LPT1-txt-"),
            ("Конкурент: 50 %", "Конкурент- 50 %"),
            ("تقارير", "تقارير"),
        ] {
            assert_eq!(file_name(wanted), name, "{wanted:?}");
        }
    }

    proptest! {
        #[test]
        fn a_name_never_leaves_its_folder(wanted in "\\PC*|[\\PC\\x00-\\x1f/\\\\:.]*") {
            let name = file_name(&wanted);
            prop_assert!(!name.is_empty() && name.chars().count() <= 101);
            prop_assert!(!name.starts_with('.') && !name.ends_with('.'));
            prop_assert!(!name.chars().any(|sign| sign == '/' || sign == '\\' || sign.is_control()));
        }
    }
}
