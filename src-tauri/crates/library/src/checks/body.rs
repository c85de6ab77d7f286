//! Encoding of check results: a byte for the form, then JSON.

use std::{borrow::Cow, io};

use assay_model::Check;
use serde::Deserialize;
use serde_json::{Map, Value};
use zstd::{
    bulk::{Compressor, Decompressor},
    zstd_safe,
};

use crate::{
    LibraryError, Result,
    canonical_json::{canonical, canonical_map},
};

const VALUE: u8 = 0;
/// `[value, errors]`
const ERRORS: u8 = 1;
/// `[value, other]`
const OTHER: u8 = 2;
/// `[value, errors, other]`
const BOTH: u8 = 3;
/// Higher values are complete without further bytes.
const LITERAL: u8 = 4;
const LITERALS: [&str; 5] = ["null", "true", "false", "[]", "{}"];
/// Marks compressed JSON.
const PACKED: u8 = 0x80;
/// Shorter bodies don't get smaller.
const MIN_PACKED_BYTES: usize = 64;
/// No response is larger.
const MAX_JSON_BYTES: usize = 64 << 20;

pub(crate) fn write(check: &Check, to: &mut Vec<u8>) -> Result<()> {
    let begin = to.len();
    let form = match (&check.errors, check.other.is_empty()) {
        (None, true) => VALUE,
        (Some(_), true) => ERRORS,
        (None, false) => OTHER,
        (Some(_), false) => BOTH,
    };
    to.push(form);
    let (json, value, other) = (&mut *to, canonical(&check.value)?, canonical_map(&check.other)?);
    let errors = check.errors.as_ref().map(canonical).transpose()?;
    let written = match (&errors, form) {
        (Some(errors), ERRORS) => serde_json::to_writer(json, &(value, errors)),
        (Some(errors), _) => serde_json::to_writer(json, &(value, errors, other)),
        (None, OTHER) => serde_json::to_writer(json, &(value, other)),
        (None, _) => serde_json::to_writer(json, &value),
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

/// The bytes, compressed if that is shorter.
pub(crate) fn pack<'a>(compressor: &mut Compressor, body: &'a [u8]) -> io::Result<Cow<'a, [u8]>> {
    if body.len() >= MIN_PACKED_BYTES
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

/// The decompressed JSON of a body, and its form.
pub(crate) fn json<'a>(unpacker: &mut Unpacker, body: &'a [u8]) -> Result<(u8, Cow<'a, [u8]>)> {
    let (form, rest) = body.split_first().ok_or(LibraryError::Damaged)?;
    if form & PACKED != 0 {
        return Ok((form & !PACKED, unpacker.unpack(rest)?.into()));
    }
    match form.checked_sub(LITERAL) {
        None => Ok((*form, rest.into())),
        Some(place) => {
            let literal = LITERALS.get(usize::from(place)).ok_or(LibraryError::Damaged)?;
            Ok((VALUE, literal.as_bytes().into()))
        }
    }
}

/// A reusable decompressor, which is faster than a new one per body.
#[derive(Default)]
pub(crate) struct Unpacker(Option<Decompressor<'static>>);

impl Unpacker {
    fn unpack(&mut self, packed: &[u8]) -> Result<Vec<u8>> {
        let size = stated_bytes(packed)?;
        let unpacker = match &mut self.0 {
            Some(unpacker) => unpacker,
            None => self.0.insert(Decompressor::new().map_err(|error| LibraryError::Failed(error.to_string()))?),
        };
        unpacker.decompress(packed, size).map_err(|_| LibraryError::Damaged)
    }
}

/// The length of a body's JSON, without decompressing it.
pub(crate) fn unpacked_bytes(body: &[u8]) -> Result<usize> {
    match body.split_first() {
        Some((form, packed)) if form & PACKED != 0 => stated_bytes(packed),
        _ => Ok(body.len()),
    }
}

fn stated_bytes(packed: &[u8]) -> Result<usize> {
    let size = zstd_safe::get_frame_content_size(packed).ok().flatten().and_then(|size| usize::try_from(size).ok());
    size.filter(|size| *size <= MAX_JSON_BYTES).ok_or(LibraryError::Damaged)
}

/// The value, errors, and other fields of a body.
pub(crate) fn read(unpacker: &mut Unpacker, body: &[u8]) -> Result<(Value, Option<Value>, Map<String, Value>)> {
    let (form, json) = json(unpacker, body)?;
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
