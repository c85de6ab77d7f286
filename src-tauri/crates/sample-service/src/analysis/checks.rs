//! The checks, in the order in which they are reported.

use serde_json::{Value, json};

use super::{Check, Finding, Importance};
use crate::analysis::check_context::CheckContext;

mod content;
mod delivery;

pub(super) fn all() -> impl Iterator<Item = &'static Check> {
    content::CHECKS.iter().chain(delivery::CHECKS)
}

impl Check {
    const fn high(name: &'static str, hardness: f64, context: fn(&mut CheckContext) -> Finding) -> Self {
        Self { name, importance: Importance::High, hardness, optional: false, context }
    }

    const fn medium(name: &'static str, hardness: f64, context: fn(&mut CheckContext) -> Finding) -> Self {
        Self { name, importance: Importance::Medium, hardness, optional: false, context }
    }

    const fn low(name: &'static str, hardness: f64, context: fn(&mut CheckContext) -> Finding) -> Self {
        Self { name, importance: Importance::Low, hardness, optional: false, context }
    }

    const fn optional(self) -> Self {
        Self { optional: true, ..self }
    }
}

/// `value` if the check passed, otherwise nothing.
fn present(context: &CheckContext, value: impl Into<Value>) -> Finding {
    (if context.passed { value.into() } else { Value::Null }, json!({"missing": null}))
}

/// A list that should be empty: its entries are the errors.
fn absent(context: &CheckContext, what: &str, list: Vec<String>) -> Finding {
    let list = if context.passed { Vec::new() } else { list };
    (json!(list), json!({what: list}))
}
