//! Encoding of a report's checks: each kind, then the result, inline if that is shorter than a
//! reference, or else 0 and the content's number.

use super::varint;
use crate::{LibraryError, Result};

/// Longer bodies are stored separately.
pub(crate) const MAX_INLINE_BYTES: usize = 16;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum CheckBody<'a> {
    Inline(&'a [u8]),
    Content(i64),
}

pub(crate) fn write(kind: i64, found: CheckBody, to: &mut Vec<u8>) {
    varint::write(kind.cast_unsigned(), to);
    match found {
        CheckBody::Inline(body) => {
            varint::write(body.len() as u64, to);
            to.extend_from_slice(body);
        }
        CheckBody::Content(id) => {
            to.push(0);
            varint::write(id.cast_unsigned(), to);
        }
    }
}

/// The checks of a list in order: kinds and results.
pub(crate) fn read(list: &[u8]) -> impl Iterator<Item = Result<(i64, CheckBody<'_>)>> {
    let mut rest = list;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let next = read_entry(&mut rest);
        if next.is_err() {
            rest = &[];
        }
        Some(next)
    })
}

fn read_entry<'a>(rest: &mut &'a [u8]) -> Result<(i64, CheckBody<'a>)> {
    let kind = varint::read(rest)?.cast_signed();
    let length = usize::try_from(varint::read(rest)?).map_err(|_| LibraryError::Damaged)?;
    if length == 0 {
        return Ok((kind, CheckBody::Content(varint::read(rest)?.cast_signed())));
    }
    let (body, after) = rest.split_at_checked(length).ok_or(LibraryError::Damaged)?;
    *rest = after;
    Ok((kind, CheckBody::Inline(body)))
}
