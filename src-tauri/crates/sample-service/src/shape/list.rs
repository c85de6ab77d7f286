//! The forms of lists (field notes 10 and 12).

use serde_json::{Value, json};

use crate::service_profile::{Lists, Paging};

/// Converts a list. `identifier` is a row's id field.
pub(super) fn shaped(mut list: Value, form: &Lists, identifier: &str, row: impl Fn(Value) -> Value) -> Value {
    if let Value::Array(rows) = &mut list["data"] {
        for shaped in rows.iter_mut() {
            *shaped = row(shaped.take());
        }
        let unreadable = form.unreadable_row.and_then(|position| rows.get_mut(position));
        if let Some(Value::Object(fields)) = unreadable {
            fields.shift_remove(identifier);
        }
    }
    if let Some(origin) = &form.link_origin {
        for link in ["first", "last", "prev", "next"] {
            moved(&mut list["links"][link], origin);
        }
        moved(&mut list["meta"]["path"], origin);
    }
    if let Some(total) = form.total.filter(|_| list["meta"]["total"].is_number()) {
        list["meta"]["total"] = total.into();
    }
    match form.paging {
        Paging::Totals => list,
        Paging::NextOnly => next_only(list),
        Paging::TopLevel => top_level(list),
        Paging::BareArray => list["data"].take(),
    }
}

/// Replaces the origin of a URL.
fn moved(address: &mut Value, origin: &str) {
    let path = address.as_str().and_then(|text| text.find("/api/v1/").map(|at| &text[at..]));
    if let Some(path) = path {
        *address = format!("{}{path}", origin.trim_end_matches('/')).into();
    }
}

fn next_only(mut list: Value) -> Value {
    list["links"]["last"] = Value::Null;
    if let Value::Object(meta) = &mut list["meta"] {
        meta.shift_remove("last_page");
        meta.shift_remove("total");
    }
    list
}

fn top_level(mut list: Value) -> Value {
    let (mut links, mut meta) = (list["links"].take(), list["meta"].take());
    json!({
        "current_page": meta["current_page"].take(),
        "data": list["data"].take(),
        "first_page_url": links["first"].take(),
        "from": meta["from"].take(),
        "last_page": meta["last_page"].take(),
        "last_page_url": links["last"].take(),
        "next_page_url": links["next"].take(),
        "path": meta["path"].take(),
        "per_page": meta["per_page"].take(),
        "prev_page_url": links["prev"].take(),
        "to": meta["to"].take(),
        "total": meta["total"].take(),
    })
}
