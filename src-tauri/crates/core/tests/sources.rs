//! Where addresses come from: files that are chosen or dropped, text, and sitemaps on the web.
#![allow(clippy::unwrap_used, reason = "a test may stop at the first surprise")]

mod common;

use std::{
    collections::{HashMap, VecDeque},
    fs, io,
    net::{IpAddr, SocketAddr},
    path::PathBuf,
    sync::{Arc, Mutex, PoisonError, atomic::Ordering},
};

use assay_api::{LookupFuture, NameResolver};
use assay_core::Question;
use assay_model::{
    BatchRef, BatchSource, CallRef, ConnectionRef, CoreEvent, FieldReason, ListReports, PreviewSource, Problem,
    ProblemCode, ReportQuery, SitemapPages, SourceError, SourceForm, SourcePreview, SourceReading, Ticket,
};
use common::{
    App,
    batches::{create, plan_of, text},
    service_of,
};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
    sync::Notify,
};

fn file(file: u32) -> BatchSource {
    BatchSource::File { file, reading: SourceReading::default() }
}

fn sitemap(address: impl Into<String>) -> BatchSource {
    BatchSource::Sitemap { address: address.into() }
}

async fn preview(app: &App, source: BatchSource) -> Result<SourcePreview, Problem> {
    app.core.source_preview(PreviewSource { source }).await
}

#[tokio::test]
async fn a_sitemap_of_an_unknown_host_is_fetched_only_if_the_user_agrees() {
    let app = App::new();
    app.host.says_no.store(true, Ordering::SeqCst);
    // Labels have at most 63 characters, so the name never resolves.
    let host = format!("{}.example", "a".repeat(64));
    for _ in 0..2 {
        let problem = preview(&app, sitemap(format!("https://{host}/sitemap.xml"))).await.unwrap_err();
        assert_eq!(problem.code, ProblemCode::Canceled);
    }
    app.host.says_no.store(false, Ordering::SeqCst);
    for _ in 0..2 {
        let problem = preview(&app, sitemap(format!("https://{host}/sitemap.xml"))).await.unwrap_err();
        assert_ne!(problem.code, ProblemCode::Canceled);
    }
    let app = app.restarted();
    let problem = preview(&app, sitemap(format!("https://{host}/sitemap.xml"))).await.unwrap_err();
    assert_ne!(problem.code, ProblemCode::Canceled);
    let question = Question::Contact { host };
    assert_eq!(*app.host.asked.lock().unwrap(), [(); 3].map(|()| question.clone()), "once it is agreed to, no more");
}

/// A site that returns these bytes for a path, and records request heads.
struct Site {
    base: String,
    heads: Arc<Mutex<Vec<String>>>,
    asked: Arc<Notify>,
}

impl Site {
    async fn start(answers: impl Fn(&str) -> HashMap<&'static str, Vec<u8>>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let base = format!("http://{}", listener.local_addr().unwrap());
        let answers = Arc::new(answers(&base));
        let (heads, asked) = (Arc::<Mutex<Vec<_>>>::default(), Arc::<Notify>::default());
        let site = Self { base, heads: Arc::clone(&heads), asked: Arc::clone(&asked) };
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let head = serve(stream, Arc::clone(&answers));
                let (heads, asked) = (Arc::clone(&heads), Arc::clone(&asked));
                tokio::spawn(async move {
                    let (head, rest) = head.await;
                    heads.lock().unwrap_or_else(PoisonError::into_inner).push(head);
                    asked.notify_one();
                    rest.await;
                });
            }
        });
        site
    }

    fn paths(&self) -> Vec<String> {
        let heads = self.heads.lock().unwrap();
        heads.iter().map(|head| head.split(' ').nth(1).unwrap().to_owned()).collect()
    }
}

async fn serve(
    mut stream: TcpStream,
    answers: Arc<HashMap<&'static str, Vec<u8>>>,
) -> (String, impl Future<Output = ()>) {
    let (mut head, mut byte) = (Vec::new(), [0]);
    while !head.ends_with(b"\r\n\r\n") && matches!(stream.read(&mut byte).await, Ok(1)) {
        head.push(byte[0]);
    }
    let head = String::from_utf8(head).unwrap();
    let path = head.split(' ').nth(1).unwrap_or_default().to_owned();
    let answer = async move {
        match answers.get(&*path) {
            Some(answer) if answer.is_empty() => std::future::pending().await,
            Some(answer) => stream.write_all(answer).await.unwrap(),
            None => stream.write_all(b"HTTP/1.1 404 Not Found\r\ncontent-length: 0\r\n\r\n").await.unwrap(),
        }
        let _ = stream.shutdown().await;
    };
    (head, answer)
}

fn answer(body: impl AsRef<[u8]>) -> Vec<u8> {
    let body = body.as_ref();
    let head = format!("HTTP/1.1 200 OK\r\nconnection: close\r\ncontent-length: {}\r\n\r\n", body.len());
    [head.as_bytes(), body].concat()
}

fn redirect(to: &str) -> Vec<u8> {
    let head = "HTTP/1.1 301 Moved\r\nconnection: close\r\nset-cookie: a=b\r\ncontent-length: 0\r\n";
    format!("{head}location: {to}\r\n\r\n").into_bytes()
}

fn map(pages: &[&str]) -> String {
    let pages: Vec<_> = pages.iter().map(|page| format!("<url><loc>{page}</loc></url>")).collect();
    format!("<urlset>{}</urlset>", pages.concat())
}

fn index(maps: &[String]) -> String {
    let maps: Vec<_> = maps.iter().map(|map| format!("<sitemap><loc>{map}</loc></sitemap>")).collect();
    format!("<sitemapindex>{}</sitemapindex>", maps.concat())
}

/// A name server with changing responses, the last of which stays. Its IP addresses stand for this
/// computer.
#[derive(Default)]
struct Script {
    answers: Mutex<HashMap<&'static str, VecDeque<Vec<IpAddr>>>>,
    sites: HashMap<IpAddr, SocketAddr>,
}

impl Script {
    fn new(sites: &[(&str, &Site)], answers: &[(&'static str, &[&[&str]])]) -> Arc<Self> {
        let ip = |text: &str| text.parse::<IpAddr>().unwrap();
        let turn = |ips: &&[&str]| ips.iter().map(|text| ip(text)).collect();
        let answers = answers.iter().map(|(name, turns)| (*name, turns.iter().map(turn).collect())).collect();
        let place = |site: &Site| site.base.trim_start_matches("http://").parse().unwrap();
        let sites = sites.iter().map(|(text, site)| (ip(text), place(site))).collect();
        Arc::new(Self { answers: Mutex::new(answers), sites })
    }
}

impl NameResolver for Script {
    fn resolve_name<'a>(&'a self, name: &'a str) -> LookupFuture<'a> {
        Box::pin(async move {
            let mut answers = self.answers.lock().unwrap();
            let turns = answers.get_mut(name).ok_or_else(|| io::Error::other("no such name"))?;
            let turn = if turns.len() > 1 { turns.pop_front() } else { turns.front().cloned() };
            Ok(turn.unwrap())
        })
    }

    fn socket_address(&self, ip: IpAddr) -> SocketAddr {
        self.sites[&ip]
    }
}

const PUBLIC: &str = "203.0.113.7";
const PRIVATE: &str = "192.168.7.7";

/// `<urlset><url><loc>https://packed.example/</loc></url></urlset>`, compressed.
const PACKED: &[u8] = include_bytes!("packed.xml.gz");

#[tokio::test]
async fn a_chosen_file_is_read_by_its_number() {
    let app = App::new();
    assert_eq!(app.core.source_choose(()).await.unwrap(), None, "nothing was chosen");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("my list.csv");
    fs::write(&path, "url;password\na.example;planted\nno page;planted\n").unwrap();
    *app.host.file.lock().unwrap() = Some(path.clone());
    let chosen = app.core.source_choose(()).await.unwrap().unwrap();
    assert_eq!((&*chosen.name, chosen.bytes), ("my list.csv", 47));

    let found = preview(&app, file(chosen.file)).await.unwrap();
    assert_eq!((found.form, found.pages, found.bad), (SourceForm::Table, 1, 1));
    assert!(found.sample[0].has_password && !format!("{found:?}").contains("planted"));
    // The current content counts.
    fs::write(&path, "a.example\nb.example\n").unwrap();
    assert_eq!(preview(&app, file(chosen.file)).await.unwrap().pages, 2);

    fs::remove_file(&path).unwrap();
    for number in [chosen.file, 0, 77] {
        assert_eq!(preview(&app, file(number)).await.unwrap_err().code, ProblemCode::FileFailed);
    }
    *app.host.file.lock().unwrap() = Some(folder.path().to_owned());
    assert_eq!(app.core.source_choose(()).await.unwrap_err().code, ProblemCode::FileFailed);
}

#[tokio::test]
async fn dropped_files_are_told_and_can_be_read() {
    let app = App::new();
    let mut events = app.core.watch();
    let _waiting = events.recv().await;
    app.core.files_over(true);
    assert_eq!(events.recv().await, Some(CoreEvent::FilesOver { over: true }));

    let folder = tempfile::tempdir().unwrap();
    let mut paths = vec![folder.path().to_owned(), PathBuf::from("/nowhere/at/all")];
    for number in 0..12 {
        paths.push(folder.path().join(format!("{number}.txt")));
        fs::write(paths.last().unwrap(), format!("{number}.example\n")).unwrap();
    }
    app.core.files_dropped(paths);
    let Some(CoreEvent::FilesDropped { files }) = events.recv().await else { panic!("nothing was told") };
    assert_eq!(files.iter().map(|file| file.name.clone()).collect::<Vec<_>>(), {
        (0..10).map(|number| format!("{number}.txt")).collect::<Vec<_>>()
    });
    let third = preview(&app, file(files[3].file)).await.unwrap();
    assert_eq!(third.sample[0].address, "https://3.example/");
}

#[tokio::test]
async fn text_has_its_limits() {
    let app = App::new();
    let found = preview(&app, text("a.example\nno page\n")).await.unwrap();
    assert_eq!((found.pages, found.bad_lines[0].line), (1, 2));
    let long = format!("a.example\n{}", format!("https://b.example/{:1000}\n", "").repeat(9000));
    let found = preview(&app, text(&long)).await.unwrap();
    assert_eq!((found.pages, found.fault), (2, Some(SourceError::TooLarge { megabytes: 8 })));
    let reports = BatchSource::Reports { ids: vec!["1".into()] };
    assert_eq!(preview(&app, reports).await.unwrap_err(), Problem::invalid("source", FieldReason::NotUsable));
}

#[tokio::test]
async fn sitemaps_are_fetched_once_each_and_without_a_key() {
    let site = Site::start(|base| {
        let maps = ["/index.xml", "/start", "/1.xml", "/gone.xml", "/2.xml.gz", "/1.xml", "/other.xml"];
        let maps = maps.map(|path| format!("{base}{path}"));
        HashMap::from([
            ("/start", redirect("/index.xml")),
            ("/index.xml", answer(index(&maps))),
            ("/1.xml", answer(map(&["https://a.example/", "nothing", "https://b.example/?x=1&amp;y=2"]))),
            ("/2.xml.gz", answer(PACKED)),
            ("/other.xml", answer(index(&[format!("{base}/deeper.xml")]))),
        ])
    })
    .await;
    let app = App::new();
    let found = preview(&app, sitemap(format!("{}/start", site.base))).await.unwrap();
    assert_eq!(site.paths(), ["/start", "/index.xml", "/1.xml", "/gone.xml", "/2.xml.gz", "/other.xml"]);
    for head in site.heads.lock().unwrap().iter() {
        let head = head.to_lowercase();
        assert!(!head.contains("authorization") && !head.contains("cookie") && !head.contains("referer"), "{head}");
    }
    let sample: Vec<_> = found.sample.iter().map(|row| &*row.address).collect();
    assert_eq!(sample, ["https://a.example/", "https://b.example/?x=1&y=2", "https://packed.example/"]);
    assert_eq!((found.form, found.bad, found.fault), (SourceForm::Sitemap, 1, None));
    let maps: Vec<_> = found.sitemaps.iter().map(|map| (map.addresses, map.fault, map.problem.is_some())).collect();
    let deeper = Some(SourceError::TooManySitemaps);
    assert_eq!(maps, [(7, None, false), (3, None, false), (0, None, true), (1, None, false), (1, deeper, false)]);
    assert_eq!(found.sitemaps[2].problem.as_ref().unwrap().code, ProblemCode::NotFound);

    // A file can't lead to the private network.
    let asked = site.paths().len();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("index.xml");
    fs::write(&path, index(&[format!("{}/1.xml", site.base)])).unwrap();
    *app.host.file.lock().unwrap() = Some(path);
    let chosen = app.core.source_choose(()).await.unwrap().unwrap();
    let found = preview(&app, file(chosen.file)).await.unwrap();
    assert_eq!((found.pages, &*found.sitemaps[0].name, found.sitemaps.len()), (0, "index.xml", 2));
    assert_eq!(found.sitemaps[1].problem.as_ref().unwrap().code, ProblemCode::Unreachable);
    assert_eq!(site.paths().len(), asked);
}

#[tokio::test]
async fn a_public_sitemap_leads_nowhere_in_the_own_network_whatever_names_become() {
    let private = Site::start(|_| HashMap::from([("/a.xml", answer(map(&["https://private.example/"])))])).await;
    let listed = [
        "http://map.example/public.xml".to_owned(),
        "http://mixed.example/public.xml".to_owned(),
        "http://turned.example/first.xml".to_owned(),
        "http://turned.example/second.xml".to_owned(),
        "http://map.example/hop".to_owned(),
        "http://private.example/a.xml".to_owned(),
        format!("http://{PRIVATE}/a.xml"),
        format!("{}/a.xml", private.base),
        "http://169.254.169.254/a.xml".to_owned(),
        "http://localhost/a.xml".to_owned(),
    ];
    let pages = |name: &str| answer(map(&[name]));
    let public = Site::start(|_| {
        HashMap::from([
            ("/index.xml", answer(index(&listed))),
            ("/public.xml", pages("https://public.example/")),
            ("/first.xml", pages("https://first.example/")),
            ("/second.xml", pages("https://second.example/")),
            ("/hop", redirect("http://private.example/a.xml")),
        ])
    })
    .await;
    for typed in ["http://map.example/index.xml", "http://mixed.example/index.xml"] {
        let app = App::new();
        let names = Script::new(
            &[(PUBLIC, &public), (PRIVATE, &private)],
            &[
                ("map.example", &[&[PUBLIC], &[PRIVATE]]),
                ("mixed.example", &[&[PRIVATE, PUBLIC]]),
                ("turned.example", &[&[PUBLIC], &[PRIVATE]]),
                ("private.example", &[&[PRIVATE]]),
                ("localhost", &[&["127.0.0.1"]]),
            ],
        );
        *app.host.names.lock().unwrap() = Some(names);
        let found = preview(&app, sitemap(typed)).await.unwrap();
        let missed: Vec<_> = found.sitemaps.iter().filter(|map| map.problem.is_some()).map(|map| &*map.name).collect();
        assert_eq!(missed, listed.iter().skip(4).map(String::as_str).collect::<Vec<_>>(), "{typed}");
        assert_eq!((found.pages, private.paths().len()), (3, 0), "{typed}");
    }
}

#[tokio::test]
async fn a_private_sitemap_leads_to_its_own_origin_alone() {
    let public = Site::start(|_| HashMap::from([("/b.xml", answer(map(&["https://b.example/"])))])).await;
    let listed = [
        "http://intranet.example/a.xml",
        "http://map.example/b.xml",
        "https://intranet.example/a.xml",
        "http://intranet.example:9200/a.xml",
        "http://other.example/a.xml",
        "http://192.168.7.7/a.xml",
        "http://127.0.0.1/a.xml",
    ];
    let private = Site::start(|_| {
        HashMap::from([
            ("/index.xml", answer(index(&listed.map(str::to_owned)))),
            ("/a.xml", answer(map(&["https://a.example/"]))),
        ])
    })
    .await;
    let names = Script::new(
        &[(PUBLIC, &public), (PRIVATE, &private), ("10.0.0.1", &private)],
        &[
            ("intranet.example", &[&[PRIVATE, "10.0.0.1"], &["127.0.0.1"]]),
            ("map.example", &[&[PUBLIC]]),
            ("other.example", &[&[PRIVATE]]),
        ],
    );
    let app = App::new();
    *app.host.names.lock().unwrap() = Some(names);
    let found = preview(&app, sitemap("http://intranet.example/index.xml")).await.unwrap();
    let missed: Vec<_> = found.sitemaps.iter().filter(|map| map.problem.is_some()).map(|map| &*map.name).collect();
    assert_eq!((missed, found.pages), (listed[2..].to_vec(), 2));
    assert_eq!(
        (private.paths(), public.paths()),
        (vec!["/index.xml".to_owned(), "/a.xml".to_owned()], vec!["/b.xml".to_owned()])
    );
}

#[tokio::test]
async fn sitemaps_that_do_not_answer_are_given_up() {
    let site = Site::start(|base| {
        let numbered = |from: u32, to| (from..to).map(move |number| format!("{base}/{number}.xml"));
        // These names don't resolve; any response restarts the count.
        let nobody = |from: u32, to| (from..to).map(move |number| format!("http://{number}.invalid/map.xml"));
        let maps: Vec<_> = nobody(0, 9).chain(numbered(0, 1)).chain(nobody(9, 19)).chain(numbered(1, 3)).collect();
        HashMap::from([("/index.xml", answer(index(&maps)))])
    })
    .await;
    let app = App::new();
    *app.host.names.lock().unwrap() = Some(Arc::new(Script::default()));
    let found = preview(&app, sitemap(format!("{}/index.xml", site.base))).await.unwrap();
    assert_eq!(site.paths(), ["/index.xml", "/0.xml"]);
    let codes: Vec<_> = found.sitemaps[1..].iter().map(|map| map.problem.as_ref().unwrap().code).collect();
    assert_eq!((codes.len(), codes[9]), (22, ProblemCode::NotFound));
    assert!(codes[10..].iter().all(|code| *code == codes[0]), "{codes:?}");
}

#[tokio::test]
async fn a_sitemap_that_cannot_be_had_is_a_problem() {
    let site = Site::start(|_| HashMap::from([("/page", answer("<!doctype html><html></html>"))])).await;
    let app = App::new();
    let page = preview(&app, sitemap(format!("{}/page", site.base))).await.unwrap();
    assert_eq!((page.fault, page.pages), (Some(SourceError::NotASitemap), 0));
    let gone = preview(&app, sitemap(format!("{}/gone", site.base))).await.unwrap_err();
    assert_eq!((gone.code, gone.status), (ProblemCode::NotFound, Some(404)));
    for (address, reason) in [
        ("", FieldReason::Required),
        ("file:///etc/passwd", FieldReason::UnsupportedScheme),
        ("https://ann:secret@a.example/sitemap.xml", FieldReason::Credentials),
    ] {
        assert_eq!(preview(&app, sitemap(address)).await.unwrap_err(), Problem::invalid("address", reason));
    }
}

#[tokio::test]
async fn reading_ends_when_its_call_is_canceled() {
    let site = Site::start(|base| {
        HashMap::from([("/index.xml", answer(index(&[format!("{base}/slow.xml")]))), ("/slow.xml", Vec::new())])
    })
    .await;
    let app = App::new();
    let ticket = Ticket { number: 7, background: false };
    let call = app.core.run_call(ticket, preview(&app, sitemap(format!("{}/index.xml", site.base))));
    let cancel = async {
        while site.paths().len() < 2 {
            site.asked.notified().await;
        }
        app.core.call_cancel(CallRef { number: 7 }).await.unwrap();
    };
    let (answer, ()) = tokio::join!(call, cancel);
    assert_eq!(answer.unwrap_err().code, ProblemCode::Canceled);
}

#[tokio::test]
async fn pages_without_a_report_are_told_of_all_sitemaps_of_a_site_as_long_as_their_batches_are_kept() {
    let service = service_of(3).await;
    let (app, connection) = App::connected(&service).await;
    let list = ListReports { connection: connection.id.clone(), query: ReportQuery::default() };
    let known = app.core.reports_list(list).await.unwrap().rows;
    app.core.library_flush().await;
    let (one, two) = (known[0].url.clone().unwrap(), known[1].url.clone().unwrap());
    let older = map(&[&one, "https://shop.example/a", "https://shop.example/b"]);
    let newer = map(&["https://www.shop.example/a/", "https://shop.example/a", "https://shop.example/c", &two]);
    let site = Site::start(|_| HashMap::from([("/old.xml", answer(&older)), ("/new.xml", answer(&newer))])).await;
    let of = || ConnectionRef { id: connection.id.clone() };
    assert_eq!(app.core.sitemap_gaps(of()).await.unwrap(), []);

    let mut numbers = Vec::new();
    for path in ["/old.xml", "/new.xml"] {
        let source = sitemap(format!("{}{path}", site.base));
        numbers.push(plan_of(&app.core, &connection.id, source, create(), None).await.number);
    }
    let gaps = app.core.sitemap_gaps(of()).await.unwrap();
    assert_eq!(gaps[0].sitemap, format!("{}/new.xml", site.base));
    assert_eq!((&*gaps[0].project, gaps[0].pages, gaps[0].missing), ("shop.example", 3, 3));
    assert!(gaps[0].read_at <= jiff::Timestamp::now());
    assert!(gaps[1..].iter().all(|gap| gap.missing == 0 && gap.pages == 1));
    let pages = async |project: Option<&str>| {
        let project = project.map(str::to_owned);
        app.core.sitemap_missing(SitemapPages { connection: connection.id.clone(), project }).await.unwrap()
    };
    let shop = ["https://www.shop.example/a/", "https://shop.example/c", "https://shop.example/b"];
    assert_eq!(pages(Some("shop.example")).await, shop);
    assert_eq!(pages(None).await, shop);
    assert_eq!(pages(Some("other.example")).await, Vec::<String>::new());

    app.core.batch_remove(BatchRef { batch: numbers[1] }).await.unwrap();
    assert_eq!(pages(None).await, ["https://shop.example/a", "https://shop.example/b"]);
    let nobody = ConnectionRef { id: "nobody".into() };
    assert_eq!(app.core.sitemap_gaps(nobody).await.unwrap_err().code, ProblemCode::ConnectionUnknown);
}
