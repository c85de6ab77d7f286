//! Form fields, of a query or of a body.

use std::convert::Infallible;

use axum::RequestExt;
use axum::extract::{FromRequest, FromRequestParts, RawForm, Request};
use axum::http::request::Parts;
use axum::response::{IntoResponse, Response};
use url::form_urlencoded;

use crate::answer::Refusal;
use crate::store::Paging;

/// Supported page sizes, and the fallback (field notes 14 and 15).
const PAGE_SIZES: [u32; 4] = [10, 25, 50, 100];
const PAGE_SIZE: u32 = 25;

/// Decoded fields in order.
#[derive(Debug)]
pub(crate) struct Fields(Vec<(String, String)>);

impl Fields {
    pub fn parse(encoded: &[u8]) -> Self {
        Self(form_urlencoded::parse(encoded).into_owned().collect())
    }

    #[cfg(feature = "faults")]
    pub fn into_pairs(self) -> Vec<(String, String)> {
        self.0
    }

    /// The unchanged value; the last one counts. `None` if empty.
    pub fn exact(&self, name: &str) -> Option<&str> {
        let (_, value) = self.0.iter().rev().find(|(field, _)| field == name)?;
        Some(value.as_str()).filter(|value| !value.is_empty())
    }

    /// The value without surrounding spaces.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.exact(name).map(str::trim).filter(|value| !value.is_empty())
    }

    /// The requested page. Missing or unknown values fall back silently.
    pub fn paging(&self) -> Paging {
        let number = |name| self.get(name)?.parse::<u32>().ok();
        Paging {
            page: number("page").unwrap_or(1).max(1),
            per_page: number("per_page").filter(|size| PAGE_SIZES.contains(size)).unwrap_or(PAGE_SIZE),
            descending: self.get("sort") != Some("asc"),
        }
    }

    /// `path` with the same query, for another page.
    pub fn address(&self, path: &str, page: u32) -> String {
        let mut query = form_urlencoded::Serializer::new(String::new());
        query.extend_pairs(self.0.iter().filter(|(name, _)| name != "page"));
        query.append_pair("page", &page.to_string());
        format!("{path}?{}", query.finish())
    }
}

pub(crate) struct Query(pub Fields);

impl<S: Sync> FromRequestParts<S> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(Fields::parse(parts.uri.query().unwrap_or_default().as_bytes())))
    }
}

/// The fields of a form-encoded body.
pub(crate) struct Form(pub Fields);

impl<S: Send + Sync> FromRequest<S> for Form {
    type Rejection = Response;

    async fn from_request(request: Request, _: &S) -> Result<Self, Response> {
        match request.extract::<RawForm, _>().await {
            Ok(RawForm(body)) => Ok(Self(Fields::parse(&body))),
            Err(rejection) => Err(Refusal::new(rejection.status(), rejection.body_text()).into_response()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    fn fields(text: &str) -> Fields {
        Fields::parse(text.as_bytes())
    }

    #[test]
    fn the_last_value_counts_and_empty_is_none() {
        let fields = fields("a=1&a=+2+&b=&c=%20&d=%C3%BC%26");
        assert_eq!(fields.get("a"), Some("2"));
        assert_eq!(fields.exact("a"), Some(" 2 "));
        assert_eq!((fields.get("b"), fields.get("c"), fields.get("e")), (None, None, None));
        assert_eq!(fields.get("d"), Some("ü&"));
    }

    #[test]
    fn paging_falls_back_silently() {
        for (query, page, per_page, descending) in [
            ("", 1, 25, true),
            ("page=3&per_page=100&sort=asc", 3, 100, false),
            ("page=0&per_page=11&sort=up", 1, 25, true),
            ("page=-2&per_page=x", 1, 25, true),
            ("per_page=10", 1, 10, true),
        ] {
            let paging = fields(query).paging();
            assert_eq!((paging.page, paging.per_page, paging.descending), (page, per_page, descending), "{query}");
        }
    }

    #[test]
    fn another_page_keeps_the_query() {
        let address = fields("search=a%26b&page=2&per_page=10").address("http://x/api", 3);
        assert_eq!(address, "http://x/api?search=a%26b&per_page=10&page=3");
    }
}
