//! The values of a check for each report, to sort by.

use std::{cmp::Ordering, slice};

use assay_model::{CheckSort, CheckValue, Language};
use icu_collator::{Collator, CollatorBorrowed, options::CollatorOptions};
use icu_locale_core::{Locale, locale};
use rusqlite::Connection;

use crate::{LibraryError, Result, check_values::ValueReader, index::Columns};

/// The check by which a list was last sorted.
#[derive(Debug, Default)]
pub(crate) struct CheckColumn {
    wanted: Option<CheckSort>,
    /// The checks that were read, by slot; 0 for none.
    read: Vec<usize>,
    values: Vec<SortValue>,
}

/// A value as it is sorted: numbers before texts.
#[derive(Debug, Clone, Default)]
pub(crate) enum SortValue {
    #[default]
    Missing,
    /// A number, or the limits of a range.
    Number(f64, f64),
    /// A text’s key in the order of a language.
    Text(Box<[u8]>),
}

impl CheckColumn {
    pub(crate) fn of(wanted: &CheckSort) -> Self {
        Self { wanted: Some(wanted.clone()), ..Self::default() }
    }

    pub(crate) fn is_of(&self, wanted: &CheckSort) -> bool {
        self.wanted.as_ref() == Some(wanted)
    }

    pub(crate) fn value(&self, slot: usize) -> &SortValue {
        &self.values[slot]
    }

    /// Reads changed values, up to a limit. Returns whether all were read.
    pub(crate) fn refresh(&mut self, connection: &Connection, columns: &Columns, most: usize) -> Result<bool> {
        let Some(wanted) = &self.wanted else { return Ok(true) };
        self.read.resize(columns.len(), 0);
        self.values.resize(columns.len(), SortValue::Missing);
        let is_stale = |slot: &usize| self.read[*slot] != columns.checks[*slot];
        let stale: Vec<_> = (0..columns.len()).filter(is_stale).take(most).collect();
        if stale.is_empty() {
            return Ok(true);
        }
        let collator = collator(wanted.language)?;
        let mut reader = ValueReader::new(connection, slice::from_ref(&wanted.name))?;
        for slot in &stale {
            let checks = columns.checks[*slot];
            let value = if checks == 0 { None } else { reader.read(checks.try_into().unwrap_or(i64::MAX))?.pop() };
            self.values[*slot] = SortValue::of(value.flatten(), wanted.by_length, &collator);
            self.read[*slot] = checks;
        }
        Ok(stale.len() < most)
    }
}

impl SortValue {
    fn of(value: Option<CheckValue>, by_length: bool, collator: &CollatorBorrowed) -> Self {
        let number = |number: f64| Self::Number(number, number);
        match value {
            None => Self::Missing,
            Some(CheckValue::Number { number: it }) => number(it),
            Some(CheckValue::Flag { value }) => number(value.into()),
            Some(CheckValue::Range { min, max }) => Self::Number(min, max),
            Some(CheckValue::Entries { count }) => number(count.into()),
            Some(CheckValue::Text { length, .. }) if by_length => number(length.into()),
            Some(CheckValue::Text { text, .. }) => {
                let mut key = Vec::new();
                let Ok(()) = collator.write_sort_key_to(&text, &mut key);
                Self::Text(key.into())
            }
        }
    }

    pub(crate) fn is_missing(&self) -> bool {
        matches!(self, Self::Missing)
    }

    pub(crate) fn compare(&self, other: &Self) -> Ordering {
        match (self, other) {
            (Self::Missing, Self::Missing) => Ordering::Equal,
            (Self::Missing, Self::Number(..) | Self::Text(_)) | (Self::Number(..), Self::Text(_)) => Ordering::Less,
            (Self::Number(..) | Self::Text(_), Self::Missing) | (Self::Text(_), Self::Number(..)) => Ordering::Greater,
            (Self::Number(a, b), Self::Number(c, d)) => a.total_cmp(c).then(b.total_cmp(d)),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
        }
    }
}

fn collator(language: Language) -> Result<CollatorBorrowed<'static>> {
    let locale: Locale = match language {
        Language::System | Language::English | Language::Pseudo => locale!("en"),
        Language::German => locale!("de"),
        Language::French => locale!("fr"),
        Language::Spanish => locale!("es"),
        Language::Portuguese => locale!("pt-BR"),
        Language::Japanese => locale!("ja"),
        Language::Chinese => locale!("zh-Hans"),
        Language::Arabic => locale!("ar"),
    };
    Collator::try_new(locale.into(), CollatorOptions::default())
        .map_err(|error| LibraryError::Failed(error.to_string()))
}
