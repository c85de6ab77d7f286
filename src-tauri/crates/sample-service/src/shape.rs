//! Converts responses to the form of another generation.

mod dates;
mod list;
mod record;

use serde_json::{Value, json};

use crate::answer::{HUGE, Kind};
use crate::service_profile::{Envelope, Ids, InputRefusal, Records, ServiceProfile};

/// Gives a response the form of the current generation.
pub(crate) fn answer(kind: Kind, mut answer: Value, profile: &ServiceProfile) -> Value {
    let ServiceProfile { records, lists, projects, refusals, .. } = profile;
    match kind {
        Kind::Record => {
            let record = record::report(answer["data"].take(), records);
            match records.envelope {
                Envelope::Wrapped => json!({"data": record, "status": 200}),
                Envelope::Bare => record,
            }
        }
        Kind::Reports => list::shaped(answer, lists, "id", |row| record::report(row, records)),
        Kind::Projects => list::shaped(answer, lists, "project", |row| record::project(row, projects, records)),
        Kind::Deleted => deleted(answer, records),
        Kind::RefusedInput => match refusals.input {
            InputRefusal::Message => answer,
            InputRefusal::Errors => {
                json!({"message": "The given data was invalid.", "errors": answer["message"].take()})
            }
        },
    }
}

fn deleted(mut answer: Value, records: &Records) -> Value {
    answer["id"] = id(answer["id"].take(), records.ids);
    answer["deleted"] = record::flag(answer["deleted"].take(), records.flags);
    answer
}

fn id(id: Value, form: Ids) -> Value {
    match form {
        Ids::Text if id.is_number() => id.to_string().into(),
        Ids::Huge => id.as_u64().map_or(id, |id| (HUGE + id).into()),
        Ids::Number | Ids::Text => id,
    }
}
