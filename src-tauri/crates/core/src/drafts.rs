use std::sync::{Arc, Mutex};

use assay_model::{Draft, FieldReason, Problem, ProblemCode};

use crate::{host::SettingsStore, lock::lock};

const SETTING: &str = "drafts";

/// When there are more, the least recently changed one is deleted.
const MAX_DRAFTS: usize = 50;

/// In characters.
const MAX_NAME_LENGTH: u32 = 200;

/// Of a draft as JSON.
const MAX_BYTES: u32 = 64 * 1024;

/// What was typed into forms.
pub(crate) struct Drafts {
    settings: Arc<dyn SettingsStore>,
    /// Serializes changes.
    turn: Mutex<()>,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl Drafts {
    pub(crate) fn new(settings: Arc<dyn SettingsStore>) -> Self {
        Self { settings, turn: Mutex::default() }
    }

    /// Saves what was typed into a form, or deletes it if empty.
    pub async fn draft_save(&self, draft: Draft) -> Result<(), Problem> {
        if draft.form.is_empty() {
            return Err(Problem::invalid("form", FieldReason::Required));
        }
        if draft.form.chars().count() > MAX_NAME_LENGTH as usize {
            return Err(Problem::invalid("form", FieldReason::TooLong { limit: MAX_NAME_LENGTH }));
        }
        if draft.values.to_string().len() > MAX_BYTES as usize {
            return Err(Problem::invalid("values", FieldReason::TooLong { limit: MAX_BYTES }));
        }
        let _one_by_one = lock(&self.turn);
        let earlier = self.all()?;
        let mut drafts = earlier.clone();
        drafts.retain(|kept| kept.form != draft.form);
        if !draft.values.is_null() {
            drafts.push(draft);
        }
        drafts.drain(..drafts.len().saturating_sub(MAX_DRAFTS));
        if drafts == earlier {
            return Ok(());
        }
        let value = serde_json::to_value(drafts)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        self.settings.write_setting(SETTING, value)
    }

    /// The saved drafts, the last changed at the end; unreadable ones count as none.
    pub(crate) fn all(&self) -> Result<Vec<Draft>, Problem> {
        let kept = self.settings.read_setting(SETTING)?;
        Ok(kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use assay_model::Draft;
    use serde_json::json;

    use super::Drafts;
    use crate::fakes::MemorySettings;

    #[tokio::test]
    async fn drafts_need_the_settings_alone() {
        let settings = Arc::new(MemorySettings::default());
        let draft = Draft { form: "a".to_owned(), values: json!({ "url": "x" }) };
        Drafts::new(settings.clone()).draft_save(draft.clone()).await.unwrap();
        assert_eq!(Drafts::new(settings).all().unwrap(), [draft]);
    }
}
