//! Checks of delivery: speed, size, security.

use serde_json::{Value, json};

use super::{absent, present};
use crate::analysis::Check;

pub(in crate::analysis) const CHECKS: &[Check] = &[
    Check::high("https_encryption", 1.0, |look| {
        look.passed = look.address.secure();
        (json!(if look.passed { "https" } else { "http" }), json!({"not_encrypted": null}))
    }),
    Check::high("mixed_content", 0.4, |look| {
        let number = look.roll(1..4);
        let list = look.files("js", number).iter().map(|file| file.replacen("https:", "http:", 1)).collect();
        absent(look, "insecure", list)
    }),
    Check::high("missing_page", 0.5, |look| {
        (json!({"status": if look.passed { 404 } else { 200 }}), json!({"wrong_status": {"expected": 404}}))
    }),
    Check::medium("load_time", 0.9, |look| (json!(look.decimal(3..20, 21..68)), json!({"too_slow": {"max": 2}}))),
    Check::medium("page_size", 0.8, |look| {
        (json!(look.count(18_000..330_000, 331_000..2_900_000)), json!({"too_large": {"max": 330_000}}))
    }),
    Check::medium("http_requests", 0.9, |look| {
        let requests = json!({
            "images": look.count(4..18, 28..90),
            "scripts": look.count(2..12, 16..40),
            "styles": look.roll(1..7),
            "fonts": look.roll(0..5),
        });
        (requests, json!({"too_many": {"max": 50}}))
    }),
    Check::medium("image_format", 1.4, |look| {
        let number = look.roll(1..7);
        let list = look.files("png", number);
        absent(look, "old_format", list)
    }),
    Check::medium("text_compression", 0.6, |look| {
        let size = look.roll(14_000..120_000);
        if look.passed {
            let encoding = look.pick(&["br", "gzip", "zstd"]);
            (json!({"encoding": encoding, "size": size / 4, "uncompressed": size}), Value::Null)
        } else {
            (json!({"encoding": null, "size": size, "uncompressed": size}), json!({"missing": null}))
        }
    }),
    Check::medium("defer_javascript", 1.3, |look| {
        let number = look.roll(1..8);
        let list = look.files("js", number);
        absent(look, "blocking", list)
    }),
    Check::medium("meta_viewport", 0.5, |look| present(look, "width=device-width, initial-scale=1")),
    Check::medium("charset", 0.3, |look| present(look, "utf-8")).optional(),
    Check::medium("doctype", 0.3, |look| present(look, "html")).optional(),
    Check::medium("cache_headers", 1.0, |look| {
        let number = look.roll(2..9);
        let list = look.files("css", number);
        absent(look, "not_cached", list)
    })
    .optional(),
    Check::low("dom_size", 0.8, |look| {
        (json!(look.count(180..1_500, 1_510..5_200)), json!({"too_many": {"max": 1_500}}))
    })
    .optional(),
    Check::low("http_version", 0.6, |look| {
        (json!(if look.passed { "HTTP/2" } else { "HTTP/1.1" }), json!({"outdated": {"min": "HTTP/2"}}))
    })
    .optional(),
    Check::low("strict_transport_security", 1.1, |look| present(look, "max-age=31536000; includeSubDomains"))
        .optional(),
    Check::low("server_signature", 0.9, |look| {
        let server = look.pick(&["nginx/1.22.1", "Apache/2.4.58 (Debian)", "PHP/8.1.27"]);
        let value = if look.passed { Value::Null } else { json!(server) };
        (value, json!({"shown": server}))
    })
    .optional(),
    Check::low("unsafe_cross_origin_links", 0.8, |look| {
        let sites = ["https://maps.example/", "https://social.example/share", "https://partner.example/offers"];
        let number = look.roll(1..=sites.len());
        absent(look, "found", sites[..number].iter().map(|site| (*site).to_owned()).collect())
    })
    .optional(),
];
