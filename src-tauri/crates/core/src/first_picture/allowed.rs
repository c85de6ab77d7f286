//! What a picture may hold: nothing that runs, loads, links, or can be focused.

/// Of one attribute or style, in bytes.
const MAX_VALUE: usize = 4_000;

const TAGS: &[&str] = &[
    "a",
    "article",
    "aside",
    "b",
    "bdi",
    "br",
    "button",
    "caption",
    "code",
    "col",
    "colgroup",
    "dd",
    "div",
    "dl",
    "dt",
    "em",
    "fieldset",
    "figcaption",
    "figure",
    "footer",
    "h1",
    "h2",
    "h3",
    "h4",
    "h5",
    "h6",
    "header",
    "hr",
    "i",
    "input",
    "kbd",
    "label",
    "legend",
    "li",
    "main",
    "mark",
    "nav",
    "ol",
    "output",
    "p",
    "s",
    "section",
    "small",
    "span",
    "strong",
    "sub",
    "sup",
    "table",
    "tbody",
    "td",
    "tfoot",
    "th",
    "thead",
    "time",
    "tr",
    "ul",
    "wbr",
    "svg",
    "g",
    "path",
    "circle",
    "ellipse",
    "rect",
    "line",
    "polyline",
    "polygon",
    "text",
    "tspan",
];

const VOID_TAGS: &[&str] = &["br", "col", "hr", "input", "wbr"];

const ATTRIBUTES: &[&str] = &["colspan", "dir", "disabled", "hidden", "lang", "role", "rowspan"];

const INPUT_ATTRIBUTES: &[&str] = &["checked", "placeholder", "value"];

const INPUT_TYPES: &[&str] = &["checkbox", "number", "radio", "search", "text"];

/// Of SVG, with values like those of styles.
const SHAPE_ATTRIBUTES: &[&str] = &[
    "clip-rule",
    "cx",
    "cy",
    "d",
    "dominant-baseline",
    "dx",
    "dy",
    "fill",
    "fill-opacity",
    "fill-rule",
    "height",
    "opacity",
    "pathLength",
    "points",
    "preserveAspectRatio",
    "r",
    "rx",
    "ry",
    "stroke",
    "stroke-dasharray",
    "stroke-dashoffset",
    "stroke-linecap",
    "stroke-linejoin",
    "stroke-opacity",
    "stroke-width",
    "text-anchor",
    "transform",
    "vector-effect",
    "viewBox",
    "width",
    "x",
    "x1",
    "x2",
    "y",
    "y1",
    "y2",
];

/// Beside these, there are the properties that begin with one of [`STYLE_FAMILIES`].
const STYLES: &[&str] = &[
    "align-content",
    "align-items",
    "align-self",
    "aspect-ratio",
    "background-color",
    "block-size",
    "bottom",
    "box-sizing",
    "color",
    "color-scheme",
    "column-gap",
    "contain",
    "direction",
    "display",
    "fill",
    "font-size",
    "font-weight",
    "gap",
    "height",
    "inline-size",
    "justify-content",
    "justify-items",
    "justify-self",
    "left",
    "letter-spacing",
    "line-height",
    "opacity",
    "order",
    "position",
    "right",
    "rotate",
    "row-gap",
    "scale",
    "stroke",
    "text-align",
    "text-overflow",
    "top",
    "transform",
    "transform-origin",
    "translate",
    "visibility",
    "white-space",
    "width",
    "z-index",
];

const STYLE_FAMILIES: &[&str] =
    &["--", "flex", "grid", "inset", "margin", "max-", "min-", "overflow", "padding", "border-"];

/// Functions that only compute.
const FUNCTIONS: &[&str] = &[
    "calc",
    "clamp",
    "color-mix",
    "fit-content",
    "hsl",
    "hsla",
    "light-dark",
    "matrix",
    "max",
    "min",
    "minmax",
    "oklch",
    "repeat",
    "rgb",
    "rgba",
    "rotate",
    "scale",
    "scaleX",
    "scaleY",
    "translate",
    "translate3d",
    "translateX",
    "translateY",
    "var",
];

pub(super) fn is_tag(tag: &str) -> bool {
    TAGS.contains(&tag)
}

pub(super) fn is_void(tag: &str) -> bool {
    VOID_TAGS.contains(&tag)
}

/// Whether these are class names, separated by spaces.
pub(super) fn is_class(classes: &str) -> bool {
    classes.len() <= MAX_VALUE && classes.bytes().all(|byte| is_name(byte) || byte.is_ascii_whitespace())
}

pub(super) fn is_attribute(tag: &str, name: &str, value: &str) -> bool {
    let is_selector = ["data-", "aria-"].iter().any(|family| name.starts_with(family));
    let is_known = match name {
        "type" => tag == "input" && INPUT_TYPES.contains(&value),
        _ if tag == "input" && INPUT_ATTRIBUTES.contains(&name) => true,
        _ if is_selector => name.bytes().all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-'),
        _ if SHAPE_ATTRIBUTES.contains(&name) => is_value(value),
        _ => ATTRIBUTES.contains(&name),
    };
    is_known && value.len() <= MAX_VALUE
}

pub(super) fn is_style(property: &str, value: &str) -> bool {
    let is_known = STYLES.contains(&property) || STYLE_FAMILIES.iter().any(|family| property.starts_with(family));
    is_known && property.len() <= 100 && property.bytes().all(is_name) && is_value(value)
}

/// Whether a value can neither end its declaration nor load anything.
fn is_value(value: &str) -> bool {
    let is_harmless = |byte: u8| is_name(byte) || b" \t\n.,%()+*/#".contains(&byte);
    // What stands before each parenthesis, after the last thing that is no name.
    let mut beginnings: Vec<&str> = value.split('(').collect();
    beginnings.pop();
    let function = |before: &str| {
        let name = before.bytes().rev().take_while(|byte| is_name(*byte)).count();
        before.len().checked_sub(name).and_then(|begin| before.get(begin..)).unwrap_or_default().to_owned()
    };
    value.len() <= MAX_VALUE
        && value.bytes().all(is_harmless)
        && !value.contains("/*")
        && beginnings.into_iter().map(function).all(|name| name.is_empty() || FUNCTIONS.contains(&&*name))
}

fn is_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_'
}
