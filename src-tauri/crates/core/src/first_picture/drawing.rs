//! Writes a picture as HTML with a style sheet. Only what is known to be harmless is written, and
//! all of it is escaped: texts may come from a service.

use std::{
    collections::{BTreeMap, HashMap},
    fmt::Write as _,
};

use assay_model::{FieldReason, FirstPicture, PictureElement, PictureLook, PictureNode, Problem, ShownTheme};

use super::allowed;

/// Of the page and its style sheet together, in bytes.
pub(super) const MAX_BYTES: usize = 300_000;

const MAX_DEPTH: usize = 48;

const MAX_NODES: usize = 15_000;

/// The class of an element’s own styles, with a number.
const CLASS: &str = "first-picture-";

/// Over the real screen, which is drawn beneath.
const SHOWN: &str = "display:block;position:fixed;inset:0;z-index:1000;overflow:hidden;background:var(--desk)";

/// A picture as a part of the page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Drawing {
    /// Its elements.
    pub html: String,
    /// The style sheet: shows the picture where the window looks as it did, and nowhere else.
    pub css: String,
}

/// Draws a picture. With `follows_system`, its theme must also be the system’s.
///
/// Fails with [`assay_model::ProblemCode::InvalidInput`] if anything in it isn’t allowed.
pub(super) fn draw(picture: &FirstPicture, follows_system: bool) -> Result<Drawing, Problem> {
    let look = &picture.look;
    if !is_language(&look.language) || !look.pixel_ratio.is_finite() || look.width == 0 || look.height == 0 {
        return Err(Problem::invalid("look", FieldReason::NotUsable));
    }
    let mut writer = Writer::default();
    writer.element(&picture.screen, 1)?;
    let css = writer.sheet(look, follows_system);
    let html = writer.html;
    if html.len() + css.len() > MAX_BYTES { Err(not_usable()) } else { Ok(Drawing { html, css }) }
}

fn not_usable() -> Problem {
    Problem::invalid("screen", FieldReason::NotUsable)
}

fn is_language(tag: &str) -> bool {
    (2..=20).contains(&tag.len()) && tag.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[derive(Default)]
struct Writer {
    html: String,
    nodes: usize,
    /// The numbers of the styles so far.
    styles: HashMap<String, usize>,
}

impl Writer {
    fn element(&mut self, element: &PictureElement, depth: usize) -> Result<(), Problem> {
        let tag = &*element.tag;
        self.count()?;
        if depth > MAX_DEPTH || !allowed::is_tag(tag) {
            return Err(not_usable());
        }
        self.html.push('<');
        self.html.push_str(tag);
        self.classes(element)?;
        for (name, value) in element.attributes.iter().flatten() {
            if !allowed::is_attribute(tag, name, value) {
                return Err(not_usable());
            }
            self.attribute(name, value);
        }
        self.html.push('>');
        if allowed::is_void(tag) {
            return if element.children.iter().flatten().next().is_some() { Err(not_usable()) } else { Ok(()) };
        }
        for child in element.children.iter().flatten() {
            match child {
                PictureNode::Text(text) => {
                    self.count()?;
                    self.text(text);
                }
                PictureNode::Element(child) => self.element(child, depth + 1)?,
            }
        }
        self.html.push_str("</");
        self.html.push_str(tag);
        self.html.push('>');
        Ok(())
    }

    fn count(&mut self) -> Result<(), Problem> {
        self.nodes += 1;
        if self.nodes > MAX_NODES || self.html.len() > MAX_BYTES { Err(not_usable()) } else { Ok(()) }
    }

    fn classes(&mut self, element: &PictureElement) -> Result<(), Problem> {
        let mut classes = element.class.clone().unwrap_or_default();
        if !allowed::is_class(&classes) {
            return Err(not_usable());
        }
        if let Some(styles) = element.styles.as_ref().filter(|styles| !styles.is_empty()) {
            let next = self.styles.len();
            let number = *self.styles.entry(declarations(styles)?).or_insert(next);
            let _ = write!(classes, "{}{CLASS}{number}", if classes.is_empty() { "" } else { " " });
        }
        if !classes.is_empty() {
            self.attribute("class", &classes);
        }
        Ok(())
    }

    fn attribute(&mut self, name: &str, value: &str) {
        self.html.push(' ');
        self.html.push_str(name);
        self.html.push_str("=\"");
        self.text(value);
        self.html.push('"');
    }

    fn text(&mut self, text: &str) {
        for letter in text.chars() {
            match letter {
                '&' => self.html.push_str("&amp;"),
                '<' => self.html.push_str("&lt;"),
                '>' => self.html.push_str("&gt;"),
                '"' => self.html.push_str("&quot;"),
                '\n' | '\t' => self.html.push(letter),
                _ if letter.is_control() => {}
                _ => self.html.push(letter),
            }
        }
    }

    fn sheet(&self, look: &PictureLook, follows_system: bool) -> String {
        let mut rules: Vec<_> = self.styles.iter().collect();
        rules.sort_by_key(|(_, number)| **number);
        let mut css = visibility(look, follows_system);
        for (declarations, number) in rules {
            let _ = write!(css, "#first-picture .{CLASS}{number}{{{declarations}}}");
        }
        css
    }
}

/// Shows the picture if the window has the look that it was drawn for. Older web engines don’t know
/// all of the features: what they don’t have can’t differ.
fn visibility(look: &PictureLook, follows_system: bool) -> String {
    let &PictureLook { width, height, pixel_ratio, theme, more_contrast, forced_colors, .. } = look;
    let (least, most) = (pixel_ratio - 0.001, pixel_ratio + 0.001);
    let mut needs = format!(
        "(min-width:{width}px) and (max-width:{width}.99px) and (min-height:{height}px) and (max-height:{height}.99px) \
         and (-webkit-min-device-pixel-ratio:{least:.4}) and (-webkit-max-device-pixel-ratio:{most:.4})"
    );
    if follows_system {
        let scheme = match theme {
            ShownTheme::Light => "light",
            ShownTheme::Dark => "dark",
        };
        let _ = write!(needs, " and (prefers-color-scheme:{scheme})");
    }
    let mut hides = String::new();
    for (has, feature) in [(more_contrast, "prefers-contrast:more"), (forced_colors, "forced-colors:active")] {
        if has {
            let _ = write!(needs, " and ({feature})");
        } else {
            let _ = write!(hides, "@media ({feature}){{#first-picture{{display:none}}}}");
        }
    }
    format!("#first-picture{{display:none}}@media {needs}{{#first-picture{{{SHOWN}}}}}{hides}")
}

fn declarations(styles: &BTreeMap<String, String>) -> Result<String, Problem> {
    let mut css = String::new();
    for (property, value) in styles {
        if !allowed::is_style(property, value) {
            return Err(not_usable());
        }
        let _ = write!(css, "{property}:{value};");
    }
    Ok(css)
}
