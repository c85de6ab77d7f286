use assay_model::{
    AddressText, CheckedAddress, ColumnLayout, FieldReason, Preferences, Problem, ProblemCode, Start, address,
};

use crate::{Core, saved::SAMPLE};

const SETTING: &str = "preferences";

/// The most characters of the place that is kept.
const LONGEST_PLACE: usize = 4096;

/// The most lists whose columns are kept.
const MOST_LISTS: usize = 20;

/// The most columns of a list that are kept.
const MOST_COLUMNS: usize = 50;

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl Core {
    /// Everything that the window needs for its first picture.
    pub async fn app_start(&self, (): ()) -> Result<Start, Problem> {
        if self.find(SAMPLE).await.is_ok() {
            // Its address is new each time. If it does not start, its screens say why.
            let _ = self.sample_open(()).await;
        }
        Ok(Start {
            version: self.host.version(),
            platform: self.host.platform(),
            desktop: self.host.desktop(),
            preferences: self.preferences()?,
            drafts: self.drafts()?,
            connections: self.connections_list(()).await?,
            open_sample: self.host.opens_sample(),
            settings_set_aside: self.host.settings_set_aside(),
        })
    }

    /// The window has painted its first picture and may be shown.
    pub async fn app_painted(&self, (): ()) -> Result<(), Problem> {
        self.host.show_window();
        Ok(())
    }

    /// Keeps the preferences and gives the window their theme and size.
    pub async fn preferences_save(&self, preferences: Preferences) -> Result<Preferences, Problem> {
        if let Some(place) = &preferences.place {
            if !place.starts_with('/') {
                return Err(Problem::invalid("place", FieldReason::NotUsable));
            }
            if place.len() > LONGEST_PLACE {
                return Err(Problem::invalid("place", FieldReason::TooLong { limit: 4096 }));
            }
        }
        let is_usual = |layout: &ColumnLayout| layout.hidden.len().max(layout.widths.len()) <= MOST_COLUMNS;
        if preferences.columns.len() > MOST_LISTS || !preferences.columns.values().all(is_usual) {
            return Err(Problem::invalid("columns", FieldReason::NotUsable));
        }
        let value = serde_json::to_value(&preferences)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        let earlier = self.preferences()?;
        self.host.write_setting(SETTING, value)?;
        if preferences.theme != earlier.theme {
            self.host.apply_theme(preferences.theme);
        }
        if preferences.zoom != earlier.zoom {
            self.host.apply_zoom(preferences.zoom);
        }
        Ok(preferences)
    }

    /// The kept preferences; those that make no sense any more (another version's) are set back to the default.
    pub fn preferences(&self) -> Result<Preferences, Problem> {
        let kept = self.host.read_setting(SETTING)?;
        Ok(kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }

    /// An address as it would be sent for a new report, or what is wrong with it.
    pub async fn address_check(&self, typed: AddressText) -> Result<CheckedAddress, Problem> {
        let url = address::page(&typed.url).map_err(|reason| Problem::invalid("url", reason))?;
        Ok(CheckedAddress { url: url.into() })
    }

    /// Opens an http or https address in the system's browser.
    pub async fn address_open(&self, asked: AddressText) -> Result<(), Problem> {
        let url = address::page(&asked.url).map_err(|reason| Problem::invalid("url", reason))?;
        if !url.username().is_empty() || url.password().is_some() {
            // "https://bank.example@elsewhere.example" leads elsewhere.
            return Err(Problem::invalid("url", FieldReason::Credentials));
        }
        self.host.open_address(url.as_str())
    }
}
