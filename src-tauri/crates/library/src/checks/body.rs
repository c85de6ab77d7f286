//! What a check found, as bytes: a byte that says in which form, then JSON.

use std::{borrow::Cow, io};

use assay_model::Check;
use serde::Deserialize;
use serde_json::{Map, Value};
use zstd::bulk::Compressor;

use crate::{LibraryError, Result};

/// The value alone.
const VALUE: u8 = 0;
/// `[value, errors]`
const ERRORS: u8 = 1;
/// `[value, other]`
const OTHER: u8 = 2;
/// `[value, errors, other]`
const BOTH: u8 = 3;
/// From here on, values that need no further byte.
const LITERAL: u8 = 4;
const LITERALS: [&str; 5] = ["null", "true", "false", "[]", "{}"];
/// Marks JSON that is compressed.
const PACKED: u8 = 0x80;
/// Shorter bodies do not become smaller.
const WORTH_PACKING: usize = 64;

/// Appends what a check found.
pub(crate) fn write(check: &Check, to: &mut Vec<u8>) -> Result<()> {
    let begin = to.len();
    let form = match (&check.errors, check.other.is_empty()) {
        (None, true) => VALUE,
        (Some(_), true) => ERRORS,
        (None, false) => OTHER,
        (Some(_), false) => BOTH,
    };
    to.push(form);
    let json = &mut *to;
    let written = match (&check.errors, form) {
        (Some(errors), ERRORS) => serde_json::to_writer(json, &(&check.value, errors)),
        (Some(errors), _) => serde_json::to_writer(json, &(&check.value, errors, &check.other)),
        (None, OTHER) => serde_json::to_writer(json, &(&check.value, &check.other)),
        (None, _) => serde_json::to_writer(json, &check.value),
    };
    written.map_err(|error| LibraryError::Failed(error.to_string()))?;
    if form == VALUE
        && let Some(place) = LITERALS.iter().position(|literal| literal.as_bytes() == &to[begin + 1..])
    {
        to.truncate(begin);
        to.push(LITERAL + u8::try_from(place).unwrap_or_default());
    }
    Ok(())
}

/// The same bytes, compressed where that makes them fewer.
pub(crate) fn pack<'a>(compressor: &mut Compressor, body: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
    if body.len() >= WORTH_PACKING
        && let Some((form, json)) = body.split_first()
    {
        let mut packed = compressor.compress(json)?;
        if packed.len() < json.len() {
            packed.insert(0, form | PACKED);
            return Ok(packed.into());
        }
    }
    Ok(body.into())
}

/// The JSON in a body, unpacked.
pub(crate) fn json(body: &[u8]) -> Result<(u8, Cow<'_, [u8]>)> {
    let (form, rest) = body.split_first().ok_or(LibraryError::Damaged)?;
    if form & PACKED != 0 {
        return Ok((form & !PACKED, zstd::decode_all(rest).map_err(|_| LibraryError::Damaged)?.into()));
    }
    match form.checked_sub(LITERAL) {
        None => Ok((*form, rest.into())),
        Some(place) => {
            let literal = LITERALS.get(usize::from(place)).ok_or(LibraryError::Damaged)?;
            Ok((VALUE, literal.as_bytes().into()))
        }
    }
}

/// Value, errors and everything else that a body says.
pub(crate) fn read(body: &[u8]) -> Result<(Value, Option<Value>, Map<String, Value>)> {
    let (form, json) = json(body)?;
    Ok(match form {
        VALUE => (parse(&json)?, None, Map::new()),
        ERRORS => {
            let (value, errors) = parse(&json)?;
            (value, Some(errors), Map::new())
        }
        OTHER => {
            let (value, other) = parse(&json)?;
            (value, None, other)
        }
        BOTH => {
            let (value, errors, other) = parse(&json)?;
            (value, Some(errors), other)
        }
        _ => return Err(LibraryError::Damaged),
    })
}

fn parse<'a, T: Deserialize<'a>>(json: &'a [u8]) -> Result<T> {
    serde_json::from_slice(json).map_err(|_| LibraryError::Damaged)
}
