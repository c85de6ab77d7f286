#![no_main]

use std::{io::Cursor, sync::Arc};

use assay_model::{SourceReading, address};
use assay_sources::SourceReader;

// A source of addresses: text, a table or a sitemap, packed or not.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut reader = SourceReader::new(SourceReading::default(), 1, Arc::new(|| false));
    reader.read("source", Cursor::new(bytes)).expect("bytes in memory can be read");
    let contents = reader.finish();
    let pages = contents.listed.iter().filter(|listed| listed.repeats.is_none()).count();
    assert_eq!(pages, contents.preview.pages as usize);
    for listed in &contents.listed {
        assert_eq!(address::stored(&listed.address).as_ref(), Some(&listed.stored));
        let length = listed.password.as_ref().map(|password| password.expose().chars().count());
        assert!(length.is_none_or(|length| (1..=128).contains(&length)));
    }
    assert!(contents.preview.bad as usize >= contents.preview.bad_lines.len());
});
