//! Page numbers for printed documents: `WebKitGTK` draws nothing in the margins of pages.

use std::{fs::File, path::Path};

use lopdf::{Dictionary, Document, Object, ObjectId, Result, Stream, dictionary};

/// The name of the numbers' font in each page.
const FONT: &str = "PageNumber";

/// In points, as all below.
const FONT_SIZE: f32 = 9.0;

/// From the lower edge of a page to the number.
const BOTTOM: f32 = 24.0;

/// The width of an A4 page, for a page without a `MediaBox`.
const PAGE_WIDTH: f32 = 595.0;

/// Writes its number and how many there are below each page of a PDF file, except for the cover.
/// Fails unless it is a whole PDF file with pages.
pub fn write_page_numbers(file: &Path) -> Result<()> {
    let mut document = Document::load(file)?;
    let pages = document.get_pages();
    let count = pages.len();
    if count == 0 {
        return Err(lopdf::Error::PageNumberNotFound(1));
    }
    let font = document.add_object(dictionary! {
        "Type" => "Font",
        "Subtype" => "Type1",
        "BaseFont" => "Helvetica",
    });
    for (number, page) in pages.into_iter().skip(1) {
        write_below(&mut document, page, font, &format!("{number} / {count}"))?;
    }
    // Not created again where printing was canceled meanwhile.
    document.save_to(&mut File::options().write(true).truncate(true).open(file)?)?;
    Ok(())
}

fn write_below(document: &mut Document, page: ObjectId, font: ObjectId, text: &str) -> Result<()> {
    let x = (width_of(document, page) - width_of_text(text)) / 2.0;
    // An artifact is not read aloud. What the page drew is put back first: it may have turned the axes.
    let drawn = format!("Q /Artifact BMC q 0.38 g BT /{FONT} {FONT_SIZE} Tf {x:.1} {BOTTOM} Td ({text}) Tj ET Q EMC");
    let before = document.add_object(Stream::new(Dictionary::new(), b"q".to_vec()));
    let after = document.add_object(Stream::new(Dictionary::new(), drawn.into_bytes()));
    let contents = document.get_page_contents(page);
    let all = [before].into_iter().chain(contents).chain([after]).map(Object::Reference).collect::<Vec<_>>();
    document.get_dictionary_mut(page)?.set("Contents", all);
    let fonts = fonts_of(document, page)?;
    fonts.set(FONT, font);
    Ok(())
}

/// The fonts of a page, which may be an object of their own.
fn fonts_of(document: &mut Document, page: ObjectId) -> Result<&mut Dictionary> {
    let resources = document.get_or_create_resources(page)?.as_dict_mut()?;
    if !resources.has(b"Font") {
        resources.set("Font", Dictionary::new());
    }
    if let Object::Reference(id) = *resources.get(b"Font")? {
        return document.get_dictionary_mut(id);
    }
    document.get_or_create_resources(page)?.as_dict_mut()?.get_mut(b"Font")?.as_dict_mut()
}

fn width_of(document: &Document, page: ObjectId) -> f32 {
    let of_box = |page: &Dictionary| {
        let corners = page.get(b"MediaBox").ok()?.as_array().ok()?;
        let [left, _, right, _] = corners.as_slice() else { return None };
        Some(right.as_float().ok()? - left.as_float().ok()?)
    };
    document.get_dictionary(page).ok().and_then(of_box).unwrap_or(PAGE_WIDTH)
}

/// Of digits, spaces, and slashes in Helvetica.
fn width_of_text(text: &str) -> f32 {
    let widths = text.chars().map(|letter| if letter.is_ascii_digit() { 0.556 } else { 0.278 });
    widths.sum::<f32>() * FONT_SIZE
}

#[cfg(test)]
mod tests {
    use lopdf::{Document, Object, Stream, dictionary};

    use super::write_page_numbers;

    /// Pages that turn the axes, as the webview does, and a last one without text. The fonts of each second one are an
    /// object of their own.
    fn pages(count: usize) -> Document {
        let mut document = Document::with_version("1.7");
        let tree = document.new_object_id();
        let pages: Vec<Object> = (0..count)
            .map(|at| {
                let drawn = format!("1 0 0 -1 0 842 cm BT /Own 12 Tf 72 72 Td (page {at}) Tj ET");
                let content = document.add_object(Stream::new(dictionary! {}, drawn.into_bytes()));
                let font = dictionary! { "Type" => "Font", "Subtype" => "Type1", "BaseFont" => "Courier" };
                let fonts = dictionary! { "Own" => font };
                let fonts: Object = if at % 2 == 0 { fonts.into() } else { document.add_object(fonts).into() };
                let is_last = at + 1 == count;
                let resources = if is_last {
                    dictionary! {}
                } else {
                    dictionary! { "Font" => fonts }
                };
                let page = dictionary! {
                    "Type" => "Page",
                    "Parent" => tree,
                    "MediaBox" => vec![0.into(), 0.into(), 595.into(), 842.into()],
                    "Resources" => resources,
                    "Contents" => if is_last { vec![] } else { vec![content.into()] },
                };
                document.add_object(page).into()
            })
            .collect();
        let number = i64::try_from(count).unwrap();
        document.set_object(tree, dictionary! { "Type" => "Pages", "Kids" => pages, "Count" => number });
        let catalog = document.add_object(dictionary! { "Type" => "Catalog", "Pages" => tree });
        document.trailer.set("Root", catalog);
        document
    }

    #[test]
    fn each_page_but_the_cover_has_its_number_beside_what_was_there() {
        let file = tempfile::NamedTempFile::new().unwrap();
        pages(12).save(file.path()).unwrap();
        write_page_numbers(file.path()).unwrap();
        let numbered = Document::load(file.path()).unwrap();
        assert_eq!(numbered.get_pages().len(), 12);
        let text = |page| numbered.extract_text(&[page]).unwrap();
        assert_eq!(text(1).trim(), "page 0");
        for page in 2..=12 {
            let text = text(page);
            assert!(text.contains(&format!("{page} / 12")), "{text}");
            assert_eq!(text.contains(&format!("page {}", page - 1)), page < 12, "{text}");
        }
    }

    #[test]
    fn what_is_no_whole_document_stays_as_it_is() {
        let file = tempfile::NamedTempFile::new().unwrap();
        pages(3).save(file.path()).unwrap();
        let whole = std::fs::read(file.path()).unwrap();
        for damaged in [&whole[..whole.len() / 2], b"", b"<p>not a document"] {
            std::fs::write(file.path(), damaged).unwrap();
            assert!(write_page_numbers(file.path()).is_err());
            assert_eq!(std::fs::read(file.path()).unwrap(), damaged);
        }
    }
}
