//! Parsing realistic sources.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

use std::{
    io::{Cursor, Read, Write},
    sync::Arc,
};

use assay_model::{
    FieldReason, InvalidLine, Privacy, Problem, ProblemCode, SourceError, SourceForm, SourcePreview, SourceReading,
};
use assay_sources::{SourceContents, SourceReader};
use flate2::{Compression, write::GzEncoder};
use proptest::prelude::*;
use zip::{CompressionMethod, ZipArchive, ZipWriter, write::SimpleFileOptions};

fn listing_as(reading: SourceReading, bytes: impl AsRef<[u8]>) -> SourceContents {
    let mut reader = SourceReader::new(reading, 200, Arc::new(|| false));
    reader.read("list", Cursor::new(bytes)).unwrap();
    reader.finish()
}

fn contents(bytes: impl AsRef<[u8]>) -> SourceContents {
    listing_as(SourceReading::default(), bytes)
}

fn preview(bytes: impl AsRef<[u8]>) -> SourcePreview {
    contents(bytes).preview
}

fn addresses(contents: &SourceContents) -> Vec<&str> {
    contents.listed.iter().map(|listed| &*listed.address).collect()
}

fn gzip(bytes: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(bytes).unwrap();
    packed.finish().unwrap()
}

/// Numbered texts.
fn many(count: u32, one: impl Fn(u32) -> String) -> String {
    (0..count).map(one).collect::<Vec<_>>().concat()
}

fn utf16(text: &str, to_bytes: impl Fn(u16) -> [u8; 2]) -> Vec<u8> {
    text.encode_utf16().flat_map(to_bytes).collect()
}

#[test]
fn any_encoding_is_read() {
    let text = "URL;Privacy;Password\r\nmünchen.de/größe;privat;Äpfel 1\r\nhttps://a.example;public;\r\n";
    let with_mark = |mark: &[u8], rest: Vec<u8>| [mark.to_vec(), rest].concat();
    let latin: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
    for (bytes, encoding) in [
        (text.as_bytes().to_vec(), "UTF-8"),
        (with_mark(b"\xef\xbb\xbf", text.as_bytes().to_vec()), "UTF-8"),
        (utf16(text, u16::to_le_bytes), "UTF-16LE"),
        (utf16(text, u16::to_be_bytes), "UTF-16BE"),
        (with_mark(b"\xff\xfe", utf16(text, u16::to_le_bytes)), "UTF-16LE"),
        (with_mark(b"\xfe\xff", utf16(text, u16::to_be_bytes)), "UTF-16BE"),
        (latin.clone(), "windows-1252"),
        (gzip(&latin), "windows-1252"),
        (gzip(&utf16(text, u16::to_le_bytes)), "UTF-16LE"),
        // The deciding character comes late.
        (
            format!("{}https://a.example/\u{e9}", "https://b.example\n".repeat(9000))
                .chars()
                .map(|c| c as u8)
                .collect(),
            "windows-1252",
        ),
    ] {
        let SourceContents { listed, preview } = contents(&bytes);
        assert_eq!((&*preview.encoding, preview.fault, preview.bad), (encoding, None, 0));
        if preview.form == SourceForm::Table {
            assert_eq!(listed[0].address, "https://xn--mnchen-3ya.de/gr%C3%B6%C3%9Fe", "{encoding}");
            assert_eq!((listed[0].privacy, listed[0].password.is_some()), (Some(Privacy::Private), false));
            assert_eq!(preview.delimiter.as_deref(), Some(";"));
        } else {
            assert_eq!(
                listed.iter().rfind(|listed| listed.repeats.is_none()).unwrap().address,
                "https://a.example/%C3%A9"
            );
        }
    }
    assert_eq!(preview("").encoding, "UTF-8");
}

#[test]
fn forms_and_columns_are_found() {
    // Text; delimiter; whether it has a head; columns of addresses, privacy and passwords; pages.
    type Found = (Option<&'static str>, bool, [Option<u32>; 3], u32);
    let cases: [(&str, Found); 36] = [
        ("a.example\nb.example/x,y\n", (None, false, [Some(0), None, None], 2)),
        ("URL\na.example\nb.example\n", (None, true, [Some(0), None, None], 2)),
        ("https://a.example/1,2.html\nhttps://a.example/3,4.html\n", (None, false, [Some(0), None, None], 2)),
        ("https://a.example/;jsession=1\nhttps://a.example/;jsession=2\n", (None, false, [Some(0), None, None], 2)),
        ("https://a.example/,private\nhttps://b.example/,public\n", (Some(","), false, [Some(0), Some(1), None], 2)),
        ("a.example,s3cret\nb.example,pass,more\nc.example,x\n", (Some(","), false, [Some(0), None, None], 3)),
        ("1\ta.example\tOne, two\n2\tb.example\tThree\n", (Some("\t"), false, [Some(1), None, None], 2)),
        ("Title|Page\nOne|a.example\nTwo, three|b.example\n", (Some("|"), true, [Some(1), None, None], 2)),
        ("name;link;note\nA;a.example;\"x;y\"\nB;b.example;z\n", (Some(";"), true, [Some(1), None, None], 2)),
        ("a.example;2;0\nb.example;1;1\n", (Some(";"), false, [Some(0), None, None], 2)),
        ("url;depth\na.example;2\nb.example;1\n", (Some(";"), true, [Some(0), None, None], 2)),
        ("url;visibility;PASSWORD\na.example;2;abc\nb.example;;\n", (Some(";"), true, [Some(0), Some(1), Some(2)], 2)),
        (
            "Adresse,Passwort\na.example,b.example\nc.example,d.example\n",
            (Some(","), true, [Some(0), None, Some(1)], 2),
        ),
        ("image,url\nx.jpg,https://a.example\ny.jpg,https://b.example\n", (Some(","), true, [Some(1), None, None], 2)),
        ("file,page\nx.jpg,a.example\ny.jpg,b.example\n", (Some(","), true, [Some(1), None, None], 2)),
        ("price,site\n3.14,a.example\n2.72,b.example\n", (Some(","), true, [Some(1), None, None], 2)),
        ("what,who\nhttps://a.example,Ann\nhttps://b.example,Bo\n", (Some(","), true, [Some(0), None, None], 2)),
        ("Ann,https://a.example\nBo,https://b.example\n", (Some(","), false, [Some(1), None, None], 2)),
        (
            "https://a.example,https://b.example\nhttps://c.example,https://d.example\n",
            (Some(","), false, [Some(0), None, None], 2),
        ),
        // A second column is not part of a URL, even if it could be.
        ("https://a.example,Ann\nhttps://b.example,Bo\n", (Some(","), false, [Some(0), None, None], 2)),
        ("https://a.example/x;5\nhttps://a.example/y;hush\n", (Some(";"), false, [Some(0), None, None], 2)),
        ("https://a.example/x;3.5;\nhttps://a.example/y;;1\n", (Some(";"), false, [Some(0), None, None], 2)),
        ("https://a.example/x,5\n", (None, false, [Some(0), None, None], 1)),
        // A spreadsheet program's delimiter line is neither header nor data.
        ("sep=;\nurl;privacy;password\na.example;2;x\n", (Some(";"), true, [Some(0), Some(1), Some(2)], 1)),
        ("\"sep=|\"\r\nhttps://a.example/x,1|5\r\n", (Some("|"), false, [Some(0), None, None], 1)),
        ("SEP=,\na.example\nb.example\n", (None, false, [Some(0), None, None], 2)),
        // URLs next to each other work like lines.
        ("https://a.example/1, https://a.example/2, https://a.example/3,\n", (None, false, [Some(0), None, None], 3)),
        ("a.example\tb.example\n", (None, false, [Some(0), None, None], 2)),
        (
            "https://a.example/1;https://a.example/2\nhttps://a.example/3\nhttps://a.example/4;https://a.example/5\n",
            (None, false, [Some(0), None, None], 5),
        ),
        // Headers override values; without a header the values count.
        ("url;status\na.example;Public\nb.example;public\n", (Some(";"), true, [Some(0), None, None], 2)),
        ("url;;pass\na.example;public;yes\nb.example;private;no\n", (Some(";"), true, [Some(0), Some(1), None], 2)),
        ("\"a.example\"\n\"b.example\"\n", (None, false, [Some(0), None, None], 2)),
        ("url,privacy\n", (Some(","), true, [Some(0), Some(1), None], 0)),
        ("アドレス,公開設定\na.example,非公開\nb.example,公開\n", (Some(","), true, [Some(0), Some(1), None], 2)),
        ("Punktzahl;Seiten-URL\n80;a.example\n70;b.example\n", (Some(";"), true, [Some(1), None, None], 2)),
        ("得点,ページのURL\n80,a.example\n70,b.example\n", (Some(","), true, [Some(1), None, None], 2)),
    ];
    for (text, expected) in cases {
        let found = preview(text);
        let columns = [found.address, found.privacy, found.password];
        assert_eq!((found.delimiter.as_deref(), found.has_head, columns, found.pages), expected, "{text}");
        assert_eq!(found.form == SourceForm::Table, found.delimiter.is_some());
    }
}

#[test]
fn the_user_knows_better() {
    let text = "https://a.example/1,https://b.example/1,0,x\nhttps://a.example/2,https://b.example/2,2,yz\n";
    let reading = SourceReading { address: Some(1), privacy: Some(2), password: Some(3), ..SourceReading::default() };
    let SourceContents { listed, preview } = listing_as(reading.clone(), text);
    assert_eq!([preview.address, preview.privacy, preview.password], [Some(1), Some(2), Some(3)]);
    assert_eq!((&*listed[1].address, listed[1].privacy), ("https://b.example/2", Some(Privacy::Password)));
    assert_eq!(listed[1].password.as_ref().unwrap().expose(), "yz");
    assert!(listed[0].password.is_none(), "it is to be public");

    let none = SourceReading { privacy: Some(100), password: Some(100), ..SourceReading::default() };
    let none = listing_as(none, "url,privacy,password\na.example,private,x\nb.example,public,y\n");
    assert_eq!((none.preview.privacy, none.preview.password, none.listed.len()), (None, None, 2));
    let lines = listing_as(
        SourceReading { privacy: Some(100), ..SourceReading::default() },
        "https://a.example/1,2.html\nhttps://a.example/3,4.html\n",
    );
    assert_eq!(lines.preview.form, SourceForm::Lines);

    let head = SourceReading { has_head: Some(true), ..SourceReading::default() };
    assert_eq!(listing_as(head, "a.example\nb.example\n").listed.len(), 1);
    let no_head = SourceReading { has_head: Some(false), ..SourceReading::default() };
    let found = listing_as(no_head, "url,privacy\na.example,private\nb.example,public\n").preview;
    assert_eq!((found.pages, found.bad), (2, 1));
}

#[test]
fn bad_lines_are_told_and_stop_nothing() {
    let long_address = format!("https://a.example/{}", "a".repeat(2048));
    let text = format!(
        "url,privacy,password\nhttps://a.example,,\n,private,\nno page,,\nftp://a.example,,\n\nhttps://b.example,secret,\n\
         https://c.example,password,{}\n{long_address},,\n\"https://d.example,private,hush\nhttps://e.example,2,hush\n",
        "x".repeat(129)
    );
    let SourceContents { listed, preview } = contents(&text);
    let pages: Vec<_> = listed.iter().map(|listed| (listed.line.unwrap(), &*listed.address)).collect();
    assert_eq!(pages, [(2, "https://a.example/"), (11, "https://e.example/")]);
    let bad =
        |line, text: &str, field: &str, reason| InvalidLine { line, text: text.into(), field: field.into(), reason };
    assert_eq!(
        preview.bad_lines,
        [
            bad(3, "", "url", FieldReason::Required),
            bad(4, "no page", "url", FieldReason::NotAnAddress),
            bad(5, "ftp://a.example", "url", FieldReason::UnsupportedScheme),
            bad(7, "https://b.example", "privacy", FieldReason::NotAPrivacy),
            bad(8, "https://c.example", "password", FieldReason::TooLong { limit: 128 }),
            bad(9, &long_address[..200], "url", FieldReason::TooLong { limit: 2048 }),
            bad(10, "https://d.example", "url", FieldReason::NotAnAddress),
        ]
    );
    assert_eq!((preview.bad, preview.fault), (7, None));
}

#[test]
fn spaces_stand_between_several_addresses_and_are_part_of_one_in_a_cell() {
    let found = contents(
        "https://a.example/1 https://b.example/2\nc.example d.example\nhttps://a.example/x and https://b.example/y\n\
         https://a.example/3 secret\nhttps://a.example/4\n",
    );
    let pages: Vec<_> = found.listed.iter().map(|listed| (listed.line.unwrap(), &*listed.address)).collect();
    assert_eq!(
        pages,
        [
            (1, "https://a.example/1"),
            (1, "https://b.example/2"),
            (2, "https://c.example/"),
            (2, "https://d.example/"),
            (5, "https://a.example/4"),
        ]
    );
    // Text after a space may be a password.
    let bad: Vec<_> = found.preview.bad_lines.iter().map(|bad| (bad.line, bad.reason.clone())).collect();
    assert_eq!(bad, [(3, FieldReason::SeveralAddresses), (4, FieldReason::NotAnAddress)]);

    let table = contents(
        "url,password\nhttps://a.example/a b,x\nhttps://a.example/a%20b,y\nhttps://a.example/1 https://b.example/2,x\n",
    );
    assert!(table.listed.iter().all(|listed| listed.address == "https://a.example/a%20b"));
    assert_eq!((table.preview.pages, table.preview.duplicates), (1, 1));
    // The password may be meant for either.
    assert_eq!(table.preview.bad_lines[0].reason, FieldReason::SeveralAddresses);
    let map = contents("<urlset><url><loc>https://a.example/a b</loc></url></urlset>");
    assert_eq!(map.listed[0].address, "https://a.example/a%20b");
}

#[test]
fn lines_that_differ_in_their_fragment_are_one_page() {
    let SourceContents { listed, preview } =
        contents("https://a.example/shop#top\nhttps://a.example/shop\na.example/shop#end\n");
    assert_eq!((preview.pages, preview.duplicates), (1, 2));
    assert!(listed.iter().all(|listed| listed.address == "https://a.example/shop"));
}

#[test]
fn an_address_glued_to_another_is_told() {
    let found = preview("https://a.example/1\nhttps://a.example/2\nhttps://a.example/3,https://a.example/4\n");
    let bad: Vec<_> = found.bad_lines.iter().map(|bad| (bad.line, bad.reason.clone())).collect();
    assert_eq!((found.pages, bad), (2, vec![(3, FieldReason::NotAnAddress)]));
    // Also beyond the maximum number of columns.
    let found = preview(many(1200, |n| format!("https://a.example/{n},")));
    assert_eq!((found.pages, found.bad, found.bad_lines[0].line), (1000, 1, 1));
}

#[test]
fn a_password_is_read_as_it_was_before_it_was_written() {
    let cells = ["'-abc", "''=1+1", "'＝x", "'quoted'", "-abc", "'", "it's"];
    let rows = cells.map(|cell| format!("\"https://a.example/{}\",\"{cell}\"\r\n", cell.len())).concat();
    let found = contents(format!("\"URL\",\"Password\"\r\n{rows}"));
    let passwords: Vec<_> = found.listed.iter().map(|listed| listed.password.as_ref().unwrap().expose()).collect();
    assert_eq!(passwords, ["-abc", "'=1+1", "＝x", "'quoted'", "-abc", "'", "it's"]);
}

#[test]
fn a_page_is_listed_once() {
    let SourceContents { listed, preview } =
        contents("https://www.a.example/\nb.example\n\nhttp://a.example#x\nhttps://a.example/?q\nB.example/\n");
    let repeats: Vec<_> = listed.iter().map(|listed| (listed.line, &*listed.stored, listed.repeats)).collect();
    assert_eq!(
        repeats,
        [
            (Some(1), "a.example", None),
            (Some(2), "b.example", None),
            (Some(4), "a.example", Some(Some(1))),
            (Some(5), "a.example?q", None),
            (Some(6), "b.example", Some(Some(2))),
        ]
    );
    assert_eq!((preview.pages, preview.duplicates, preview.sample.len()), (3, 2, 3));
    let repeats: Vec<_> = preview.repeats.iter().map(|repeat| (repeat.line, repeat.first)).collect();
    assert_eq!(repeats, [(4, 1), (6, 2)]);
}

#[test]
fn a_preview_shows_no_password() {
    let text = "link,note,pwd\nhttps://a.example,\"one,\ntwo\",planted-1\nhttps://b.example,three,\"planted-2\n\
                no page,,planted-3\nhttps://c.example,four,planted-4\n";
    let found = preview(text);
    assert_eq!(found.password, Some(2));
    assert!(!format!("{found:?}").contains("planted"), "{found:?}");
    assert!(found.sample.iter().all(|row| row.has_password));
    let names: Vec<_> = found.columns.iter().map(|column| column.name.as_deref().unwrap()).collect();
    assert_eq!(names, ["link", "note", "pwd"]);
    assert_eq!(found.columns[1].values, ["one,\ntwo", "four"]);
    // Nor with passwords first, and a line that splits at one.
    let first = preview("password,url\nx,a.example\n\"plan,ted-1\",b.example\n\"plan,ted-2,c.example\ny,d.example\n");
    assert!(!format!("{first:?}").contains("ted-"), "{first:?}");
    assert_eq!((first.pages, first.bad), (3, 1));
    // Nor with a named but unused column.
    let unused = SourceReading { password: Some(100), ..SourceReading::default() };
    assert!(!format!("{:?}", listing_as(unused, text).preview.columns).contains("planted"));
}

#[test]
fn sitemaps_are_read_from_files() {
    let map = "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n\
               <url><loc>https://a.example/?x=1&amp;y=2</loc></url>\n<url><loc>nothing</loc></url>\n</urlset>";
    let wide = utf16(&map.replace("UTF-8", "UTF-16"), u16::to_le_bytes);
    let latin: Vec<u8> = "<?xml version='1.0' encoding='ISO-8859-1'?><urlset><url><loc>https://a.example/?x=1&amp;y=2\
                          </loc></url><!-- \u{e9} --><url><loc>no</loc></url></urlset>"
        .chars()
        .map(|c| c as u8)
        .collect();
    for bytes in [
        map.as_bytes().to_vec(),
        gzip(map.as_bytes()),
        wide,
        latin,
        [b" \n\xef".as_slice(), map.as_bytes()].concat()[..2].to_vec(),
    ] {
        let found = contents(&bytes);
        if bytes.len() == 2 {
            assert_eq!(found.preview.fault, Some(SourceError::Empty));
            continue;
        }
        assert_eq!(addresses(&found), ["https://a.example/?x=1&y=2"]);
        assert_eq!(found.listed[0].line, None);
        let SourcePreview { form, bad, sitemaps, fault, .. } = found.preview;
        assert_eq!((form, bad, fault), (SourceForm::Sitemap, 1, None));
        assert_eq!((&*sitemaps[0].name, sitemaps[0].addresses, sitemaps[0].fault), ("list", 2, None));
    }
}

#[test]
fn an_index_names_each_sitemap_once() {
    let index = "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>a b</loc></sitemap>\
                 <sitemap><loc>https://a.example/2.xml.gz</loc></sitemap><sitemap><loc>https://a.example/1.xml</loc></sitemap>\
                 </sitemapindex>";
    let mut reader = SourceReader::new(SourceReading::default(), 200, Arc::new(|| false));
    let listed = reader.read("index", Cursor::new(index)).unwrap();
    assert_eq!(listed, ["https://a.example/1.xml", "https://a.example/2.xml.gz"]);
    reader.read_listed(&listed[0], Cursor::new("<urlset><url><loc>https://a.example</loc></url></urlset>")).unwrap();
    reader.read_listed("again", Cursor::new(index)).unwrap();
    reader.read_listed("text", Cursor::new("https://a.example/2\nhttps://a.example/3")).unwrap();
    reader.missed(&listed[1], Problem::new(ProblemCode::NotFound));
    let SourceContents { listed, preview } = reader.finish();
    assert_eq!((listed.len(), preview.bad, preview.fault), (3, 1, None));
    let sitemaps: Vec<_> = preview.sitemaps.iter().map(|map| (&*map.name, map.addresses, map.fault)).collect();
    assert_eq!(
        sitemaps,
        [
            ("index", 4, None),
            ("https://a.example/1.xml", 1, None),
            ("again", 1, Some(SourceError::TooManySitemaps)),
            ("text", 2, None),
            ("https://a.example/2.xml.gz", 0, None),
        ]
    );
    assert_eq!(preview.sitemaps[4].problem.as_ref().unwrap().code, ProblemCode::NotFound);

    let maps = many(2000, |n| format!("<sitemap><loc>https://a.example/{n}</loc></sitemap>"));
    let mut reader = SourceReader::new(SourceReading::default(), 200, Arc::new(|| false));
    let listed = reader.read("index", Cursor::new(format!("<sitemapindex>{maps}</sitemapindex>"))).unwrap();
    assert_eq!(listed.len(), 999);
    assert_eq!(reader.finish().preview.fault, Some(SourceError::TooManySitemaps));
}

#[test]
fn what_is_no_list_is_said_to_be_none() {
    let broken = gzip(b"https://a.example\nhttps://b.example/whole\n");
    for (bytes, fault, pages) in [
        (b"".to_vec(), SourceError::Empty, 0),
        (b"\xef\xbb\xbf \r\n\t\n".to_vec(), SourceError::Empty, 0),
        (b"nothing here\nnor here".to_vec(), SourceError::Empty, 0),
        (b"PK\x03\x04 and more".to_vec(), SourceError::NotText, 0),
        (b"%PDF-1.7\n1 0 obj".to_vec(), SourceError::NotText, 0),
        (b"\x89PNG\r\n\x1a\n".to_vec(), SourceError::NotText, 0),
        (b"https://a.example\n\0\0\0\0\0\0\0".to_vec(), SourceError::NotText, 0),
        (gzip(b"\x7fELF\0\0\0"), SourceError::NotText, 0),
        (b"<!doctype html><html></html>".to_vec(), SourceError::NotASitemap, 0),
        (broken[..broken.len() - 9].to_vec(), SourceError::BrokenArchive, 1),
        (broken[..12].to_vec(), SourceError::BrokenArchive, 0),
        (b"\x1f\x8b".to_vec(), SourceError::BrokenArchive, 0),
        (b"\x1f\x8bnonsense".to_vec(), SourceError::BrokenArchive, 0),
        (gzip(b"<urlset><url><loc>https://a.example</loc></url><url>"), SourceError::BrokenXml, 1),
    ] {
        let found = preview(&bytes);
        assert_eq!((found.fault, found.pages), (Some(fault), pages), "{:?}", String::from_utf8_lossy(&bytes));
    }
}

#[test]
fn reading_ends_when_nobody_waits() {
    let mut reader = SourceReader::new(SourceReading::default(), 200, Arc::new(|| true));
    assert_eq!(reader.read("list", Cursor::new("a.example")).unwrap_err().code, ProblemCode::Canceled);
}

#[test]
fn there_are_as_many_pages_as_a_batch_has_rows() {
    let text = many(60_000, |n| format!("a.example/{n}\n"));
    let found = contents(format!("{}{text}", "a.example/0\n".repeat(20_000)));
    assert_eq!((found.preview.pages, found.preview.fault), (50_000, Some(SourceError::TooMany)));
    assert_eq!((found.preview.duplicates, found.listed.len()), (20_000, 60_000));
    let exact = many(50_000, |n| format!("a.example/{n}\n"));
    assert_eq!(preview(exact).fault, None);
    let map = many(50_001, |n| format!("<url><loc>https://a.example/{n}</loc></url>"));
    let found = preview(format!("<urlset>{map}</urlset>"));
    assert_eq!((found.pages, found.fault), (50_000, Some(SourceError::TooMany)));
    assert_eq!(found.sitemaps[0].fault, Some(SourceError::TooMany));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn nothing_makes_it_fall_over(bytes in any::<Vec<u8>>(), packed: bool) {
        let found = contents(if packed { gzip(&bytes) } else { bytes });
        prop_assert!(found.preview.sample.len() <= 100);
    }

    #[test]
    fn nothing_like_a_table_makes_it_fall_over(text in "[a-c.,;|\t\"\r\n/: ]{0,200}", address in 0_u32..4, head: bool) {
        let reading = SourceReading { address: Some(address), password: Some(1), has_head: Some(head), ..SourceReading::default() };
        let found = listing_as(reading, &text).preview;
        let ends = u32::try_from(text.matches(['\r', '\n']).count()).unwrap();
        prop_assert!(found.pages + found.duplicates + found.bad <= ends + 1);
    }

    #[test]
    fn nothing_like_xml_makes_it_fall_over(parts in prop::collection::vec(prop::sample::select(vec![
        "<urlset>", "</urlset>", "<url>", "</url>", "<loc>", "</loc>", "<url", ">", "<!--", "-->", "<![CDATA[", "]]>", "&", ";",
        "&amp;", "&#", "x110000;", "a.example", "https://b.example", "<!DOCTYPE", "<?xml", "?>", "<sitemapindex>", "\u{fffd}", "'", "\"",
    ]), 0..30)) {
        contents(format!("<{}", parts.concat()));
        contents(format!("<urlset>{}", parts.concat()));
    }

    #[test]
    fn every_good_line_is_read_whatever_stands_between(lines in prop::collection::vec(prop_oneof![
        Just("https://good.example/"), Just(""), Just("bad line"), Just("ann@example.com"), Just("4711"),
    ], 1..50), end in prop::sample::select(vec!["\n", "\r\n", "\r"])) {
        let found = preview(lines.join(end));
        let count = |is: &dyn Fn(&str) -> bool| u32::try_from(lines.iter().filter(|line| is(line)).count()).unwrap();
        prop_assert_eq!(found.pages + found.duplicates, count(&|line| line.starts_with("https")));
        prop_assert_eq!(found.bad, count(&|line| !line.is_empty() && !line.starts_with("https")));
    }
}

/// A workbook with a hidden first sheet, and rows from the third on.
fn workbook(rows: &[&[&str]]) -> Vec<u8> {
    let mut book = rust_xlsxwriter::Workbook::new();
    book.add_worksheet().set_hidden(true).write_string(0, 0, "hidden.example/").unwrap();
    let sheet = book.add_worksheet().set_active(true);
    for (row, cells) in (2..).zip(rows) {
        for (column, cell) in (0..).zip(*cells) {
            match cell.parse::<f64>() {
                Ok(number) => sheet.write_number(row, column, number).unwrap(),
                Err(_) => sheet.write_string(row, column, *cell).unwrap(),
            };
        }
    }
    book.save_to_buffer().unwrap()
}

#[test]
fn reads_a_workbook_like_the_table_of_its_first_visible_sheet() {
    let book = workbook(&[
        &["Visits", "Page URL", "Privacy", "Password"],
        &["12", "https://shop.example/a,b;c", "password", "two \"words\", one\ttab"],
        &["3.5", "shop.example/b", "", ""],
        &["", "not a page", "", ""],
        &["7", "shop.example/a,b;c", "private", ""],
    ]);
    let SourceContents { listed, preview } = contents(book);
    assert_eq!(preview.form, SourceForm::Table);
    assert_eq!((preview.address, preview.privacy, preview.password), (Some(1), Some(2), Some(3)));
    assert_eq!((preview.pages, preview.duplicates, preview.bad), (2, 1, 1));
    assert_eq!(preview.bad_lines.iter().map(|line| line.line).collect::<Vec<_>>(), [6]);
    assert_eq!(listed[0].address, "https://shop.example/a,b;c");
    assert_eq!(listed[0].password.as_ref().unwrap().expose(), "two \"words\", one tab");
    assert_eq!(listed[1].privacy, None);
}

#[test]
fn reads_a_workbook_of_one_column_like_lines() {
    let read = contents(workbook(&[&["shop.example/a"], &["shop.example/b"]]));
    assert_eq!(read.preview.form, SourceForm::Lines);
    assert_eq!(read.listed.iter().map(|page| page.line).collect::<Vec<_>>(), [Some(3), Some(4)]);
}

#[test]
fn says_what_a_workbook_that_cannot_be_read_is() {
    assert_eq!(preview(workbook(&[])).fault, Some(SourceError::Empty));
    let whole = workbook(&[&["shop.example/a"]]);
    // Its directory is at its end.
    assert_eq!(preview(&whole[..whole.len() / 2]).fault, Some(SourceError::NotText));
    let mut damaged = whole.clone();
    let start = whole.windows(14).position(|part| part == b"xl/styles.xml<").map_or(200, |at| at + 20);
    damaged[start..start + 40].fill(0x55);
    assert!(preview(damaged).fault.is_some());
}

/// A workbook with changed parts.
fn repacked(book: Vec<u8>, change: impl Fn(&str, Vec<u8>) -> Vec<u8>) -> Vec<u8> {
    let mut book = ZipArchive::new(Cursor::new(book)).unwrap();
    let mut packed = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
    for number in 0..book.len() {
        let mut part = book.by_index(number).unwrap();
        let name = part.name().unwrap().into_owned();
        let mut bytes = Vec::new();
        part.read_to_end(&mut bytes).unwrap();
        packed.start_file(&name, stored).unwrap();
        packed.write_all(&change(&name, bytes)).unwrap();
    }
    packed.finish().unwrap().into_inner()
}

#[test]
fn cells_of_a_workbook_before_the_last_one_are_left_out() {
    let cell = |place: &str, text: &str| format!("<c r=\"{place}\" t=\"inlineStr\"><is><t>{text}</t></is></c>");
    let row = |cells: &[String]| format!("<row>{}</row>", cells.concat());
    let rows = [
        row(&[cell("A2", "shop.example/a"), cell("A2", "again"), cell("B2", "private"), cell("A2", "back")]),
        row(&[cell("A1", "shop.example/earlier")]),
        row(&[cell("A3", "shop.example/b"), cell("B3", "public")]),
    ];
    let sheet = format!("<worksheet><sheetData>{}</sheetData></worksheet>", rows.concat());
    let book = repacked(workbook(&[&["any"]]), |name, part| {
        if name == "xl/worksheets/sheet2.xml" { sheet.clone().into_bytes() } else { part }
    });
    let read = contents(book);
    assert_eq!(addresses(&read), ["https://shop.example/a", "https://shop.example/b"]);
    assert_eq!((read.listed[0].privacy, read.preview.bad), (Some(Privacy::Private), 0));
}

#[test]
fn a_cell_of_a_workbook_is_never_taken_for_another_format() {
    for first in
        ["<Page>", "%PDF-", "BZh", "GIF8", "sep=,", "<?xml version='1.0' encoding='windows-1252'?>", "a,b,c,d,e"]
    {
        let found = preview(workbook(&[
            &[first, "Page URL", "Password"],
            &["x,y,z,1,2", "https://shop.example/a"],
            &["größe,y,z,1,2", "https://shop.example/b"],
        ]));
        assert_eq!((found.form, found.fault, &*found.encoding), (SourceForm::Table, None, "UTF-8"), "{first}");
        assert_eq!((found.delimiter.as_deref(), found.address, found.password), (Some("\t"), Some(1), Some(2)));
        assert_eq!((found.pages, found.bad), (2, 0), "{first}");
    }
}

#[test]
fn the_columns_of_a_workbook_are_known_even_if_most_rows_have_one() {
    let found = preview(workbook(&[
        &["URL", "Privacy", "Password"],
        &["shop.example/a"],
        &["shop.example/b"],
        &["shop.example/c", "private"],
    ]));
    assert_eq!((found.form, found.has_head, found.privacy), (SourceForm::Table, true, Some(1)));
    assert_eq!((found.pages, found.bad), (3, 0));
}

#[test]
fn a_downloaded_workbook_is_no_sitemap() {
    let mut reader = SourceReader::new(SourceReading::default(), 200, Arc::new(|| false));
    reader.read_sitemap("web", Cursor::new(workbook(&[&["shop.example/a"]]))).unwrap();
    assert_eq!(reader.finish().preview.fault, Some(SourceError::NotText));
}

#[test]
fn a_workbook_that_its_library_panics_on_is_damaged() {
    let book = repacked(workbook(&[&["shop.example/a"]]), |name, part| {
        if name != "xl/worksheets/sheet2.xml" {
            return part;
        }
        let sheet = String::from_utf8(part).unwrap();
        assert!(sheet.contains("<dimension ref=\"A3\""), "{sheet}");
        sheet.replace("<dimension ref=\"A3\"", "<dimension ref=\"C9:A1\"").into_bytes()
    });
    assert_eq!(preview(book).fault, Some(SourceError::BrokenArchive));
}

proptest! {
    #[test]
    fn no_damaged_workbook_stops_the_reader(places in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..20)) {
        let mut book = workbook(&[&["Page", "Privacy"], &["shop.example/a", "private"]]);
        for (place, byte) in places {
            let place = place.index(book.len());
            book[place] = byte;
        }
        contents(book);
    }

    #[test]
    fn no_damaged_part_of_a_workbook_stops_the_reader(
        damaged in prop::sample::select(vec![
            "_rels/.rels", "xl/_rels/workbook.xml.rels", "xl/workbook.xml", "xl/sharedStrings.xml",
            "xl/worksheets/sheet2.xml",
        ]),
        places in prop::collection::vec((any::<prop::sample::Index>(), prop::sample::select(b"<>/='\"&;09A: x".to_vec())), 1..20),
    ) {
        let book = workbook(&[&["Page", "Privacy", "Visits"], &["shop.example/a", "private", "12"]]);
        let book = repacked(book, |name, mut part| {
            if name == damaged {
                for (place, byte) in &places {
                    let place = place.index(part.len());
                    part[place] = *byte;
                }
            }
            part
        });
        contents(book);
    }
}
