//! Asks the user in a system dialog: the webview can neither answer nor word it.

use assay_core::Question;
use assay_model::Language;
use tauri::AppHandle;
use tauri_plugin_dialog::{DialogExt as _, MessageDialogButtons, MessageDialogKind};
use tokio::sync::oneshot;

/// Asks, and returns whether the user agreed.
pub async fn ask(app: &AppHandle, question: Question, language: Language) -> bool {
    let QuestionTexts { text, yes, no } = texts(&question, message_language(language));
    let (answer, answered) = oneshot::channel();
    let buttons = MessageDialogButtons::OkCancelCustom(yes.to_owned(), no.to_owned());
    let dialog = app.dialog().message(text).title("Assay").kind(MessageDialogKind::Warning).buttons(buttons);
    let dialog = match tauri::Manager::get_webview_window(app, "main") {
        Some(window) => dialog.parent(&window),
        None => dialog,
    };
    dialog.show(move |is_yes| {
        // The caller may have been canceled.
        let _ = answer.send(is_yes);
    });
    answered.await.unwrap_or(false)
}

/// The languages of the questions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MessageLanguage {
    English,
    German,
    French,
    Spanish,
    Portuguese,
    Japanese,
    Chinese,
    Arabic,
}

fn message_language(language: Language) -> MessageLanguage {
    match language {
        Language::System => of_locales(sys_locale::get_locales()),
        Language::English | Language::Pseudo => MessageLanguage::English,
        Language::German => MessageLanguage::German,
        Language::French => MessageLanguage::French,
        Language::Spanish => MessageLanguage::Spanish,
        Language::Portuguese => MessageLanguage::Portuguese,
        Language::Japanese => MessageLanguage::Japanese,
        Language::Chinese => MessageLanguage::Chinese,
        Language::Arabic => MessageLanguage::Arabic,
    }
}

/// The system's first supported language, as in the window.
fn of_locales(mut locales: impl Iterator<Item = String>) -> MessageLanguage {
    locales.find_map(|locale| of_locale(&locale)).unwrap_or(MessageLanguage::English)
}

fn of_locale(locale: &str) -> Option<MessageLanguage> {
    match locale.split('-').next().unwrap_or_default() {
        "en" | "C" | "POSIX" => Some(MessageLanguage::English),
        "de" => Some(MessageLanguage::German),
        "fr" => Some(MessageLanguage::French),
        "es" => Some(MessageLanguage::Spanish),
        "pt" => Some(MessageLanguage::Portuguese),
        "ja" => Some(MessageLanguage::Japanese),
        "zh" => Some(MessageLanguage::Chinese),
        "ar" => Some(MessageLanguage::Arabic),
        _ => None,
    }
}

/// A question and its button labels.
struct QuestionTexts {
    text: String,
    yes: &'static str,
    no: &'static str,
}

fn texts(question: &Question, language: MessageLanguage) -> QuestionTexts {
    match question {
        Question::Contact { host } => contact(host, language),
        Question::DataRemoval => data_removal(language),
    }
}

fn contact(host: &str, language: MessageLanguage) -> QuestionTexts {
    let (text, yes, no) = match language {
        MessageLanguage::English => (
            format!(
                "Connect to {host}?\n\nAssay hasn’t connected to this host before. Connect only if you entered its URL."
            ),
            "Connect",
            "Cancel",
        ),
        MessageLanguage::German => (
            format!(
                "Mit {host} verbinden?\n\nAssay war noch nie mit diesem Host verbunden. Stellen Sie die Verbindung nur her, wenn Sie seine URL eingegeben haben."
            ),
            "Verbinden",
            "Abbrechen",
        ),
        MessageLanguage::French => (
            format!(
                "Se connecter à {host} ?\n\nAssay ne s’est jamais connecté à cet hôte. Connectez-vous seulement si vous avez saisi son URL."
            ),
            "Se connecter",
            "Annuler",
        ),
        MessageLanguage::Spanish => (
            format!(
                "¿Conectar con {host}?\n\nAssay nunca se ha conectado a este host. Conéctese solo si ha introducido usted su URL."
            ),
            "Conectar",
            "Cancelar",
        ),
        MessageLanguage::Portuguese => (
            format!(
                "Conectar a {host}?\n\nO Assay nunca se conectou a este host. Conecte-se somente se você digitou a URL dele."
            ),
            "Conectar",
            "Cancelar",
        ),
        MessageLanguage::Japanese => (
            format!(
                "{host}に接続しますか？\n\nAssayはこのホストにまだ接続したことがありません。ご自分でURLを入力した場合にのみ接続してください。"
            ),
            "接続",
            "キャンセル",
        ),
        MessageLanguage::Chinese => (
            format!("要连接到 {host} 吗？\n\nAssay 以前没有连接过此主机。仅当其 URL 由您本人输入时才连接。"),
            "连接",
            "取消",
        ),
        MessageLanguage::Arabic => (
            format!(
                "هل تريد الاتصال بـ {host}؟\n\nلم يتصل Assay بهذا المضيف من قبل. اتصل فقط إذا أدخلت عنوان URL الخاص به بنفسك."
            ),
            "اتصال",
            "إلغاء",
        ),
    };
    QuestionTexts { text, yes, no }
}

fn data_removal(language: MessageLanguage) -> QuestionTexts {
    let (text, yes, no) = match language {
        MessageLanguage::English => (
            "Permanently delete all Assay data on this computer?\n\nThis can’t be undone. Assay will close.",
            "Delete",
            "Cancel",
        ),
        MessageLanguage::German => (
            "Alle Assay-Daten auf diesem Computer endgültig löschen?\n\nDas lässt sich nicht rückgängig machen. Assay wird geschlossen.",
            "Löschen",
            "Abbrechen",
        ),
        MessageLanguage::French => (
            "Supprimer définitivement toutes les données d’Assay sur cet ordinateur ?\n\nCette action est irréversible. Assay se fermera.",
            "Supprimer",
            "Annuler",
        ),
        MessageLanguage::Spanish => (
            "¿Eliminar definitivamente todos los datos de Assay en este equipo?\n\nNo se puede deshacer. Assay se cerrará.",
            "Eliminar",
            "Cancelar",
        ),
        MessageLanguage::Portuguese => (
            "Excluir definitivamente todos os dados do Assay neste computador?\n\nIsso não pode ser desfeito. O Assay será fechado.",
            "Excluir",
            "Cancelar",
        ),
        MessageLanguage::Japanese => (
            "このコンピュータにあるAssayのデータをすべて完全に削除しますか？\n\nこの操作は取り消せません。Assayは終了します。",
            "削除",
            "キャンセル",
        ),
        MessageLanguage::Chinese => {
            ("要永久删除此电脑上 Assay 的所有数据吗？\n\n此操作无法撤销。Assay 将关闭。", "删除", "取消")
        }
        MessageLanguage::Arabic => (
            "هل تريد حذف كل بيانات Assay على هذا الكمبيوتر نهائيًا؟\n\nلا يمكن التراجع عن ذلك. سيُغلق Assay.",
            "حذف",
            "إلغاء",
        ),
    };
    QuestionTexts { text: text.to_owned(), yes, no }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use assay_core::Question;

    use super::{MessageLanguage, QuestionTexts, of_locales, texts};

    const ALL: [MessageLanguage; 8] = [
        MessageLanguage::English,
        MessageLanguage::German,
        MessageLanguage::French,
        MessageLanguage::Spanish,
        MessageLanguage::Portuguese,
        MessageLanguage::Japanese,
        MessageLanguage::Chinese,
        MessageLanguage::Arabic,
    ];

    #[test]
    fn every_question_is_in_every_language_and_names_its_host() {
        for question in [Question::DataRemoval, Question::Contact { host: "seo.example.com".to_owned() }] {
            let all: HashSet<_> = ALL.map(|language| texts(&question, language).text).into_iter().collect();
            assert_eq!(all.len(), ALL.len());
            let names_it = matches!(question, Question::Contact { .. });
            assert!(all.iter().all(|text| text.contains("seo.example.com") == names_it));
            assert!(ALL.iter().all(|language| {
                let QuestionTexts { yes, no, .. } = texts(&question, *language);
                !yes.is_empty() && !no.is_empty() && yes != no
            }));
        }
    }

    #[test]
    fn a_question_is_in_the_systems_first_language_that_there_is() {
        for (locales, language) in [
            ("de-AT", MessageLanguage::German),
            ("pt-BR", MessageLanguage::Portuguese),
            ("zh-Hans", MessageLanguage::Chinese),
            ("ar", MessageLanguage::Arabic),
            ("nl-NL fr-BE de", MessageLanguage::French),
            ("en-GB de", MessageLanguage::English),
            ("C de-DE", MessageLanguage::English),
            ("nl-NL", MessageLanguage::English),
            ("", MessageLanguage::English),
        ] {
            assert_eq!(of_locales(locales.split(' ').map(str::to_owned)), language, "{locales}");
        }
    }
}
