//! Memory use of malicious sources: one test alone, since memory is per process.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    io::{self, Read, Seek, SeekFrom, Write},
    sync::Arc,
    time::{Duration, Instant},
};

use assay_model::{SourceError, SourcePreview, SourceReading};
use assay_sources::SourceReader;
use flate2::{Compression, write::GzEncoder};
use peak_alloc::PeakAlloc;
use zip::{ZipArchive, ZipWriter, write::SimpleFileOptions};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

const MEGABYTE: u64 = 1_000_000;

/// A start and a repeated pattern: a file without memory.
struct Endless {
    start: Vec<u8>,
    pattern: Vec<u8>,
    length: u64,
    at: u64,
}

impl Endless {
    fn new(start: &str, pattern: &str, length: u64) -> Self {
        // The pattern is there a whole number of times.
        let length = start.len() as u64 + length / pattern.len() as u64 * pattern.len() as u64;
        // Repeated for speed.
        let pattern = pattern.repeat(64 * 1024 / pattern.len() + 1);
        Self { start: start.into(), pattern: pattern.into(), length, at: 0 }
    }
}

impl Read for Endless {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let (at, left) = (usize::try_from(self.at).unwrap(), usize::try_from(self.length - self.at).unwrap());
        let next = match at.checked_sub(self.start.len()) {
            None => &self.start[at..],
            Some(beyond) => &self.pattern[beyond % self.pattern.len()..],
        };
        let count = buffer.len().min(left).min(next.len());
        buffer[..count].copy_from_slice(&next[..count]);
        self.at += count as u64;
        Ok(count)
    }
}

impl Seek for Endless {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        assert_eq!(to, SeekFrom::Start(0));
        self.at = 0;
        Ok(0)
    }
}

fn gzip(mut source: impl Read) -> io::Cursor<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    io::copy(&mut source, &mut packed).unwrap();
    io::Cursor::new(packed.finish().unwrap())
}

/// A workbook with cell A1, and some parts replaced.
fn workbook(replaced: &[(&str, &str)]) -> io::Cursor<Vec<u8>> {
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().write_string(0, 0, "https://a.example/").unwrap();
    let mut whole = ZipArchive::new(io::Cursor::new(book.save_to_buffer().unwrap())).unwrap();
    let mut packed = ZipWriter::new(io::Cursor::new(Vec::new()));
    for number in 0..whole.len() {
        let mut part = whole.by_index(number).unwrap();
        let name = part.name().unwrap().into_owned();
        packed.start_file(&name, SimpleFileOptions::default()).unwrap();
        match replaced.iter().find(|(part, _)| *part == name) {
            Some((_, text)) => packed.write_all(text.as_bytes()).unwrap(),
            None => drop(io::copy(&mut part, &mut packed).unwrap()),
        }
    }
    packed.finish().unwrap()
}

fn preview(name: &str, source: impl Read + Seek) -> SourcePreview {
    preview_of(name, 200, source)
}

fn preview_of(name: &str, megabytes: u32, source: impl Read + Seek) -> SourcePreview {
    MEMORY.reset_peak_usage();
    let before = MEMORY.current_usage_as_mb();
    let mut reader = SourceReader::new(SourceReading::default(), megabytes, Arc::new(|| false));
    reader.read(name, source).unwrap();
    let preview = reader.finish().preview;
    let peak = MEMORY.peak_usage_as_mb() - before;
    assert!(peak < 8.0, "{name} took {peak} MB");
    preview
}

#[test]
fn hostile_sources_take_little_memory() {
    // Long lines, since debug builds are slow per line.
    let long = "x".repeat(2000);
    let lines = format!("https://a.example/{:2000}\n", "");
    let list = preview("50 MB of lines", Endless::new("", &lines, 50 * MEGABYTE));
    assert_eq!((list.pages, list.fault), (1, None));
    let rows = format!("a.example,private,\"{long}\n{long}\"\n");
    let table = preview("50 MB of a table", Endless::new("url,privacy\n", &rows, 50 * MEGABYTE));
    assert_eq!((table.pages, table.fault), (1, None));
    let bad = preview("50 MB of bad lines", Endless::new("", &format!("\u{e4} {long}\n"), 50 * MEGABYTE));
    assert_eq!((bad.bad_lines.len(), bad.fault), (1000, Some(SourceError::Empty)));

    let line = preview("one line of 10 MB", Endless::new("a.example\n", "x", 10 * MEGABYTE));
    assert_eq!((line.pages, line.bad), (1, 1));
    let cells = preview("one line of 10 MB in cells", Endless::new("a.example,b\n", "x,", 10 * MEGABYTE));
    assert_eq!((cells.pages, cells.bad), (1, 1));
    let quote = preview(
        "a quote that is never closed",
        Endless::new("url,b\na.example,c\n\"", &format!("b.example,{long}\n"), 10 * MEGABYTE),
    );
    assert_eq!((quote.pages, quote.fault), (2, None));
    let quotes =
        preview("nothing but open quotes", Endless::new("a.example,b\n", &format!("x,\"{long},\"\"\n"), 10 * MEGABYTE));
    assert_eq!(quotes.pages, 1);

    let wide: String = lines.chars().flat_map(|c| [c, '\0']).collect();
    let wide = preview("20 MB of UTF-16", Endless::new("", &wide, 20 * MEGABYTE));
    assert_eq!((&*wide.encoding, wide.pages), ("UTF-16LE", 1));
    let blank = preview("10 MB of nothing", Endless::new("", " ", 10 * MEGABYTE));
    assert_eq!(blank.fault, Some(SourceError::Empty));

    let bomb = gzip(Endless::new("a.example\n", &" ".repeat(2000), 30 * MEGABYTE));
    assert!(bomb.get_ref().len() < 1_000_000);
    let bomb = preview_of("a gzip bomb", 20, bomb);
    assert_eq!((bomb.pages, bomb.fault), (1, Some(SourceError::TooLarge { megabytes: 20 })));
    let mut twice = GzEncoder::new(Vec::new(), Compression::fast());
    twice.write_all(gzip(Endless::new("", "\n", MEGABYTE)).get_ref()).unwrap();
    let twice = preview("a gzip in a gzip", io::Cursor::new(twice.finish().unwrap()));
    assert_eq!(twice.fault, Some(SourceError::NotText));

    let map = "<urlset><url><loc>https://a.example</loc></url>";
    let entry = format!("<url><loc>https://a.example</loc><x y='{long}'/></url>");
    let maps = preview("50 MB of a sitemap", Endless::new("<urlset>", &entry, 50 * MEGABYTE));
    assert_eq!((maps.pages, maps.fault), (1, Some(SourceError::BrokenXml)));
    for (name, pattern) in [("text", "x"), ("elements", "<a>"), ("a comment", "<!--<"), ("a tag", "<a a='")] {
        let start = if pattern.len() > 3 { format!("{map}{pattern}") } else { map.to_owned() };
        let xml = preview(&format!("XML that is all {name}"), Endless::new(&start, pattern, 10 * MEGABYTE));
        assert_eq!((xml.pages, xml.fault), (1, Some(SourceError::BrokenXml)), "{name}");
    }
    let laughs = |n: u32| format!("<!ENTITY l{n} \"{}\">", format!("&l{};", n - 1).repeat(10));
    let laughs = (1..10).map(laughs).collect::<Vec<_>>().concat();
    let laughs = format!(
        "<?xml version='1.0'?><!DOCTYPE l [<!ENTITY l0 \"lol\">{laughs}]><urlset><url><loc>&l9;</loc></url></urlset>"
    );
    assert_eq!(preview("a billion laughs", io::Cursor::new(laughs)).fault, Some(SourceError::Entities));

    // Each style holds a font.
    let styles = format!(
        "<styleSheet><fonts><font><name val='{}'/></font></fonts><cellXfs>{}</cellXfs></styleSheet>",
        "x".repeat(1_000_000),
        "<xf fontId='0'/>".repeat(300)
    );
    let book = preview("a workbook with one font in many styles", workbook(&[("xl/styles.xml", &styles)]));
    assert_eq!((book.pages, book.fault), (1, None));
    // Each row repeats a long text before the last row.
    let strings = format!("<sst><si><t>https://a.example/</t></si><si><t>{}</t></si></sst>", "x".repeat(1_000_000));
    let sheet = format!(
        "<worksheet><sheetData><row r='9'><c r='A9' t='s'><v>0</v></c></row>{}</sheetData></worksheet>",
        "<row r='1'><c r='A1' t='s'><v>1</v></c></row>".repeat(5000)
    );
    let backwards = workbook(&[("xl/sharedStrings.xml", &strings), ("xl/worksheets/sheet1.xml", &sheet)]);
    let begin = Instant::now();
    let backwards = preview("a workbook whose rows go backwards", backwards);
    assert_eq!((backwards.pages, backwards.bad, backwards.fault), (1, 0, None));
    assert!(begin.elapsed() < Duration::from_secs(10), "{:?}", begin.elapsed());
}
