//! Sitemaps and sitemap indexes (sitemaps.org).

use std::{
    io::{self, BufReader, Read},
    sync::Arc,
};

use assay_model::SourceError;
use quick_xml::{
    Error, Reader,
    escape::resolve_predefined_entity,
    events::{BytesRef, BytesText, Event},
};

use crate::input::Stop;

/// Of a tag, comment, or text, in bytes.
const MAX_PART_BYTES: usize = 1024 * 1024;

/// Nested elements.
const MAX_DEPTH: usize = 100;

/// More than any valid URL has; longer ones are truncated, and so invalid.
const MAX_TEXT_BYTES: usize = 16 * 1024;

/// What a sitemap lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum EntryKind {
    Pages,
    Sitemaps,
}

/// Reads a sitemap, and calls `found` with each URL and its line, from 1.
pub(crate) fn read(
    source: impl Read,
    mut found: impl FnMut(EntryKind, u32, &str) -> Result<(), Stop>,
) -> Result<(), Stop> {
    let mut reader = Reader::from_reader(BufReader::new(Parts { inner: source, left: MAX_PART_BYTES }));
    // Many sitemaps contain URLs with a plain `&`.
    reader.config_mut().allow_dangling_amp = true;
    let (mut parser, mut buffer) =
        (SitemapParser { kind: None, path: Vec::new(), line: 1, location: None }, Vec::new());
    loop {
        buffer.clear();
        reader.get_mut().get_mut().left = MAX_PART_BYTES;
        let event = reader.read_event_into(&mut buffer).map_err(broken)?;
        match &event {
            Event::Start(element) => parser.begin(element.local_name().as_ref())?,
            Event::End(_) => {
                if let (Some(kind), Some((line, address))) = (parser.kind, parser.end()) {
                    found(kind, line, address.trim())?;
                }
            }
            Event::Empty(element) => {
                parser.begin(element.local_name().as_ref())?;
                parser.end();
            }
            Event::Text(text) => parser.add(text),
            Event::CData(text) => parser.add(text),
            Event::GeneralRef(reference) => parser.refer(reference)?,
            Event::DocType(declared) => return Err(Stop::Fault(declaration(declared))),
            Event::Eof => return Err(Stop::Fault(parser.broken_off())),
            Event::Comment(_) | Event::Decl(_) | Event::PI(_) => {}
        }
        if parser.has_ended() {
            return Ok(());
        }
        let breaks = event.bytes().filter(|byte| *byte == b'\n').count();
        parser.line = parser.line.saturating_add(u32::try_from(breaks).unwrap_or(u32::MAX));
    }
}

/// Where the reading is.
struct SitemapParser {
    kind: Option<EntryKind>,
    path: Vec<Element>,
    line: u32,
    /// The current URL, with its first line.
    location: Option<(u32, String)>,
}

/// The kinds of elements, in any namespace. The `loc` of images and videos isn't a page's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Element {
    Root,
    Entry,
    Location,
    Other,
}

impl SitemapParser {
    fn begin(&mut self, name: &str) -> Result<(), Stop> {
        let place = match (self.path.last(), self.kind, name) {
            (None, _, "urlset") => {
                self.kind = Some(EntryKind::Pages);
                Element::Root
            }
            (None, _, "sitemapindex") => {
                self.kind = Some(EntryKind::Sitemaps);
                Element::Root
            }
            (None, _, _) => return Err(Stop::Fault(SourceError::NotASitemap)),
            (Some(Element::Root), Some(EntryKind::Pages), "url")
            | (Some(Element::Root), Some(EntryKind::Sitemaps), "sitemap") => Element::Entry,
            (Some(Element::Entry), _, "loc") => {
                self.location = Some((self.line, String::new()));
                Element::Location
            }
            _ => Element::Other,
        };
        self.path.push(place);
        if self.path.len() > MAX_DEPTH { Err(Stop::Fault(SourceError::BrokenXml)) } else { Ok(()) }
    }

    /// Ends an element; returns its URL.
    fn end(&mut self) -> Option<(u32, String)> {
        (self.path.pop() == Some(Element::Location)).then(|| self.location.take()).flatten()
    }

    fn add(&mut self, text: &str) {
        if self.path.last() == Some(&Element::Location)
            && let Some((_, location)) = &mut self.location
            && location.len() < MAX_TEXT_BYTES
        {
            location.extend(text.chars().take(MAX_TEXT_BYTES));
        }
    }

    /// Adds a character reference: numbers and XML's five names. Others become U+FFFD, which makes
    /// the URL invalid.
    fn refer(&mut self, reference: &BytesRef<'_>) -> Result<(), Stop> {
        match reference.resolve_char_ref().map_err(broken)? {
            Some(character) => self.add(character.encode_utf8(&mut [0; 4])),
            None => self.add(resolve_predefined_entity(reference).unwrap_or("\u{fffd}")),
        }
        Ok(())
    }

    fn has_ended(&self) -> bool {
        self.kind.is_some() && self.path.is_empty()
    }

    fn broken_off(&self) -> SourceError {
        if self.kind.is_some() { SourceError::BrokenXml } else { SourceError::NotASitemap }
    }
}

/// The error for a document type: an HTML page, or entities.
fn declaration(declared: &BytesText<'_>) -> SourceError {
    let is_html = declared.trim_start().get(..4).is_some_and(|name| name.eq_ignore_ascii_case("html"));
    if is_html && !declared.contains('[') { SourceError::NotASitemap } else { SourceError::Entities }
}

fn broken(error: Error) -> Stop {
    match error {
        Error::Io(error) => Arc::try_unwrap(error).unwrap_or_else(io::Error::other).into(),
        _ => Stop::Fault(SourceError::BrokenXml),
    }
}

/// Fails if a part of the text exceeds any part of a sitemap.
struct Parts<R> {
    inner: R,
    /// Bytes until then.
    left: usize,
}

impl<R: Read> Read for Parts<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        let Some(left) = self.left.checked_sub(count) else { return Err(Stop::Fault(SourceError::BrokenXml).into()) };
        self.left = left;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use assay_model::SourceError;

    use super::{EntryKind, read};
    use crate::input::Stop;

    fn found(xml: &str) -> (Vec<(EntryKind, u32, String)>, Option<SourceError>) {
        let mut all = Vec::new();
        let read = read(xml.as_bytes(), |kind, line, address| {
            all.push((kind, line, address.to_owned()));
            Ok(())
        });
        let fault = read.err().map(|stop| match stop {
            Stop::Fault(fault) => fault,
            other => panic!("{other}"),
        });
        (all, fault)
    }

    fn addresses(xml: &str) -> Vec<String> {
        let (all, fault) = found(xml);
        assert_eq!(fault, None, "{xml}");
        all.into_iter().map(|(_, _, address)| address).collect()
    }

    #[test]
    fn pages_are_found_whatever_the_namespace_is_called() {
        for xml in [
            "<urlset><url><loc>https://a.example/?a=1&amp;b=2</loc></url></urlset>",
            "<?xml version='1.0'?>\n<s:urlset xmlns:s='http://www.sitemaps.org/schemas/sitemap/0.9'><s:url><s:lastmod/>\n\
             <s:loc>\n  https://a.example/?a=1&#38;b=2\n</s:loc></s:url></s:urlset>",
            "<urlset><!-- <loc>no</loc> --><url><loc><![CDATA[https://a.example/?a=1&b=2]]></loc></url></urlset>",
            "<urlset><url><loc>https://a.example/?a=1&b=2</loc></url></urlset> and more",
            "<urlset xmlns:image='i'><url><image:image><image:loc>https://a.example/i.png</image:loc></image:image>\
             <loc>https://a.example/?a=1&#x26;b=2</loc></url></urlset>",
        ] {
            assert_eq!(addresses(xml), ["https://a.example/?a=1&b=2"], "{xml}");
        }
        assert!(addresses("<urlset/>").is_empty());
        assert!(addresses("<urlset><loc>https://a.example</loc></urlset>").is_empty());
    }

    #[test]
    fn an_index_lists_sitemaps() {
        let xml = "<sitemapindex>\n<sitemap>\n<loc>https://a.example/1.xml</loc>\n</sitemap></sitemapindex>";
        assert_eq!(found(xml), (vec![(EntryKind::Sitemaps, 3, "https://a.example/1.xml".to_owned())], None));
    }

    #[test]
    fn what_is_no_sitemap_is_said_to_be_none() {
        for (xml, fault) in [
            ("<html><body>", SourceError::NotASitemap),
            ("<!DOCTYPE html><html>", SourceError::NotASitemap),
            ("<!doctype HTML PUBLIC '-//W3C//DTD XHTML 1.0//EN' 'xhtml1.dtd'>", SourceError::NotASitemap),
            ("<rss><channel/></rss>", SourceError::NotASitemap),
            ("<!-- nothing -->", SourceError::NotASitemap),
            ("<!DOCTYPE urlset [<!ENTITY a 'b'>]><urlset/>", SourceError::Entities),
            ("<!DOCTYPE html [<!ENTITY a SYSTEM 'file:///etc/passwd'>]><urlset/>", SourceError::Entities),
            ("<!DOCTYPE urlset SYSTEM 'https://a.example/a.dtd'><urlset/>", SourceError::Entities),
            ("<urlset><url></urlset>", SourceError::BrokenXml),
            ("<urlset><url><loc a=", SourceError::BrokenXml),
            ("<urlset>", SourceError::BrokenXml),
        ] {
            assert_eq!(found(xml), (Vec::new(), Some(fault)), "{xml}");
        }
    }

    #[test]
    fn what_comes_before_a_break_is_there() {
        let (all, fault) = found("<urlset><url><loc>https://a.example</loc></url><url><loc>https://b.exam");
        assert_eq!((all.len(), fault), (1, Some(SourceError::BrokenXml)));
    }

    #[test]
    fn references_that_nobody_declared_are_no_part_of_an_address() {
        assert_eq!(
            addresses("<urlset><url><loc>https://a.example/&xxe;</loc></url></urlset>"),
            ["https://a.example/\u{fffd}"]
        );
    }

    #[test]
    fn depth_and_length_have_an_end() {
        let deep = format!("<urlset>{}", "<a>".repeat(1000));
        assert_eq!(found(&deep).1, Some(SourceError::BrokenXml));
        let wide = format!("<urlset><!--{}--></urlset>", "<>".repeat(1024 * 1024));
        assert_eq!(found(&wide).1, Some(SourceError::BrokenXml));
        let long = format!("<urlset><url><loc>https://a.example/{}</loc></url></urlset>", "a&amp;".repeat(100_000));
        assert!(addresses(&long)[0].len() < 40_000);
    }
}
