//! Checks of delivery: speed, size, security.

use serde_json::{Value, json};

use super::{absent, present};
use crate::analysis::Check;

pub(in crate::analysis) const CHECKS: &[Check] = &[
    Check::high("https_encryption", 1.0, |context| {
        context.passed = context.address.secure();
        (json!(if context.passed { "https" } else { "http" }), json!({"not_encrypted": null}))
    }),
    Check::high("mixed_content", 0.4, |context| {
        let number = context.roll(1..4);
        let list = context.files("js", number).iter().map(|file| file.replacen("https:", "http:", 1)).collect();
        absent(context, "insecure", list)
    }),
    Check::high("missing_page", 0.5, |context| {
        (json!({"status": if context.passed { 404 } else { 200 }}), json!({"wrong_status": {"expected": 404}}))
    }),
    Check::medium("load_time", 0.9, |context| (json!(context.decimal(3..20, 21..68)), json!({"too_slow": {"max": 2}}))),
    Check::medium("page_size", 0.8, |context| {
        (json!(context.count(18_000..330_000, 331_000..2_900_000)), json!({"too_large": {"max": 330_000}}))
    }),
    Check::medium("http_requests", 0.9, |context| {
        let requests = json!({
            "images": context.count(4..18, 28..90),
            "scripts": context.count(2..12, 16..40),
            "styles": context.roll(1..7),
            "fonts": context.roll(0..5),
        });
        (requests, json!({"too_many": {"max": 50}}))
    }),
    Check::medium("image_format", 1.4, |context| {
        let number = context.roll(1..7);
        let list = context.files("png", number);
        absent(context, "old_format", list)
    }),
    Check::medium("text_compression", 0.6, |context| {
        let size = context.roll(14_000..120_000);
        if context.passed {
            let encoding = context.pick(&["br", "gzip", "zstd"]);
            (json!({"encoding": encoding, "size": size / 4, "uncompressed": size}), Value::Null)
        } else {
            (json!({"encoding": null, "size": size, "uncompressed": size}), json!({"missing": null}))
        }
    }),
    Check::medium("defer_javascript", 1.3, |context| {
        let number = context.roll(1..8);
        let list = context.files("js", number);
        absent(context, "blocking", list)
    }),
    Check::medium("meta_viewport", 0.5, |context| present(context, "width=device-width, initial-scale=1")),
    Check::medium("charset", 0.3, |context| present(context, "utf-8")).optional(),
    Check::medium("doctype", 0.3, |context| present(context, "html")).optional(),
    Check::medium("cache_headers", 1.0, |context| {
        let number = context.roll(2..9);
        let list = context.files("css", number);
        absent(context, "not_cached", list)
    })
    .optional(),
    Check::low("dom_size", 0.8, |context| {
        (json!(context.count(180..1_500, 1_510..5_200)), json!({"too_many": {"max": 1_500}}))
    })
    .optional(),
    Check::low("http_version", 0.6, |context| {
        (json!(if context.passed { "HTTP/2" } else { "HTTP/1.1" }), json!({"outdated": {"min": "HTTP/2"}}))
    })
    .optional(),
    Check::low("strict_transport_security", 1.1, |context| present(context, "max-age=31536000; includeSubDomains"))
        .optional(),
    Check::low("server_signature", 0.9, |context| {
        let server = context.pick(&["nginx/1.22.1", "Apache/2.4.58 (Debian)", "PHP/8.1.27"]);
        let value = if context.passed { Value::Null } else { json!(server) };
        (value, json!({"shown": server}))
    })
    .optional(),
    Check::low("unsafe_cross_origin_links", 0.8, |context| {
        let sites = ["https://maps.example/", "https://social.example/share", "https://partner.example/offers"];
        let number = context.roll(1..=sites.len());
        absent(context, "found", sites[..number].iter().map(|site| (*site).to_owned()).collect())
    })
    .optional(),
];
