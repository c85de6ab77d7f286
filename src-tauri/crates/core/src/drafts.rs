use std::sync::{Mutex, PoisonError};

use assay_model::{Draft, FieldReason, Problem, ProblemCode};

use crate::Core;

const SETTING: &str = "drafts";

/// When there are more, the least recently changed one is deleted.
const MOST: usize = 50;

/// In characters.
const LONGEST_NAME: u32 = 200;

/// Of a draft as JSON.
const LARGEST: u32 = 64 * 1024;

/// What was typed into forms.
#[derive(Default)]
pub(crate) struct Drafts(Mutex<()>);

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl Core {
    /// Keeps what was typed into a form beyond the end of the app, or forgets it.
    pub async fn draft_save(&self, draft: Draft) -> Result<(), Problem> {
        if draft.form.is_empty() {
            return Err(Problem::invalid("form", FieldReason::Required));
        }
        if draft.form.chars().count() > LONGEST_NAME as usize {
            return Err(Problem::invalid("form", FieldReason::TooLong { limit: LONGEST_NAME }));
        }
        if draft.values.to_string().len() > LARGEST as usize {
            return Err(Problem::invalid("values", FieldReason::TooLong { limit: LARGEST }));
        }
        let _one_by_one = self.drafts.0.lock().unwrap_or_else(PoisonError::into_inner);
        let earlier = self.drafts()?;
        let mut drafts = earlier.clone();
        drafts.retain(|kept| kept.form != draft.form);
        if !draft.values.is_null() {
            drafts.push(draft);
        }
        drafts.drain(..drafts.len().saturating_sub(MOST));
        if drafts == earlier {
            return Ok(());
        }
        let value = serde_json::to_value(drafts)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        self.host.write_setting(SETTING, value)
    }

    /// The saved drafts, the last changed at the end; unreadable ones count as none.
    pub(crate) fn drafts(&self) -> Result<Vec<Draft>, Problem> {
        let kept = self.host.read_setting(SETTING)?;
        Ok(kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }
}
