//! Serves the window's first page with the last picture and with what was read ahead.

use std::{
    borrow::Cow,
    fmt::Write as _,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use assay_core::{FirstPage, ReadAhead, ShownPicture};
use assay_model::{Density, ShownTheme, StartData, TextDirection};
use tauri::{
    http::{
        HeaderValue, Request, Response,
        header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE},
    },
    utils::assets::AssetKey,
};
use tokio::runtime::Handle;

/// The page, and the picture's style sheet.
const PAGE: &str = "/index.html";
const STYLE_SHEET: &str = "/first-picture.css";

/// For what is still being read when the page is asked for.
const PATIENCE: Duration = Duration::from_millis(100);

/// Serves the first page, once.
pub struct FirstPageServer {
    reading: Mutex<Option<ReadAhead>>,
    style_sheet: Mutex<Option<String>>,
    /// Called once a page with a picture is on its way.
    shown: Box<dyn Fn() + Send + Sync>,
}

impl FirstPageServer {
    pub fn new(reading: ReadAhead, shown: impl Fn() + Send + Sync + 'static) -> Self {
        Self { reading: Mutex::new(Some(reading)), style_sheet: Mutex::default(), shown: Box::new(shown) }
    }

    /// Changes the answer to a request of the window. Needs a multi-threaded Tokio runtime.
    pub fn serve(&self, request: &Request<Vec<u8>>, response: &mut Response<Cow<'static, [u8]>>) {
        match request.uri().path() {
            "" | "/" | PAGE => self.serve_page(response),
            STYLE_SHEET => self.serve_style_sheet(response),
            _ => {}
        }
    }

    fn serve_page(&self, response: &mut Response<Cow<'static, [u8]>>) {
        let Some(reading) = take(&self.reading) else { return };
        let FirstPage { picture, data } =
            tokio::task::block_in_place(|| Handle::current().block_on(reading.page(PATIENCE)));
        let page = str::from_utf8(response.body()).ok().and_then(|page| fill(page, picture.as_ref(), &data));
        let Some(page) = page else {
            log::error!("the page has no place for the start data");
            return;
        };
        *response.body_mut() = page.into_bytes().into();
        if let Some(picture) = picture {
            *self.style_sheet.lock().unwrap_or_else(PoisonError::into_inner) = Some(picture.drawing.css);
            (self.shown)();
        }
    }

    fn serve_style_sheet(&self, response: &mut Response<Cow<'static, [u8]>>) {
        // A webview that reads ahead of its parser may ask twice.
        let css = self.style_sheet.lock().unwrap_or_else(PoisonError::into_inner).clone().unwrap_or_default();
        *response.body_mut() = css.into_bytes().into();
        let headers = response.headers_mut();
        headers.remove(CONTENT_SECURITY_POLICY);
        headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/css"));
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
}

fn take<T>(place: &Mutex<Option<T>>) -> Option<T> {
    place.lock().unwrap_or_else(PoisonError::into_inner).take()
}

/// Puts the picture and the data into the page; `None` if it has no place for them.
fn fill(page: &str, picture: Option<&ShownPicture>, data: &StartData) -> Option<String> {
    let (before_html, rest) = page.split_once("<html lang=\"en\"")?;
    let (head, rest) = rest.split_once("</head>")?;
    let (before_root, after_root) = rest.split_once("<div id=\"root\"></div>")?;
    // In a script, only a tag can end the data.
    let data = serde_json::to_string(data).ok()?.replace('<', "\\u003c");
    let data = format!("<script type=\"application/json\" id=\"start-data\">{data}</script>");
    let Some(picture) = picture else {
        return Some(format!(
            "{before_html}<html lang=\"en\"{head}</head>{before_root}<div id=\"root\"></div>{data}{after_root}"
        ));
    };
    let attributes = attributes(picture);
    let html = &picture.drawing.html;
    Some(format!(
        "{before_html}<html{attributes}{head}<link rel=\"stylesheet\" href=\"{STYLE_SHEET}\" /></head>{before_root}\
         <div id=\"first-picture\" inert aria-hidden=\"true\">{html}</div><div id=\"root\"></div>{data}{after_root}"
    ))
}

fn attributes(ShownPicture { language, direction, theme, density, .. }: &ShownPicture) -> String {
    let direction = match direction {
        TextDirection::Ltr => "ltr",
        TextDirection::Rtl => "rtl",
    };
    let density = match density {
        Density::Comfortable => "comfortable",
        Density::Compact => "compact",
    };
    let mut attributes = format!(" lang=\"{language}\" dir=\"{direction}\" data-density=\"{density}\"");
    if let Some(theme) = theme {
        let theme = match theme {
            ShownTheme::Light => "light",
            ShownTheme::Dark => "dark",
        };
        let _ = write!(attributes, " data-theme=\"{theme}\"");
    }
    attributes
}

/// The build of the window's files: their names, which are in the page, are made from their contents.
pub fn build_of(context: &tauri::Context) -> String {
    let page = context.assets().get(&AssetKey::from("index.html")).unwrap_or_default();
    blake3::hash(&page).to_string()
}

#[cfg(test)]
mod tests {
    use assay_core::{Drawing, ShownPicture};
    use assay_model::{Density, FirstAnswer, FirstCall, ShownTheme, StartData, TextDirection};
    use serde_json::{Value, json};

    use super::fill;

    /// The window's own page, before it is built.
    const PAGE: &str = include_str!("../../ui/index.html");

    fn data(answer: Value) -> StartData {
        StartData { answers: vec![FirstAnswer { call: FirstCall::CheckNames, request: Value::Null, answer }] }
    }

    fn picture(theme: Option<ShownTheme>) -> ShownPicture {
        ShownPicture {
            language: "ar".to_owned(),
            direction: TextDirection::Rtl,
            theme,
            density: Density::Compact,
            drawing: Drawing { html: "<p>The rows</p>".to_owned(), css: String::new() },
        }
    }

    #[test]
    fn the_page_has_the_picture_before_its_root_and_the_data_behind_it() {
        let page = fill(PAGE, Some(&picture(Some(ShownTheme::Dark))), &data(json!(["a"]))).unwrap();
        assert!(page.contains("<html lang=\"ar\" dir=\"rtl\" data-density=\"compact\" data-theme=\"dark\">"), "{page}");
        assert!(page.contains("<link rel=\"stylesheet\" href=\"/first-picture.css\" /></head>"), "{page}");
        let body = "<div id=\"first-picture\" inert aria-hidden=\"true\"><p>The rows</p></div><div id=\"root\"></div>\
                    <script type=\"application/json\" id=\"start-data\">{\"answers\":[{\"call\":\"check_names\",\
                    \"request\":null,\"answer\":[\"a\"]}]}</script>";
        assert!(page.contains(body), "{page}");
        let system = fill(PAGE, Some(&picture(None)), &data(json!([]))).unwrap();
        assert!(system.contains("<html lang=\"ar\" dir=\"rtl\" data-density=\"compact\">"), "{system}");
    }

    #[test]
    fn without_a_picture_the_page_stays_as_it_is_beside_the_data() {
        let page = fill(PAGE, None, &data(json!("x"))).unwrap();
        let (before, rest) = page.split_once("<script type=\"application/json\"").unwrap();
        let (_, after) = rest.split_once("</script>").unwrap();
        assert_eq!(format!("{before}{after}"), PAGE);
    }

    #[test]
    fn data_cannot_end_its_script() {
        for text in ["</script><script>alert(1)</script>", "<!--<script>", "</SCRIPT\n>"] {
            let page = fill(PAGE, None, &data(json!(text))).unwrap();
            let (_, rest) = page.split_once("id=\"start-data\">").unwrap();
            let (inside, _) = rest.split_once("</script>").unwrap();
            assert!(!inside.contains('<'), "{inside}");
            assert_eq!(serde_json::from_str::<StartData>(inside).unwrap(), data(json!(text)));
        }
    }

    #[test]
    fn a_page_without_a_place_for_it_stays_as_it_is() {
        for page in ["", "<html lang=\"en\"></html>", "<html lang=\"en\"><head></head><body></body></html>"] {
            assert_eq!(fill(page, None, &data(Value::Null)), None);
        }
    }
}
