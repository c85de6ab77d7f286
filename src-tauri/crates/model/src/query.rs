use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::Verdict;

/// The page sizes of the interface (`interface.md` §8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(try_from = "u16", into = "u16")]
#[ts(type = "10 | 25 | 50 | 100")]
pub enum PageSize {
    Ten,
    #[default]
    TwentyFive,
    Fifty,
    Hundred,
}

impl From<PageSize> for u16 {
    fn from(size: PageSize) -> Self {
        match size {
            PageSize::Ten => 10,
            PageSize::TwentyFive => 25,
            PageSize::Fifty => 50,
            PageSize::Hundred => 100,
        }
    }
}

impl TryFrom<u16> for PageSize {
    type Error = String;

    fn try_from(rows: u16) -> Result<Self, Self::Error> {
        match rows {
            10 => Ok(Self::Ten),
            25 => Ok(Self::TwentyFive),
            50 => Ok(Self::Fifty),
            100 => Ok(Self::Hundred),
            _ => Err(format!("a page has 10, 25, 50 or 100 rows, not {rows}")),
        }
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    /// Smallest or oldest first.
    Asc,
    /// Largest or newest first.
    Desc,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReportSearchBy {
    Url,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ReportSort {
    /// Date created.
    Id,
    /// Last check.
    GeneratedAt,
    Url,
    /// Verdict.
    Result,
}

/// Which reports to list (`interface.md` §4.1). Absent fields are not sent, except the page size.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ReportQuery {
    pub search: Option<String>,
    /// What the term applies to.
    pub search_by: Option<ReportSearchBy>,
    pub project: Option<String>,
    pub result: Option<Verdict>,
    pub sort_by: Option<ReportSort>,
    pub sort: Option<Direction>,
    /// Page size, always sent (`field-notes.md` 15).
    pub per_page: PageSize,
    /// Which page, from 1 (the default). Sent only for 2 and up (`field-notes.md` 11).
    pub page: Option<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProjectSearchBy {
    /// The name.
    Project,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
pub enum ProjectSort {
    /// Date created.
    CreatedAt,
    /// Name.
    Project,
}

/// Which projects to list (`interface.md` §4.6). Absent fields are not sent, except the page size.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize, TS)]
#[serde(default)]
#[ts(optional_fields = nullable)]
pub struct ProjectQuery {
    pub search: Option<String>,
    /// What the term applies to.
    pub search_by: Option<ProjectSearchBy>,
    pub sort_by: Option<ProjectSort>,
    pub sort: Option<Direction>,
    /// Page size, always sent (`field-notes.md` 15).
    pub per_page: PageSize,
    /// Which page, from 1 (the default). Sent only for 2 and up (`field-notes.md` 11).
    pub page: Option<u32>,
}
