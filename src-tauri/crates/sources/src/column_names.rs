//! What lists call their columns, and who can see a report, in the languages that the app has: it reads its own exports.

use assay_model::Privacy;

const ADDRESS: [&str; 29] = [
    "url",
    "urls",
    "uri",
    "address",
    "addresses",
    "web address",
    "page",
    "pages",
    "page url",
    "landing page",
    "link",
    "links",
    "href",
    "loc",
    "location",
    "website",
    "adresse",
    "adressen",
    "seite",
    "webseite",
    "dirección",
    "página",
    "endereço",
    "アドレス",
    "ページ",
    "地址",
    "页面",
    "العنوان",
    "الصفحة",
];

const PRIVACY: [&str; 12] = [
    "privacy",
    "visibility",
    "access",
    "sichtbarkeit",
    "privatsphäre",
    "visibilité",
    "privacidad",
    "privacidade",
    "visibilidade",
    "公開設定",
    "隐私",
    "الخصوصية",
];

const PASSWORD: [&str; 14] = [
    "password",
    "passwords",
    "passphrase",
    "pwd",
    "pw",
    "passwort",
    "kennwort",
    "mot de passe",
    "contraseña",
    "senha",
    "パスワード",
    "密码",
    "كلمة مرور",
    "كلمة المرور",
];

const PUBLIC: [&str; 7] = ["public", "öffentlich", "público", "publique", "公開", "公开", "عام"];

const PRIVATE: [&str; 7] = ["private", "privat", "privé", "privado", "非公開", "私密", "خاص"];

/// What a column is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnRole {
    Address,
    Privacy,
    Password,
}

/// What a column is for by its name.
pub(crate) fn purpose(name: &str) -> Option<ColumnRole> {
    let name = plain(name);
    let is_in = |names: &[&str]| names.contains(&&*name);
    match () {
        () if is_in(&ADDRESS) => Some(ColumnRole::Address),
        () if is_in(&PRIVACY) => Some(ColumnRole::Privacy),
        () if is_in(&PASSWORD) => Some(ColumnRole::Password),
        () => None,
    }
}

/// Who can see a report by a word for it.
pub(crate) fn privacy_word(text: &str) -> Option<Privacy> {
    let text = plain(text);
    let is_in = |words: &[&str]| words.contains(&&*text);
    match () {
        () if is_in(&PUBLIC) => Some(Privacy::Public),
        () if is_in(&PRIVATE) => Some(Privacy::Private),
        () if is_in(&PASSWORD) => Some(Privacy::Password),
        () => None,
    }
}

/// Who can see a report by a word for it, or by the interface's number (`interface.md` §2).
pub(crate) fn privacy(text: &str) -> Option<Privacy> {
    privacy_word(text).or_else(|| Privacy::from_number(text.trim().parse().ok()?))
}

/// In small letters, with spaces between words.
fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace(['_', '-'], " ")
}
