use std::{
    collections::HashSet,
    sync::{Arc, Mutex, MutexGuard},
};

use assay_model::{ColumnLayout, FieldReason, Preferences, Problem, ProblemCode};

use crate::{
    host::{SettingsStore, Window},
    lock::lock,
    query_limits,
    schedule_signal::ScheduleSignal,
};

const SETTING: &str = "preferences";

/// In characters.
const MAX_ROUTE_LENGTH: usize = 4096;

/// Lists with saved columns.
const MAX_LISTS: usize = 20;

/// Connections whose first sync was declined.
const MAX_DECLINED: usize = 1000;

/// Rows of a batch that are sent at the same time.
const MAX_CONCURRENT_ROWS: u32 = 16;

/// Connections with a quota.
const MAX_QUOTAS: u32 = 1000;

const MAX_VIEWS: u32 = 100;

const MAX_MOMENTS: u32 = 500;

/// In characters.
const MAX_NAME_LENGTH: u32 = 100;

/// Per list.
const MAX_COLUMNS: usize = 50;

pub(crate) struct PreferenceStore {
    settings: Arc<dyn SettingsStore>,
    window: Arc<dyn Window>,
    schedule: ScheduleSignal,
    is_safe_mode: bool,
    /// The preferences of safe mode, which are not saved.
    session: Mutex<Preferences>,
}

#[expect(clippy::unused_async, reason = "every call of the contract is asked in the same way")]
impl PreferenceStore {
    pub(crate) fn new(
        settings: Arc<dyn SettingsStore>,
        window: Arc<dyn Window>,
        schedule: ScheduleSignal,
        is_safe_mode: bool,
    ) -> Self {
        Self { settings, window, schedule, is_safe_mode, session: Mutex::default() }
    }

    /// Saves the preferences, and applies their theme and zoom to the window.
    pub async fn preferences_save(&self, preferences: Preferences) -> Result<Preferences, Problem> {
        preferences.place.as_deref().map_or(Ok(()), |place| validate_route("place", place))?;
        validate_views(&preferences)?;
        validate_moments(&preferences)?;
        validate_numbers(&preferences)?;
        if preferences.columns.len() > MAX_LISTS || !preferences.columns.values().all(is_usual) {
            return Err(Problem::invalid("columns", FieldReason::NotUsable));
        }
        if preferences.sync_declined.len() > MAX_DECLINED {
            return Err(Problem::invalid("sync_declined", FieldReason::NotUsable));
        }
        let value = serde_json::to_value(&preferences)
            .map_err(|error| Problem::new(ProblemCode::Internal).with_detail(error.to_string()))?;
        let earlier = self.read()?;
        if self.is_safe_mode {
            *self.session() = preferences.clone();
        } else {
            self.settings.write_setting(SETTING, value)?;
        }
        if preferences.theme != earlier.theme {
            self.window.apply_theme(preferences.theme);
        }
        if preferences.zoom != earlier.zoom {
            self.window.apply_zoom(preferences.zoom);
        }
        let goes_by = |kept: &Preferences| (kept.sync_on_open, kept.sync_minutes, kept.keep_days);
        if goes_by(&preferences) != goes_by(&earlier) {
            self.schedule.changed();
        }
        Ok(preferences)
    }

    /// Returns the saved preferences, or the defaults if they are unreadable. In safe mode, the
    /// defaults until changed.
    pub(crate) fn read(&self) -> Result<Preferences, Problem> {
        if self.is_safe_mode {
            return Ok(self.session().clone());
        }
        let kept = self.settings.read_setting(SETTING)?;
        Ok(kept.and_then(|value| serde_json::from_value(value).ok()).unwrap_or_default())
    }

    fn session(&self) -> MutexGuard<'_, Preferences> {
        lock(&self.session)
    }
}

/// Checks a path inside the app.
fn validate_route(field: &str, place: &str) -> Result<(), Problem> {
    if !place.starts_with('/') {
        return Err(Problem::invalid(field, FieldReason::NotUsable));
    }
    if place.len() > MAX_ROUTE_LENGTH {
        return Err(Problem::invalid(field, FieldReason::TooLong { limit: 4096 }));
    }
    Ok(())
}

fn validate_views(preferences: &Preferences) -> Result<(), Problem> {
    let views = &preferences.views;
    validate_named("views", MAX_VIEWS, views, |view| [&view.id, &view.name])?;
    views.iter().try_for_each(|view| validate_route("views", &view.place))?;
    if !views.iter().all(|view| is_usual(&view.columns)) {
        return Err(Problem::invalid("views", FieldReason::NotUsable));
    }
    Ok(())
}

fn validate_moments(Preferences { moments, overview_moment, .. }: &Preferences) -> Result<(), Problem> {
    validate_named("moments", MAX_MOMENTS, moments, |moment| [&moment.id, &moment.name])?;
    moments.iter().try_for_each(|moment| query_limits::name("moments", &moment.connection))?;
    query_limits::length("overview_moment", overview_moment.as_deref().unwrap_or_default(), MAX_NAME_LENGTH)
}

/// Checks things with an id, which is unique, and a name.
fn validate_named<T>(field: &str, most: u32, named: &[T], texts: impl Fn(&T) -> [&String; 2]) -> Result<(), Problem> {
    query_limits::range(field, u32::try_from(named.len()).unwrap_or(u32::MAX), 0, most)?;
    let mut ids = HashSet::new();
    for [id, name] in named.iter().map(texts) {
        for text in [id, name] {
            if text.is_empty() {
                return Err(Problem::invalid(field, FieldReason::Required));
            }
            query_limits::length(field, text, MAX_NAME_LENGTH)?;
        }
        if !ids.insert(id) {
            return Err(Problem::invalid(field, FieldReason::NotUsable));
        }
    }
    Ok(())
}

fn validate_numbers(preferences: &Preferences) -> Result<(), Problem> {
    let Preferences { sync_minutes, stale_days, keep_days, overview_days, batch_at_once, ref quotas, .. } =
        *preferences;
    if sync_minutes != 0 {
        query_limits::range("sync_minutes", sync_minutes.into(), 5, 10_080)?;
    }
    if keep_days != 0 {
        query_limits::range("keep_days", keep_days.into(), 30, 36_500)?;
    }
    query_limits::trend_days("overview_days", overview_days)?;
    query_limits::range("batch_at_once", batch_at_once.into(), 1, MAX_CONCURRENT_ROWS)?;
    query_limits::range("quotas", u32::try_from(quotas.len()).unwrap_or(u32::MAX), 0, MAX_QUOTAS)?;
    query_limits::days("stale_days", stale_days)
}

/// Whether the columns are within a list's limit.
fn is_usual(layout: &ColumnLayout) -> bool {
    let checks = layout.checks.as_deref().unwrap_or_default();
    layout.hidden.len().max(layout.widths.len()) <= MAX_COLUMNS
        && checks.len() <= query_limits::MAX_VALUES as usize
        && checks.iter().all(|check| query_limits::name("columns", check).is_ok())
}
