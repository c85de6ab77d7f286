//! Variable-length integers: seven bits per byte, lowest first.

use crate::{LibraryError, Result};

pub(crate) fn write(mut number: u64, to: &mut Vec<u8>) {
    while number >= 0x80 {
        to.push(u8::try_from(number & 0x7f).unwrap_or_default() | 0x80);
        number >>= 7;
    }
    to.push(u8::try_from(number).unwrap_or_default());
}

/// Takes a number from the front.
pub(crate) fn read(from: &mut &[u8]) -> Result<u64> {
    let mut number = 0;
    for shift in (0..64).step_by(7) {
        let (byte, rest) = from.split_first().ok_or(LibraryError::Damaged)?;
        *from = rest;
        number |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Ok(number);
        }
    }
    Err(LibraryError::Damaged)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{read, write};

    proptest! {
        #[test]
        fn numbers_come_back(numbers: Vec<u64>) {
            let mut bytes = Vec::new();
            for number in &numbers {
                write(*number, &mut bytes);
            }
            let mut rest = bytes.as_slice();
            for number in numbers {
                prop_assert_eq!(read(&mut rest).unwrap(), number);
            }
            prop_assert!(rest.is_empty());
        }

        #[test]
        fn nothing_makes_it_panic(bytes: Vec<u8>) {
            let _ = read(&mut bytes.as_slice());
        }
    }
}
