#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| assay_api::fuzz::refusal(bytes));
