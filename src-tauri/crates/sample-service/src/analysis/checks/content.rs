//! Checks of content: words, metadata, links.

use serde_json::{Value, json};

use super::{absent, present};
use crate::analysis::Check;

pub(in crate::analysis) const CHECKS: &[Check] = &[
    Check::high("title", 0.7, |look| {
        let title = format!("{} – {}", look.subject(), look.site());
        if look.passed {
            return (json!(title), Value::Null);
        }
        if look.coin() {
            return (Value::Null, json!({"missing": null}));
        }
        let long = format!("{title}: prices, opening hours, directions, reviews and everything else you need to know");
        let length = long.chars().count();
        (json!(long), json!({"too_long": {"max": 60, "length": length}}))
    }),
    Check::high("meta_description", 1.1, |look| {
        let about = look.pick(&["Read about", "All about", "Find out more about", "A closer look at"]);
        let text = format!("{about} {} at {}, with answers to common questions.", look.subject(), look.site());
        present(look, text)
    }),
    Check::high("headings", 0.8, |look| {
        let mut first = vec![look.subject()];
        let errors = if look.passed {
            Value::Null
        } else if look.coin() {
            first.clear();
            json!({"missing": ["h1"]})
        } else {
            first.push(look.site());
            json!({"too_many": {"h1": 2}})
        };
        let second = ["Overview", "What our visitors say", "Opening hours", "Related", "Questions and answers"];
        let number = look.roll(1..=second.len());
        (json!({"h1": first, "h2": &second[..number]}), errors)
    }),
    // Depends only on the URL.
    Check::high("seo_friendly_url", 1.0, |look| {
        let address = &look.address.full;
        let length = address.chars().count();
        look.passed = !address.contains(['?', '=', '_']) && length <= 100;
        let errors = if length > 100 {
            json!({"too_long": {"max": 100, "length": length}})
        } else {
            let marks: Vec<_> = ["?", "=", "_"].into_iter().filter(|mark| address.contains(mark)).collect();
            json!({"bad_format": marks})
        };
        (json!(address), errors)
    }),
    Check::high("canonical_tag", 0.9, |look| {
        let address = look.address.full.split('?').next().unwrap_or_default().to_owned();
        present(look, address)
    }),
    Check::high("noindex", 0.3, |look| {
        let value = if look.passed { Value::Null } else { json!("noindex, follow") };
        (value, json!({"blocked": "noindex"}))
    }),
    Check::high("robots", 0.4, |look| {
        let rules = if look.passed { json!(["/cart", "/account", "/search"]) } else { json!(["/"]) };
        (rules, json!({"blocked": ["/"]}))
    }),
    Check::medium("image_alt", 1.5, |look| {
        let images = look.roll(4..40);
        let missing = look.roll(1..=images.min(6));
        let errors = json!({"missing": look.files("jpg", missing)});
        (json!(images), errors)
    }),
    Check::medium("content_length", 0.9, |look| {
        (json!(look.count(520..2_400, 40..480)), json!({"too_few": {"min": 500}}))
    }),
    Check::medium("text_to_html_ratio", 1.0, |look| {
        (json!(look.decimal(101..340, 12..99)), json!({"too_small": {"min": 10}}))
    }),
    Check::medium("structured_data", 1.2, |look| {
        let kinds = json!({
            "Organization": {"name": look.site(), "url": look.origin()},
            "BreadcrumbList": {"itemListElement": look.roll(2..5)},
        });
        present(look, kinds)
    }),
    Check::medium("sitemap", 0.7, |look| {
        let list = if look.passed { vec![format!("{}/sitemap.xml", look.origin())] } else { Vec::new() };
        (json!(list), json!({"missing": null}))
    }),
    Check::medium("in_page_links", 0.5, |look| {
        let links = json!({"internal": look.count(8..90, 110..260), "external": look.roll(0..14)});
        (links, json!({"too_many": {"max": 150}}))
    })
    .optional(),
    Check::low("social_tags", 1.3, |look| {
        let kind = look.pick(&["website", "article", "product"]);
        if look.passed {
            let tags = json!({
                "og:title": look.subject(),
                "og:type": kind,
                "og:image": look.files("jpg", 1).concat(),
                "og:url": look.address.full,
            });
            (tags, Value::Null)
        } else {
            (json!({"og:type": kind}), json!({"missing": ["og:title", "og:image", "og:url"]}))
        }
    }),
    Check::low("language", 0.5, |look| present(look, "en")),
    Check::low("favicon", 0.4, |look| {
        let address = format!("{}/favicon.ico", look.origin());
        present(look, address)
    }),
    Check::low("plaintext_email", 0.7, |look| {
        let names = ["info", "office", "booking"];
        let number = look.roll(1..=names.len());
        let host = &look.address.host;
        let list = names[..number].iter().map(|name| format!("{name}@{host}")).collect();
        absent(look, "found", list)
    }),
    Check::low("deprecated_html_tags", 0.6, |look| {
        if look.passed {
            // An empty map comes as an empty list.
            return (json!([]), Value::Null);
        }
        let tags = json!({"center": look.roll(1..9), "font": look.roll(1..30)});
        (tags.clone(), json!({"bad_tags": tags}))
    }),
    Check::low("inline_css", 1.4, |look| {
        let styles = ["color:#333", "margin-top:12px", "float:left", "display:none", "width:100%"];
        let number = look.roll(1..=styles.len());
        absent(look, "found", styles[..number].iter().map(|style| (*style).to_owned()).collect())
    }),
    Check::low("iframes", 0.5, |look| (json!(look.count(0..1, 1..5)), json!({"too_many": {"max": 0}}))).optional(),
    Check::low("font_size", 0.6, |look| {
        (json!({"min": look.count(12..16, 7..11), "max": look.roll(28..64)}), json!({"too_small": {"min": 12}}))
    })
    .optional(),
    Check::low("tap_targets", 0.9, |look| {
        (json!({"min": look.count(24..48, 9..23), "max": look.roll(160..420)}), json!({"too_small": {"min": 24}}))
    })
    .optional(),
];
