//! The sender's color, and what can be read on it.

/// Assay's own.
const USUAL: Accent = Accent { red: 0x36, green: 0x37, blue: 0x8f };

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Accent {
    red: u8,
    green: u8,
    blue: u8,
}

impl Accent {
    /// Parses `#rrggbb`.
    pub(super) fn parse(color: &str) -> Option<Self> {
        let digits =
            color.strip_prefix('#').filter(|it| it.len() == 6 && it.bytes().all(|it| it.is_ascii_hexdigit()))?;
        let part = |at: usize| u8::from_str_radix(digits.get(at..at + 2)?, 16).ok();
        Some(Self { red: part(0)?, green: part(2)?, blue: part(4)? })
    }

    pub(super) fn or_usual(color: Option<&str>) -> Self {
        color.and_then(Self::parse).unwrap_or(USUAL)
    }

    pub(super) fn css(self) -> String {
        let Self { red, green, blue } = self;
        format!("#{red:02x}{green:02x}{blue:02x}")
    }

    /// White or black, whichever is easier to read on it.
    pub(super) fn text(self) -> &'static str {
        if self.contrast_to_white() >= 4.5 { "#fff" } else { "#000" }
    }

    /// Whether it can be read on white.
    pub(super) fn is_readable(self) -> bool {
        self.contrast_to_white() >= 4.5
    }

    /// As WCAG defines it.
    fn contrast_to_white(self) -> f64 {
        let light = |part: u8| {
            let share = f64::from(part) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        1.05 / (0.2126 * light(self.red) + 0.7152 * light(self.green) + 0.0722 * light(self.blue) + 0.05)
    }
}

#[cfg(test)]
mod tests {
    use super::{Accent, USUAL};

    #[test]
    fn text_can_be_read_on_every_color() {
        for (color, text) in [("#000000", "#fff"), ("#ffffff", "#000"), ("#ffdd00", "#000"), ("#00465A", "#fff")] {
            assert_eq!(Accent::parse(color).unwrap().text(), text, "{color}");
        }
    }

    #[test]
    fn anything_but_a_color_is_the_usual_one() {
        for color in ["", "#fff", "#gggggg", "red", "#00000", "#é0000", "#000;}x{"] {
            assert_eq!(Accent::or_usual(Some(color)), USUAL, "{color}");
        }
    }
}
