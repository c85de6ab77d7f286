#![no_main]

use std::{io::Cursor, sync::Arc};

use assay_model::{SourceReading, address};
use assay_sources::SourceReader;

// A source of addresses: text, a table or a sitemap, packed or not.
libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut gathering = SourceReader::new(SourceReading::default(), 1, Arc::new(|| false));
    gathering.read("source", Cursor::new(bytes)).expect("bytes in memory can be read");
    let listing = gathering.finish();
    let pages = listing.listed.iter().filter(|listed| listed.repeats.is_none()).count();
    assert_eq!(pages, listing.preview.pages as usize);
    for listed in &listing.listed {
        assert_eq!(address::stored(&listed.address).as_ref(), Some(&listed.stored));
        let length = listed.password.as_ref().map(|password| password.expose().chars().count());
        assert!(length.is_none_or(|length| (1..=128).contains(&length)));
    }
    assert!(listing.preview.bad as usize >= listing.preview.bad_lines.len());
});
