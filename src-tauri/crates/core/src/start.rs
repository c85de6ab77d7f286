use std::{
    collections::HashSet,
    sync::{Arc, MutexGuard, PoisonError},
};

use assay_model::{
    AddressText, CheckedAddress, ColumnLayout, FieldReason, SystemNotification, Preferences, Problem, ProblemCode, Start, address,
};

use crate::{Core, check, ingest::Observation, saved::SAMPLE};

const SETTING: &str = "preferences";

/// The most characters of the place that is kept.
const LONGEST_PLACE: usize = 4096;

/// The most lists whose columns are kept.
const MOST_LISTS: usize = 20;

/// The most connections whose first sync was declined.
const MOST_DECLINED: usize = 1000;

/// The most rows of a batch that are sent at the same time.
const MOST_AT_ONCE: u32 = 16;

/// The most connections of which it is kept how many reports may be created.
const MOST_QUOTAS: u32 = 1000;

/// The most views that are kept.
const MOST_VIEWS: u32 = 100;

/// The most characters of a view's name.
const LONGEST_NAME: u32 = 100;

/// The most columns of a list that are kept.
const MAX_COLUMNS: usize = 50;

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl Core {
    /// Everything that the window needs for its first picture. The library is opened meanwhile.
    pub async fn app_start(self: &Arc<Self>, (): ()) -> Result<Start, Problem> {
        self.events.forget_listeners();
        self.ingest.take(Observation::Visit { at: self.opened_at });
        self.forget_unwanted().await;
        if self.find(SAMPLE).await.is_ok() {
            // Its address is new each time. If it does not start, its screens say why.
            let _ = self.sample_open(()).await;
        }
        if !self.host.safe_mode() {
            self.keep_schedule().await;
            self.resume_batches();
        }
        Ok(Start {
            version: self.host.version(),
            platform: self.host.platform(),
            desktop: self.host.desktop(),
            preferences: self.preferences()?,
            drafts: self.drafts()?,
            connections: self.connections_list(()).await?,
            settings_set_aside: self.host.settings_set_aside(),
            link: self.events.take_link(),
            safe_mode: self.host.safe_mode(),
            crash: self.last_crash().await,
            update: self.updates.state(),
        })
    }

    /// The window has painted its first picture and may be shown.
    pub async fn app_painted(self: &Arc<Self>, (): ()) -> Result<(), Problem> {
        self.host.show_window();
        self.keep_looking();
        Ok(())
    }

    /// Keeps the preferences and gives the window their theme and size.
    pub async fn preferences_save(&self, preferences: Preferences) -> Result<Preferences, Problem> {
        preferences.place.as_deref().map_or(Ok(()), |place| check_place("place", place))?;
        check_views(&preferences)?;
        check_numbers(&preferences)?;
        if preferences.columns.len() > MOST_LISTS || !preferences.columns.values().all(is_usual) {
            return Err(Problem::invalid("columns", FieldReason::NotUsable));
        }
        if preferences.sync_declined.len() > MOST_DECLINED {
            return Err(Problem::invalid("sync_declined", FieldReason::NotUsable));
        }
        let value = serde_json::to_value(&preferences)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        let earlier = self.preferences()?;
        if self.host.safe_mode() {
            *self.passing() = preferences.clone();
        } else {
            self.host.write_setting(SETTING, value)?;
        }
        if preferences.theme != earlier.theme {
            self.host.apply_theme(preferences.theme);
        }
        if preferences.zoom != earlier.zoom {
            self.host.apply_zoom(preferences.zoom);
        }
        let goes_by = |kept: &Preferences| (kept.sync_on_open, kept.sync_minutes, kept.keep_days);
        if goes_by(&preferences) != goes_by(&earlier) {
            self.schedule.changed();
        }
        Ok(preferences)
    }

    /// The kept preferences; those that make no sense any more (another version's) are set back to the default. In safe
    /// mode the usual ones, until they are changed.
    pub fn preferences(&self) -> Result<Preferences, Problem> {
        if self.host.safe_mode() {
            return Ok(self.passing().clone());
        }
        let kept = self.host.read_setting(SETTING)?;
        Ok(kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }

    fn passing(&self) -> MutexGuard<'_, Preferences> {
        self.passing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Shows a message of the system, outside the window.
    pub async fn notification_show(&self, notice: SystemNotification) -> Result<(), Problem> {
        for (field, text, most) in [("title", &notice.title, 100), ("body", &notice.body, 300)] {
            check::length(field, text, most)?;
        }
        if notice.title.is_empty() {
            return Err(Problem::invalid("title", FieldReason::Required));
        }
        let host = Arc::clone(&self.host);
        let shown = tokio::task::spawn_blocking(move || host.show_notice(&notice)).await;
        shown.map_err(|fault| Problem::new(ProblemCode::Internal).with_detail(fault.to_string()))?
    }

    /// Opens the system's print dialog for what the window shows.
    pub async fn window_print(&self, (): ()) -> Result<(), Problem> {
        self.host.print_window()
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

/// A path inside the app.
fn check_place(field: &str, place: &str) -> Result<(), Problem> {
    if !place.starts_with('/') {
        return Err(Problem::invalid(field, FieldReason::NotUsable));
    }
    if place.len() > LONGEST_PLACE {
        return Err(Problem::invalid(field, FieldReason::TooLong { limit: 4096 }));
    }
    Ok(())
}

fn check_views(preferences: &Preferences) -> Result<(), Problem> {
    let views = &preferences.views;
    let number = u32::try_from(views.len()).unwrap_or(u32::MAX);
    check::range("views", number, 0, MOST_VIEWS)?;
    for view in views {
        for text in [&view.id, &view.name] {
            if text.is_empty() {
                return Err(Problem::invalid("views", FieldReason::Required));
            }
            check::length("views", text, LONGEST_NAME)?;
        }
        check_place("views", &view.place)?;
    }
    let has_twins = views.iter().map(|view| &view.id).collect::<HashSet<_>>().len() < views.len();
    if has_twins || !views.iter().all(|view| is_usual(&view.columns)) {
        return Err(Problem::invalid("views", FieldReason::NotUsable));
    }
    Ok(())
}

fn check_numbers(preferences: &Preferences) -> Result<(), Problem> {
    let Preferences { sync_minutes, stale_days, keep_days, batch_at_once, ref quotas, .. } = *preferences;
    if sync_minutes != 0 {
        check::range("sync_minutes", sync_minutes.into(), 5, 10_080)?;
    }
    if keep_days != 0 {
        check::range("keep_days", keep_days.into(), 30, 36_500)?;
    }
    check::range("batch_at_once", batch_at_once.into(), 1, MOST_AT_ONCE)?;
    check::range("quotas", u32::try_from(quotas.len()).unwrap_or(u32::MAX), 0, MOST_QUOTAS)?;
    check::days("stale_days", stale_days)
}

/// Whether no more is kept of a list's columns than a list has.
fn is_usual(layout: &ColumnLayout) -> bool {
    layout.hidden.len().max(layout.widths.len()) <= MAX_COLUMNS
}
