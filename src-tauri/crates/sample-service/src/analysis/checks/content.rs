//! Checks of content: words, metadata, links.

use serde_json::{Value, json};

use super::{absent, present};
use crate::analysis::Check;

pub(in crate::analysis) const CHECKS: &[Check] = &[
    Check::high("title", 0.7, |context| {
        let title = format!("{} – {}", context.subject(), context.site());
        if context.passed {
            return (json!(title), Value::Null);
        }
        if context.coin() {
            return (Value::Null, json!({"missing": null}));
        }
        let long = format!("{title}: prices, opening hours, directions, reviews and everything else you need to know");
        let length = long.chars().count();
        (json!(long), json!({"too_long": {"max": 60, "length": length}}))
    }),
    Check::high("meta_description", 1.1, |context| {
        let about = context.pick(&["Read about", "All about", "Find out more about", "A closer look at"]);
        let text = format!("{about} {} at {}, with answers to common questions.", context.subject(), context.site());
        present(context, text)
    }),
    Check::high("headings", 0.8, |context| {
        let mut first = vec![context.subject()];
        let errors = if context.passed {
            Value::Null
        } else if context.coin() {
            first.clear();
            json!({"missing": ["h1"]})
        } else {
            first.push(context.site());
            json!({"too_many": {"h1": 2}})
        };
        let second = ["Overview", "What our visitors say", "Opening hours", "Related", "Questions and answers"];
        let number = context.roll(1..=second.len());
        (json!({"h1": first, "h2": &second[..number]}), errors)
    }),
    // Depends only on the URL.
    Check::high("seo_friendly_url", 1.0, |context| {
        let address = &context.address.full;
        let length = address.chars().count();
        context.passed = !address.contains(['?', '=', '_']) && length <= 100;
        let errors = if length > 100 {
            json!({"too_long": {"max": 100, "length": length}})
        } else {
            let marks: Vec<_> = ["?", "=", "_"].into_iter().filter(|mark| address.contains(mark)).collect();
            json!({"bad_format": marks})
        };
        (json!(address), errors)
    }),
    Check::high("canonical_tag", 0.9, |context| {
        let address = context.address.full.split('?').next().unwrap_or_default().to_owned();
        present(context, address)
    }),
    Check::high("noindex", 0.3, |context| {
        let value = if context.passed { Value::Null } else { json!("noindex, follow") };
        (value, json!({"blocked": "noindex"}))
    }),
    Check::high("robots", 0.4, |context| {
        let rules = if context.passed { json!(["/cart", "/account", "/search"]) } else { json!(["/"]) };
        (rules, json!({"blocked": ["/"]}))
    }),
    Check::medium("image_alt", 1.5, |context| {
        let images = context.roll(4..40);
        let missing = context.roll(1..=images.min(6));
        let errors = json!({"missing": context.files("jpg", missing)});
        (json!(images), errors)
    }),
    Check::medium("content_length", 0.9, |context| {
        (json!(context.count(520..2_400, 40..480)), json!({"too_few": {"min": 500}}))
    }),
    Check::medium("text_to_html_ratio", 1.0, |context| {
        (json!(context.decimal(101..340, 12..99)), json!({"too_small": {"min": 10}}))
    }),
    Check::medium("structured_data", 1.2, |context| {
        let kinds = json!({
            "Organization": {"name": context.site(), "url": context.origin()},
            "BreadcrumbList": {"itemListElement": context.roll(2..5)},
        });
        present(context, kinds)
    }),
    Check::medium("sitemap", 0.7, |context| {
        let list = if context.passed { vec![format!("{}/sitemap.xml", context.origin())] } else { Vec::new() };
        (json!(list), json!({"missing": null}))
    }),
    Check::medium("in_page_links", 0.5, |context| {
        let links = json!({"internal": context.count(8..90, 110..260), "external": context.roll(0..14)});
        (links, json!({"too_many": {"max": 150}}))
    })
    .optional(),
    Check::low("social_tags", 1.3, |context| {
        let kind = context.pick(&["website", "article", "product"]);
        if context.passed {
            let tags = json!({
                "og:title": context.subject(),
                "og:type": kind,
                "og:image": context.files("jpg", 1).concat(),
                "og:url": context.address.full,
            });
            (tags, Value::Null)
        } else {
            (json!({"og:type": kind}), json!({"missing": ["og:title", "og:image", "og:url"]}))
        }
    }),
    Check::low("language", 0.5, |context| present(context, "en")),
    Check::low("favicon", 0.4, |context| {
        let address = format!("{}/favicon.ico", context.origin());
        present(context, address)
    }),
    Check::low("plaintext_email", 0.7, |context| {
        let names = ["info", "office", "booking"];
        let number = context.roll(1..=names.len());
        let host = &context.address.host;
        let list = names[..number].iter().map(|name| format!("{name}@{host}")).collect();
        absent(context, "found", list)
    }),
    Check::low("deprecated_html_tags", 0.6, |context| {
        if context.passed {
            // An empty map is sent as an empty list.
            return (json!([]), Value::Null);
        }
        let tags = json!({"center": context.roll(1..9), "font": context.roll(1..30)});
        (tags.clone(), json!({"bad_tags": tags}))
    }),
    Check::low("inline_css", 1.4, |context| {
        let styles = ["color:#333", "margin-top:12px", "float:left", "display:none", "width:100%"];
        let number = context.roll(1..=styles.len());
        absent(context, "found", styles[..number].iter().map(|style| (*style).to_owned()).collect())
    }),
    Check::low("iframes", 0.5, |context| (json!(context.count(0..1, 1..5)), json!({"too_many": {"max": 0}})))
        .optional(),
    Check::low("font_size", 0.6, |context| {
        (json!({"min": context.count(12..16, 7..11), "max": context.roll(28..64)}), json!({"too_small": {"min": 12}}))
    })
    .optional(),
    Check::low("tap_targets", 0.9, |context| {
        (json!({"min": context.count(24..48, 9..23), "max": context.roll(160..420)}), json!({"too_small": {"min": 24}}))
    })
    .optional(),
];
