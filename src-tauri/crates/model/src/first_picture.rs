use std::{collections::BTreeMap, fmt};

use serde::{
    Deserialize, Deserializer, Serialize,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};
use serde_json::Value;
use ts_rs::TS;

/// A screen as it was last drawn, to be shown first at the next start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FirstPicture {
    pub look: PictureLook,
    /// The `library_revision` that the screen was drawn from.
    pub revision: String,
    /// What this screen reads first, at most 20.
    pub reads: Vec<FirstRead>,
    pub screen: PictureElement,
}

/// What a screen was drawn for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct PictureLook {
    /// The screen: the saved preferences’ place.
    pub place: String,
    /// Its language, as a BCP 47 tag.
    pub language: String,
    pub direction: TextDirection,
    /// The theme that is shown.
    pub theme: ShownTheme,
    /// The page’s size in CSS pixels.
    pub width: u16,
    pub height: u16,
    /// Device pixels per CSS pixel.
    pub pixel_ratio: f64,
    /// Whether the system asks for more contrast.
    pub more_contrast: bool,
    /// Whether the system’s colors replace the app’s.
    pub forced_colors: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum TextDirection {
    Ltr,
    Rtl,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "lowercase")]
pub enum ShownTheme {
    Light,
    Dark,
}

/// An element of a picture. Its tag, attributes, and styles are those of HTML and SVG that can
/// neither run nor load anything.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, TS)]
#[ts(optional_fields)]
pub struct PictureElement {
    pub tag: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub class: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub attributes: Option<BTreeMap<String, String>>,
    /// CSS properties.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub styles: Option<BTreeMap<String, String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub children: Option<Vec<PictureNode>>,
}

/// An element, or a text.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, TS)]
#[serde(untagged)]
pub enum PictureNode {
    Text(String),
    Element(PictureElement),
}

// Derived, it would copy what is inside an element once for each level.
impl<'de> Deserialize<'de> for PictureNode {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(NodeVisitor)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = PictureNode;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str("a text or an element")
    }

    fn visit_str<E>(self, text: &str) -> Result<PictureNode, E> {
        Ok(PictureNode::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<PictureNode, E> {
        Ok(PictureNode::Text(text))
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<PictureNode, A::Error> {
        PictureElement::deserialize(MapAccessDeserializer::new(map)).map(PictureNode::Element)
    }
}

/// A call that a screen asks first.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FirstRead {
    pub call: FirstCall,
    #[ts(type = "unknown")]
    pub request: Value,
}

/// The calls that can be answered before the window asks: none of them needs the network.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum FirstCall {
    AppStart,
    ConnectionsList,
    SyncsList,
    LibraryList,
    LibraryCounts,
    LibraryProjects,
    LibraryReport,
    LibraryTrends,
    ProjectSummaries,
    ReportHistory,
    CheckNames,
    ChangesCount,
    MomentsCompare,
    FixList,
    OverviewRead,
    BatchesList,
    SitemapGaps,
}

/// What was read for the window before it asked, inside its page.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct StartData {
    pub answers: Vec<FirstAnswer>,
}

/// The answer to a call, as it was at the start.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, TS)]
pub struct FirstAnswer {
    pub call: FirstCall,
    #[ts(type = "unknown")]
    pub request: Value,
    #[ts(type = "unknown")]
    pub answer: Value,
}
