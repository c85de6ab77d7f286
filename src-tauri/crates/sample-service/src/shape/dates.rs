//! The forms of dates (field note 9).

use jiff::Timestamp;
use jiff::tz::{Offset, TimeZone, offset};
use serde_json::{Value, json};

use crate::service_profile::Dates;

/// Not the default time zone, so that ignoring the offset is wrong.
const OFFSET: Offset = offset(2);

/// Converts a date; anything else is unchanged.
pub(super) fn shaped(date: Value, form: Dates) -> Value {
    let Some(time) = date.as_str().and_then(|text| text.parse::<Timestamp>().ok()) else { return date };
    let there = time.to_zoned(TimeZone::fixed(OFFSET));
    match form {
        Dates::Iso => date,
        Dates::Plain => time.strftime("%Y-%m-%d %H:%M:%S").to_string().into(),
        Dates::Offset => there.strftime("%Y-%m-%dT%H:%M:%S%:z").to_string().into(),
        Dates::Object => json!({
            "date": there.strftime("%Y-%m-%d %H:%M:%S.000000").to_string(),
            "timezone_type": 1,
            "timezone": there.strftime("%:z").to_string(),
        }),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::shaped;
    use crate::service_profile::Dates;

    #[test]
    fn a_date_has_four_forms() {
        let date = || json!("2026-01-31T22:20:30.000000Z");
        for (form, expected) in [
            (Dates::Iso, date()),
            (Dates::Plain, json!("2026-01-31 22:20:30")),
            (Dates::Offset, json!("2026-02-01T00:20:30+02:00")),
            (Dates::Object, json!({"date": "2026-02-01 00:20:30.000000", "timezone_type": 1, "timezone": "+02:00"})),
        ] {
            assert_eq!(shaped(date(), form), expected);
        }
        assert_eq!(shaped(Value::Null, Dates::Plain), Value::Null);
    }
}
