use assay_model::{
    FieldReason, FirstPicture, PictureElement, PictureLook, PictureNode, Problem, ShownTheme, TextDirection,
};
use serde_json::{Value, json};

use super::drawing::{Drawing, MAX_BYTES, draw};

fn picture(screen: Value) -> FirstPicture {
    FirstPicture {
        look: PictureLook {
            place: "/c/1/reports".to_owned(),
            language: "pt-BR".to_owned(),
            direction: TextDirection::Ltr,
            theme: ShownTheme::Dark,
            width: 1280,
            height: 820,
            pixel_ratio: 1.5,
            more_contrast: false,
            forced_colors: false,
        },
        revision: "1 1".to_owned(),
        reads: Vec::new(),
        screen: serde_json::from_value(screen).unwrap(),
    }
}

fn drawn(screen: Value) -> Result<Drawing, Problem> {
    draw(&picture(screen), false)
}

fn html(screen: Value) -> String {
    drawn(screen).unwrap().html
}

#[test]
fn a_screen_is_written_as_it_was_drawn() {
    let screen = json!({
        "tag": "table", "class": "Table_table__x1 wide", "attributes": { "data-density": "compact", "dir": "rtl" },
        "children": [{ "tag": "tr", "children": [
            { "tag": "td", "styles": { "width": "120px", "--hue": "207" }, "children": ["A & B"] },
            { "tag": "td", "class": "end", "styles": { "--hue": "207", "width": "120px" }, "children": ["7"] },
            { "tag": "td", "styles": { "flex": "2 1 0" }, "children": [
                { "tag": "svg", "attributes": { "viewBox": "0 0 24 24" }, "children": [
                    { "tag": "path", "attributes": { "d": "M20 6 9 17l-5-5", "stroke": "var(--good)" } }] },
                { "tag": "input", "attributes": { "type": "search", "placeholder": "Search" } }, "end"] }] }]
    });
    let Drawing { html, css } = drawn(screen).unwrap();
    assert_eq!(
        html,
        "<table class=\"Table_table__x1 wide\" data-density=\"compact\" dir=\"rtl\"><tr>\
         <td class=\"first-picture-0\">A &amp; B</td><td class=\"end first-picture-0\">7</td>\
         <td class=\"first-picture-1\"><svg viewBox=\"0 0 24 24\"><path d=\"M20 6 9 17l-5-5\" stroke=\"var(--good)\">\
         </path></svg><input placeholder=\"Search\" type=\"search\">end</td></tr></table>"
    );
    assert!(css.ends_with(
        "#first-picture .first-picture-0{--hue:207;width:120px;}#first-picture .first-picture-1{flex:2 1 0;}"
    ));
}

#[test]
fn a_picture_shows_only_where_the_window_looks_as_it_did() {
    let css = |change: fn(&mut PictureLook), follows_system| {
        let mut picture = picture(json!({ "tag": "div" }));
        change(&mut picture.look);
        draw(&picture, follows_system).unwrap().css
    };
    let plain = css(|_| {}, false);
    assert!(plain.starts_with("#first-picture{display:none}@media (min-width:1280px) and (max-width:1280.99px) and "));
    for part in [
        "(min-height:820px) and (max-height:820.99px)",
        "(-webkit-min-device-pixel-ratio:1.4990) and (-webkit-max-device-pixel-ratio:1.5010){#first-picture{display:block",
        "@media (prefers-contrast:more){#first-picture{display:none}}",
        "@media (forced-colors:active){#first-picture{display:none}}",
    ] {
        assert!(plain.contains(part), "{part} is not in {plain}");
    }
    assert!(!plain.contains("prefers-color-scheme"));
    assert!(css(|_| {}, true).contains(" and (prefers-color-scheme:dark){"));
    let special = css(|look| (look.more_contrast, look.forced_colors) = (true, true), true);
    assert!(special.contains(" and (prefers-contrast:more) and (forced-colors:active){#first-picture{display:block"));
    assert_eq!(special.matches("display:none").count(), 1);
}

#[test]
fn what_a_service_wrote_stays_text() {
    for text in [
        "</div></div><script>alert(1)</script>",
        "<img src=x onerror=alert(1)>",
        "</script><!--<script>",
        "]]><svg/onload=alert(1)>",
        "&lt;script&gt;",
        "\"><style>*{display:none}</style>",
    ] {
        let html = html(json!({ "tag": "td", "attributes": { "data-row": text }, "children": [text] }));
        let inside = html.strip_prefix("<td data-row=\"").unwrap().strip_suffix("</td>").unwrap();
        let (attribute, content) = inside.split_once("\">").unwrap();
        for written in [attribute, content] {
            assert!(!written.contains(['<', '>', '"']), "{written}");
            let read = written.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&");
            assert_eq!(read, text);
        }
    }
    // Marks of direction are letters here as in the real screen; control characters aren't drawn there.
    assert_eq!(html(json!({ "tag": "bdi", "children": ["a\u{202e}b\u{0}\u{1b}c\nd"] })), "<bdi>a\u{202e}bc\nd</bdi>");
}

#[test]
fn a_picture_with_anything_that_runs_loads_or_links_is_refused() {
    for screen in [
        json!({ "tag": "script" }),
        json!({ "tag": "style" }),
        json!({ "tag": "iframe" }),
        json!({ "tag": "link" }),
        json!({ "tag": "meta" }),
        json!({ "tag": "form" }),
        json!({ "tag": "img" }),
        json!({ "tag": "object" }),
        json!({ "tag": "template" }),
        json!({ "tag": "foreignObject" }),
        json!({ "tag": "use" }),
        json!({ "tag": "animate" }),
        json!({ "tag": "math" }),
        json!({ "tag": "div><script" }),
        json!({ "tag": "DIV" }),
        json!({ "tag": "" }),
        json!({ "tag": "br", "children": ["x"] }),
        json!({ "tag": "div", "attributes": { "onclick": "x" } }),
        json!({ "tag": "div", "attributes": { "style": "x" } }),
        json!({ "tag": "div", "attributes": { "id": "root" } }),
        json!({ "tag": "a", "attributes": { "href": "https://a.example" } }),
        json!({ "tag": "path", "attributes": { "xlink:href": "x" } }),
        json!({ "tag": "div", "attributes": { "tabindex": "0" } }),
        json!({ "tag": "div", "attributes": { "data-x onload": "x" } }),
        json!({ "tag": "div", "attributes": { "data-x=\"": "x" } }),
        json!({ "tag": "input", "attributes": { "type": "password" } }),
        json!({ "tag": "input", "attributes": { "type": "submit" } }),
        json!({ "tag": "input", "attributes": { "autofocus": "" } }),
        json!({ "tag": "div", "attributes": { "value": "x" } }),
        json!({ "tag": "path", "attributes": { "fill": "url(#a)" } }),
        json!({ "tag": "div", "class": "a\"b" }),
        json!({ "tag": "div", "class": "a<b" }),
        json!({ "tag": "div", "styles": { "background-image": "none" } }),
        json!({ "tag": "div", "styles": { "width": "1px}body{display:none" } }),
        json!({ "tag": "div", "styles": { "width": "1px;color:red" } }),
        json!({ "tag": "div", "styles": { "width": "1px !important" } }),
        json!({ "tag": "div", "styles": { "width": "\\75rl(x)" } }),
        json!({ "tag": "div", "styles": { "width": "1px/*" } }),
        json!({ "tag": "div", "styles": { "--x": "url(//a.example/x)" } }),
        json!({ "tag": "div", "styles": { "--x": "calc(1px + URL(x))" } }),
        json!({ "tag": "div", "styles": { "--x": "image-set(x)" } }),
        json!({ "tag": "div", "styles": { "border-image": "src(--x)" } }),
        json!({ "tag": "div", "styles": { "--x": "\"x\"" } }),
        json!({ "tag": "div", "styles": { "width:1px;color": "red" } }),
        json!({ "tag": "div", "attributes": { "data-long": "x".repeat(5_000) } }),
    ] {
        let inside = json!({ "tag": "div", "children": ["x", screen] });
        for screen in [screen, inside] {
            let problem = drawn(screen.clone()).expect_err(&screen.to_string());
            assert_eq!(problem.fields, Problem::invalid("screen", FieldReason::NotUsable).fields);
        }
    }
}

#[test]
fn a_picture_is_bounded() {
    let mut deep = PictureElement { tag: "div".into(), class: None, attributes: None, styles: None, children: None };
    for _ in 0..200 {
        let inside = PictureNode::Element(deep.clone());
        deep = PictureElement { children: Some(vec![inside]), ..deep };
    }
    assert!(draw(&FirstPicture { screen: deep, ..picture(json!({ "tag": "p" })) }, false).is_err());
    let many = json!({ "tag": "div", "children": vec!["x"; 20_000] });
    let long = json!({ "tag": "div", "children": ["x".repeat(1_000_000)] });
    let escaped = json!({ "tag": "div", "children": ["<".repeat(MAX_BYTES / 2)] });
    for screen in [many, long, escaped] {
        assert!(drawn(screen).is_err());
    }
    assert!(drawn(json!({ "tag": "div", "children": ["x".repeat(MAX_BYTES - 2_000)] })).is_ok());
}

#[test]
fn a_look_that_no_window_has_is_refused() {
    let changes: [fn(&mut PictureLook); 5] = [
        |look| look.language = "en\" onload=\"x".to_owned(),
        |look| look.language = String::new(),
        |look| look.pixel_ratio = f64::NAN,
        |look| look.width = 0,
        |look| look.height = 0,
    ];
    for change in changes {
        let mut picture = picture(json!({ "tag": "div" }));
        change(&mut picture.look);
        let problem = draw(&picture, false).unwrap_err();
        assert_eq!(problem.fields, Problem::invalid("look", FieldReason::NotUsable).fields);
    }
}
