//! Case-insensitive search in many short texts.

use std::{mem, ops::Range};

use memchr::memmem::Finder;

use crate::Result;

/// A separator that never occurs in UTF-8.
const END: u8 = 0xff;

/// Folded texts by slot, concatenated.
#[derive(Debug, Default)]
pub(crate) struct FoldedTexts {
    bytes: Vec<u8>,
    places: Vec<Range<usize>>,
    /// The start and slot of each text, including replaced ones.
    owners: Vec<(usize, usize)>,
    /// How many bytes are of replaced texts.
    left_over: usize,
}

impl FoldedTexts {
    pub(crate) fn set(&mut self, slot: usize, text: &str) {
        self.set_spelled(slot, text, |_| Vec::new());
    }

    /// Sets the text of a slot, and other spellings to search by.
    pub(crate) fn set_spelled(&mut self, slot: usize, text: &str, spellings: impl FnOnce(&str) -> Vec<String>) {
        if self.places.len() <= slot {
            self.places.resize(slot + 1, 0..0);
        }
        let begin = self.bytes.len();
        fold_into(text, &mut self.bytes);
        if self.bytes[self.places[slot].clone()] == self.bytes[begin..] && !self.places[slot].is_empty() {
            self.bytes.truncate(begin);
            return;
        }
        let place = begin..self.bytes.len();
        let replaced = mem::replace(&mut self.places[slot], place).start;
        self.bytes.push(END);
        for other in spellings(text) {
            fold_into(&other, &mut self.bytes);
            self.bytes.push(END);
        }
        if let Ok(at) = self.owners.binary_search(&(replaced, slot)) {
            self.left_over += self.owners.get(at + 1).map_or(begin, |(next, _)| *next) - replaced;
        }
        self.owners.push((begin, slot));
        if self.left_over > self.bytes.len() / 2 {
            self.drop_left_over();
        }
    }

    fn drop_left_over(&mut self) {
        let (bytes, owners) = (mem::take(&mut self.bytes), mem::take(&mut self.owners));
        self.bytes.reserve_exact(bytes.len() - mem::take(&mut self.left_over));
        for (at, (begin, slot)) in owners.iter().enumerate() {
            let place = &mut self.places[*slot];
            if place.start == *begin {
                let end = owners.get(at + 1).map_or(bytes.len(), |(next, _)| *next);
                *place = self.bytes.len()..self.bytes.len() + place.len();
                self.owners.push((place.start, *slot));
                self.bytes.extend_from_slice(&bytes[*begin..end]);
            }
        }
    }

    pub(crate) fn get(&self, slot: usize) -> &[u8] {
        self.places.get(slot).map_or(&[], |place| &self.bytes[place.clone()])
    }

    /// Calls `found` for each slot with a matching text, once.
    pub(crate) fn find(&self, text: &str, mut found: impl FnMut(usize)) {
        let needle = fold(text);
        let finder = Finder::new(&needle);
        let (mut from, mut owner) = (0, 0);
        while let Some(place) = self.bytes.get(from..).and_then(|rest| finder.find(rest)) {
            while self.owners.get(owner + 1).is_some_and(|(begin, _)| *begin <= from + place) {
                owner += 1;
            }
            let Some((begin, slot)) = self.owners.get(owner) else { return };
            if self.places[*slot].start == *begin {
                found(*slot);
            }
            owner += 1;
            from = self.owners.get(owner).map_or(self.bytes.len(), |(begin, _)| *begin);
        }
    }
}

impl FoldedTexts {
    /// Keeps only slots where a spelling of the text passes.
    pub(crate) fn keep(&self, fits: &mut [bool], mut passes: impl FnMut(&[u8]) -> Result<bool>) -> Result<()> {
        for (at, (begin, slot)) in self.owners.iter().enumerate() {
            if self.places[*slot].start != *begin || !fits.get(*slot).is_some_and(|fits| *fits) {
                continue;
            }
            let end = self.owners.get(at + 1).map_or(self.bytes.len(), |(begin, _)| *begin);
            fits[*slot] = false;
            for text in self.bytes[*begin..end].strip_suffix(&[END]).unwrap_or_default().split(|byte| *byte == END) {
                if passes(text)? {
                    fits[*slot] = true;
                    break;
                }
            }
        }
        Ok(())
    }
}

/// A text in lowercase, as searched.
pub(crate) fn fold(text: &str) -> Vec<u8> {
    let mut folded = Vec::with_capacity(text.len());
    fold_into(text, &mut folded);
    folded
}

fn fold_into(text: &str, to: &mut Vec<u8>) {
    let mut rest = text;
    while !rest.is_empty() {
        let (plain, others) = rest.split_at(rest.bytes().position(|byte| !byte.is_ascii()).unwrap_or(rest.len()));
        to.extend(plain.bytes().map(|byte| byte.to_ascii_lowercase()));
        let mut letters = others.chars();
        let mut buffer = [0; 4];
        for letter in letters.next().into_iter().flat_map(char::to_lowercase) {
            // Its form at the end of a word.
            let letter = if letter == 'ς' { 'σ' } else { letter };
            to.extend_from_slice(letter.encode_utf8(&mut buffer).as_bytes());
        }
        rest = letters.as_str();
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::FoldedTexts;

    fn found(texts: &FoldedTexts, text: &str) -> Vec<usize> {
        let mut slots = Vec::new();
        texts.find(text, |slot| slots.push(slot));
        slots.sort_unstable();
        slots
    }

    #[test]
    fn finds_whatever_the_case_and_only_within_one_text() {
        let mut texts = FoldedTexts::default();
        for (slot, text) in ["Example.org/Straße", "ΟΔΟΣ.gr/Σ", "example.org/ÉTÉ", "", "ab", "c"].iter().enumerate()
        {
            texts.set(slot, text);
        }
        assert_eq!(found(&texts, "EXAMPLE"), [0, 2]);
        assert_eq!(found(&texts, "STRASS"), [] as [usize; 0]);
        assert_eq!(found(&texts, "straße"), [0]);
        assert_eq!(found(&texts, "οδοσ"), [1]);
        assert_eq!(found(&texts, "οδος.GR"), [1]);
        assert_eq!(found(&texts, "/été"), [2]);
        assert_eq!(found(&texts, "bc"), [] as [usize; 0]);
    }

    #[test]
    fn a_text_that_was_replaced_is_not_found() {
        let mut texts = FoldedTexts::default();
        texts.set(0, "old.example");
        texts.set(1, "other.example");
        texts.set(0, "new.example");
        assert_eq!(found(&texts, "old"), [] as [usize; 0]);
        assert_eq!(found(&texts, "example"), [0, 1]);
        texts.set(0, "");
        assert_eq!(found(&texts, "example"), [1]);
    }

    #[test]
    fn a_text_is_found_by_each_spelling_and_read_as_it_is() {
        let mut texts = FoldedTexts::default();
        let other = |text: &str| vec![text.replace("%C3%B6", "Ö")];
        texts.set_spelled(0, "x/%C3%B6", other);
        texts.set_spelled(1, "y/%C3%B6", other);
        assert_eq!(found(&texts, "ö"), [0, 1]);
        assert_eq!(found(&texts, "%c3%B6"), [0, 1]);
        assert_eq!(found(&texts, "y/ö"), [1]);
        assert_eq!(texts.get(0), b"x/%c3%b6");
        texts.set_spelled(0, "z", other);
        assert_eq!(found(&texts, "ö"), [1]);
    }

    #[test]
    fn texts_that_are_replaced_again_and_again_take_little_memory_and_are_found() {
        let mut texts = FoldedTexts::default();
        let other = |text: &str| vec![text.replace("%C3%B6", "Ö")];
        texts.set(3, "kept");
        for turn in 0..1000 {
            texts.set_spelled(0, &format!("x/%C3%B6/{turn}"), other);
            texts.set(2, &format!("y/{turn}"));
            texts.set(5, "");
        }
        assert!(texts.bytes.len() < 200 && texts.owners.len() < 20);
        assert_eq!(found(&texts, "/"), [0, 2]);
        assert_eq!(found(&texts, "ö/999"), [0]);
        assert_eq!(found(&texts, "/998"), [] as [usize; 0]);
        assert_eq!(found(&texts, "kept"), [3]);
        assert_eq!([0, 1, 2, 3, 5].map(|slot| texts.get(slot)), [&b"x/%c3%b6/999"[..], b"", b"y/999", b"kept", b""]);
    }

    proptest! {
        #[test]
        fn finds_what_looking_at_each_would_find(
            texts in prop::collection::vec("[a-cA-CÄä]{0,6}", 0..20), text in "[a-cA-CÄä]{1,3}",
        ) {
            let mut all = FoldedTexts::default();
            texts.iter().enumerate().for_each(|(slot, text)| all.set(slot, text));
            let expected: Vec<_> = texts.iter().enumerate()
                .filter(|(_, it)| it.to_lowercase().contains(&text.to_lowercase()))
                .map(|(slot, _)| slot).collect();
            prop_assert_eq!(found(&all, &text), expected);
        }
    }
}
