//! The generated sites. Their names end in `.example`, which is reserved.

use rand::RngExt;
use rand::rngs::Xoshiro256PlusPlus;
use rand::seq::IndexedRandom;

pub(crate) struct Site {
    origin: &'static str,
    /// Sections with the pages below them.
    sections: &'static [(&'static str, &'static [&'static str])],
    /// Query parameters of its lists.
    queries: &'static [&'static str],
}

impl Site {
    /// The URL of a page; sometimes with a query, sometimes with a very long one.
    pub fn address(&self, dice: &mut Xoshiro256PlusPlus) -> String {
        let Self { origin, sections, queries } = self;
        if dice.random_bool(0.05) {
            return format!("{origin}/");
        }
        let Some((section, pages)) = sections.choose(dice) else { return (*origin).to_owned() };
        if dice.random_bool(0.1) {
            return format!("{origin}{section}/");
        }
        let Some(page) = pages.choose(dice) else { return format!("{origin}{section}") };
        match dice.random_range(0..100) {
            0..6 => format!("{origin}{section}?{}", long_query(queries, dice)),
            6..18 => {
                let query = queries.choose(dice).copied().unwrap_or_default();
                format!("{origin}{section}?{query}&page={}", dice.random_range(2..12))
            }
            18..22 => format!("{origin}{section}/{page}?utm_source=newsletter&utm_medium=email"),
            _ => format!("{origin}{section}/{page}"),
        }
    }
}

/// More than 200 characters of filters.
fn long_query(queries: &[&str], dice: &mut Xoshiro256PlusPlus) -> String {
    let filters = (1..=11).map(|number| format!("filter[{number}]={:08x}", dice.random::<u32>()));
    queries.iter().map(ToString::to_string).chain(filters).collect::<Vec<_>>().join("&")
}

pub(crate) const SITES: &[Site] = &[
    Site {
        origin: "https://www.northwind-shop.example",
        sections: &[
            ("/furniture", &["oak-desk", "standing-desk", "bookcase-tall", "reading-chair", "walnut-side-table"]),
            ("/lighting", &["brass-floor-lamp", "desk-lamp-arc", "paper-lantern"]),
            ("/help", &["delivery-times", "returns", "care-for-oiled-wood"]),
        ],
        queries: &["sort=price&order=asc", "colour=natural", "in_stock=1"],
    },
    Site {
        origin: "https://www.münchen-reisen.example",
        sections: &[
            ("/städte", &["zürich", "köln-an-einem-tag", "münchen-mit-kindern", "salzburg"]),
            ("/ausflüge", &["königssee", "füssen-und-neuschwanstein", "zugspitze"]),
            ("/service", &["stornierung", "gutscheine", "häufige-fragen"]),
        ],
        queries: &["tage=3", "abfahrt=münchen", "personen=2&kinder=1"],
    },
    Site {
        origin: "https://harbour-dental.example",
        sections: &[
            ("/treatments", &["check-up", "root-canal", "whitening", "braces-for-adults", "implants"]),
            ("/practice", &["our-team", "opening-hours", "emergency-appointments"]),
            ("/advice", &["brushing-with-children", "after-an-extraction", "sensitive-teeth"]),
        ],
        queries: &["clinic=harbour", "language=en"],
    },
    Site {
        origin: "https://kaffeewerk.example",
        sections: &[
            ("/bohnen", &["äthiopien-sidamo", "kolumbien-huila", "hausmischung", "entkoffeiniert"]),
            ("/zubereitung", &["handfilter", "espressokanne", "cold-brew"]),
            ("/rösterei", &["führungen", "geschichte", "stellenangebote"]),
        ],
        queries: &["mahlgrad=fein", "menge=500g&abo=1"],
    },
    Site {
        origin: "https://atelier-lumière.example",
        sections: &[
            ("/créations", &["lampe-galet", "suspension-été", "applique-murale", "bougeoir-en-grès"]),
            ("/journal", &["une-journée-à-l-atelier", "choisir-son-éclairage", "le-verre-soufflé"]),
            ("/infos", &["livraison", "contact", "mentions-légales"]),
        ],
        queries: &["couleur=ambre", "prix=50-150"],
    },
    Site {
        origin: "https://www.fjord-cycles.example",
        sections: &[
            ("/bikes", &["city-seven", "cargo-long-tail", "gravel-one", "kids-20-inch"]),
            ("/workshop", &["book-a-service", "winter-check", "brake-pads-explained"]),
            ("/routes", &["around-the-lake", "old-railway-line", "coast-in-three-days"]),
        ],
        queries: &["frame=medium", "gears=8&brakes=disc", "colour=petrol"],
    },
    Site {
        origin: "https://greenfield-college.example",
        sections: &[
            ("/courses", &["garden-design", "bookkeeping-basics", "welding-level-2", "creative-writing"]),
            ("/students", &["fees-and-funding", "term-dates", "library", "support"]),
            ("/news", &["open-day-in-spring", "new-workshop-opens", "alumni-evening"]),
        ],
        queries: &["level=beginner", "campus=north&evening=1"],
    },
    Site {
        origin: "https://www.papertrail-books.example",
        sections: &[
            ("/fiction", &["short-stories", "translated-novels", "crime", "first-editions"]),
            ("/events", &["reading-group", "poetry-night", "signing-with-local-authors"]),
            ("/second-hand", &["how-we-grade", "sell-your-books"]),
        ],
        queries: &["format=paperback", "language=en&year=2025", "signed=1"],
    },
    Site {
        origin: "https://alpine-lodges.example",
        sections: &[
            ("/lodges", &["larch-house", "lake-view-cabin", "old-dairy", "stone-barn"]),
            ("/valleys", &["upper-valley", "three-passes", "glacier-path"]),
            ("/stay", &["arrival-by-train", "dogs-welcome", "cancellation"]),
        ],
        queries: &["guests=4", "from=2026-02-14&to=2026-02-21", "sauna=1"],
    },
    Site {
        origin: "https://docs.open-ledger.example",
        sections: &[
            ("/guide", &["getting-started", "import-from-csv", "multi_currency", "closing-the-year"]),
            ("/reference", &["accounts", "tax_rates", "webhooks", "error-codes"]),
            ("/blog", &["what-changed-in-version-4", "why-double-entry", "how-we-test"]),
        ],
        queries: &["version=4", "q=invoice"],
    },
    Site {
        origin: "https://sakura-kitchen.example",
        sections: &[
            ("/レシピ", &["味噌汁", "親子丼", "抹茶プリン"]),
            ("/recipes", &["miso-soup", "chicken-and-egg-bowl", "matcha-pudding", "pickled-ginger"]),
            ("/shop", &["knives", "rice-cookers", "bento-boxes"]),
        ],
        queries: &["time=30", "season=spring&vegetarian=1"],
    },
    Site {
        origin: "http://www.old-town-museum.example",
        sections: &[
            ("/exhibitions", &["maps-of-the-river", "toys_1900-1950", "the-printing-house"]),
            ("/visit", &["tickets", "opening-hours", "school-groups", "accessibility"]),
            ("/collection", &["index.php", "clocks", "paintings", "letters_and_diaries"]),
        ],
        queries: &["id=118", "room=4&lang=en"],
    },
];
