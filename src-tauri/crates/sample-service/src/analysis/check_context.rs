//! The context of a check: the page's URL, luck, and helpers for values.

use rand::RngExt;
use rand::distr::uniform::{SampleRange, SampleUniform};
use rand::rngs::Xoshiro256PlusPlus;

use crate::address::Address;

const WORDS: &[&str] =
    &["hero", "team", "detail", "gallery", "banner", "summer", "studio", "overview", "map", "header", "card", "story"];

pub(super) struct CheckContext<'a> {
    pub address: &'a Address,
    pub dice: Xoshiro256PlusPlus,
    /// Preset by luck; checks that depend on the URL override it.
    pub passed: bool,
}

impl CheckContext<'_> {
    pub fn roll<T: SampleUniform, R: SampleRange<T>>(&mut self, range: R) -> T {
        self.dice.random_range(range)
    }

    pub fn coin(&mut self) -> bool {
        self.dice.random_bool(0.5)
    }

    /// A number from the range for its outcome.
    pub fn count(&mut self, passing: std::ops::Range<u32>, failing: std::ops::Range<u32>) -> u32 {
        let range = if self.passed { passing } else { failing };
        self.roll(range)
    }

    pub fn decimal(&mut self, passing: std::ops::Range<u32>, failing: std::ops::Range<u32>) -> f64 {
        f64::from(self.count(passing, failing)) / 10.0
    }

    pub fn pick<'b>(&mut self, from: &[&'b str]) -> &'b str {
        let index = self.roll(0..from.len().max(1));
        from.get(index).copied().unwrap_or_default()
    }

    /// `https://www.example.com`
    pub fn origin(&self) -> &str {
        let full = &self.address.full;
        let start = full.find("://").map_or(0, |at| at + 3);
        full[start..].find(['/', '?']).map_or(full, |end| &full[..start + end])
    }

    /// URLs of files on the page.
    pub fn files(&mut self, ending: &str, number: u32) -> Vec<String> {
        (0..number)
            .map(|_| {
                let (word, number) = (self.pick(WORDS), self.roll(1..90));
                format!("{}/assets/{word}-{number}.{ending}", self.origin())
            })
            .collect()
    }

    /// The last part of the path, in words: `Oak desk`.
    pub fn subject(&self) -> String {
        let path = self.address.short.split('?').next().unwrap_or_default();
        let last = path.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
        let words = if last == self.address.host { self.site() } else { last.replace(['-', '_'], " ") };
        let mut letters = words.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }

    /// The site's name, from its host: `Northwind shop`.
    pub fn site(&self) -> String {
        let label = self.address.host.split('.').next().unwrap_or_default().replace('-', " ");
        let mut letters = label.chars();
        letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
    }
}
