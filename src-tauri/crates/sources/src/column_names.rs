//! Names of columns and privacies in the UI's languages, so that Assay's own exports can be read.

use assay_model::Privacy;

const ADDRESS: [&str; 38] = [
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
    "seiten url",
    "url de la page",
    "url de la página",
    "url da página",
    "ページのurl",
    "页面 url",
    "عنوان url",
    "عناوين url",
    "عنوان url للصفحة",
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

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ColumnRole {
    Address,
    Privacy,
    Password,
}

pub(crate) fn column_role(name: &str) -> Option<ColumnRole> {
    let name = plain(name);
    let is_in = |names: &[&str]| names.contains(&&*name);
    match () {
        () if is_in(&ADDRESS) => Some(ColumnRole::Address),
        () if is_in(&PRIVACY) => Some(ColumnRole::Privacy),
        () if is_in(&PASSWORD) => Some(ColumnRole::Password),
        () => None,
    }
}

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

/// The privacy for a word, or for the interface's number (`interface.md` §2).
pub(crate) fn privacy(text: &str) -> Option<Privacy> {
    privacy_word(text).or_else(|| Privacy::from_number(text.trim().parse().ok()?))
}

/// In lowercase, with spaces between words.
fn plain(text: &str) -> String {
    text.trim().to_lowercase().replace(['_', '-'], " ")
}
