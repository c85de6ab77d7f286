//! Fetching from the web.

use std::{sync::Arc, time::Duration};

use assay_api::{CallContext, ClientSettings, Limits, PublicFetcher, SystemResolver};
use assay_model::{ProblemCode, ProxyChoice};
use tokio_util::sync::CancellationToken;
use url::Url;

use crate::{
    authority::self_signed,
    common::{Canned, Recorder},
    nowhere, once,
};

fn web() -> PublicFetcher {
    PublicFetcher::new(ClientSettings { limits: once(), ..ClientSettings::default() })
}

async fn failure(recorder: &Recorder) -> ProblemCode {
    web().fetch(&recorder.base()).await.err().unwrap().code
}

fn to(address: impl AsRef<str>) -> Canned {
    Canned::answer(302, &[("location", address.as_ref()), ("set-cookie", "a=b")], "")
}

#[tokio::test]
async fn nothing_goes_along_that_tells_who_asks() {
    let there = Recorder::start([to("/next"), Canned::answer(200, &[], "<urlset/>")]).await;
    let mut address = there.base_with("/sitemap.xml?a=1");
    address.set_username("ann").unwrap();
    address.set_password(Some("secret")).unwrap();
    let fetched = web().fetch(&address).await.unwrap();
    assert_eq!((fetched.address, &*fetched.body), (there.base_with("/next"), b"<urlset/>".as_slice()));
    assert_eq!(there.lines(), ["GET /sitemap.xml?a=1 HTTP/1.1", "GET /next HTTP/1.1"]);
    for request in there.received() {
        assert_eq!(request.header_names(), ["accept", "accept-encoding", "host", "user-agent"]);
        assert_eq!(request.header("accept"), Some("*/*"));
    }
}

#[tokio::test]
async fn redirects_are_followed_to_other_places_but_not_for_ever() {
    let end = Recorder::start([Canned::answer(200, &[], "here")]).await;
    let start = Recorder::start([to("/a"), to("/b"), to("c"), to("/d"), to(end.base())]).await;
    let fetched = web().fetch(&start.base()).await.unwrap();
    assert_eq!((fetched.address, &*fetched.body), (end.base(), b"here".as_slice()));

    let circle = Recorder::start(vec![to("/"); 9]).await;
    assert_eq!(failure(&circle).await, ProblemCode::Redirected);
    assert_eq!(circle.received().len(), 6);
    for elsewhere in ["file:///etc/passwd", "ftp://example.com/", "data:,a"] {
        assert_eq!(failure(&Recorder::start([to(elsewhere)]).await).await, ProblemCode::Redirected, "{elsewhere}");
    }
}

#[tokio::test]
async fn what_others_wrote_down_does_not_lead_into_the_own_network() {
    let near = Recorder::start([]).await;
    let beyond = |proxy| {
        PublicFetcher::new(ClientSettings { limits: once(), proxy, ..ClientSettings::default() })
            .public_only(Arc::new(SystemResolver))
    };
    let port = near.base().port().unwrap();
    // The last one needs a lookup.
    for near in ["127.0.0.1", "[::ffff:127.0.0.1]", "0.0.0.0", "localhost", "sub.localhost"] {
        let near = Url::parse(&format!("http://{near}:{port}/")).unwrap();
        assert!(beyond(ProxyChoice::Direct).fetch(&near).await.is_err(), "{near}");
    }
    // A proxy may be private, the URL may not.
    let proxy = Recorder::start([Canned::answer(200, &[], "here"), to(near.base())]).await;
    let proxied = beyond(ProxyChoice::Own { address: proxy.base().to_string() });
    let far = Url::parse("http://far.example/").unwrap();
    assert_eq!(&*proxied.fetch(&far).await.unwrap().body, b"here");
    assert_eq!(proxied.fetch(&far).await.err().unwrap().code, ProblemCode::Unreachable);
    assert_eq!((proxy.received().len(), near.received().len()), (2, 0));
}

#[tokio::test]
async fn failures_are_told_apart() {
    for (status, code) in [
        (401, ProblemCode::Forbidden),
        (403, ProblemCode::Forbidden),
        (404, ProblemCode::NotFound),
        (410, ProblemCode::NotFound),
        (429, ProblemCode::Throttled),
        (500, ProblemCode::ServiceFault),
        (503, ProblemCode::Maintenance),
        (304, ProblemCode::Redirected),
    ] {
        let recorder = Recorder::start([Canned::answer(status, &[("retry-after", "7")], "")]).await;
        let problem = web().fetch(&recorder.base()).await.err().unwrap();
        assert_eq!((problem.code, problem.status, problem.retry_after), (code, Some(status), Some(7)));
    }
    let cut = Canned::answer(200, &[], "<urlset></urlset>").without_the_last(3);
    assert_eq!(failure(&Recorder::start([cut]).await).await, ProblemCode::ResponseTruncated);
    assert_eq!(failure(&Recorder::start([Canned::nothing()]).await).await, ProblemCode::ResponseTruncated);
    assert_eq!(
        failure(&Recorder::start([Canned::raw("no HTTP at all\r\n\r\n")]).await).await,
        ProblemCode::UnsupportedService
    );

    let (_kept, address) = nowhere();
    let nobody = Url::parse(&format!("http://{address}")).unwrap();
    assert_eq!(web().fetch(&nobody).await.err().unwrap().code, ProblemCode::ConnectionRefused);
    let untrusted = Recorder::start_secure(self_signed(), []).await;
    assert_eq!(failure(&untrusted).await, ProblemCode::Untrusted);
}

#[tokio::test]
async fn no_more_is_read_than_the_limit_however_it_is_packed() {
    let limits = Limits { body: 1000, ..once() };
    let web = PublicFetcher::new(ClientSettings { limits, ..ClientSettings::default() });
    let plain = Recorder::start([Canned::answer(200, &[], [b'a'; 1001])]).await;
    assert_eq!(web.fetch(&plain.base()).await.err().unwrap().code, ProblemCode::ResponseTooLarge);
    let endless = Canned::raw("HTTP/1.1 200 OK\r\n\r\n").and_repeat(&[b'a'; 100]);
    let endless = Recorder::start([endless]).await;
    assert_eq!(web.fetch(&endless.base()).await.err().unwrap().code, ProblemCode::ResponseTooLarge);
    let packed = Canned::answer(200, &[("content-encoding", "gzip")], include_bytes!("blanks.json.gz"));
    let packed = Recorder::start([packed]).await;
    assert_eq!(web.fetch(&packed.base()).await.err().unwrap().code, ProblemCode::ResponseTooLarge);
}

#[tokio::test]
async fn a_fetch_ends_with_its_errand_and_in_time() {
    let recorder = Recorder::start(vec![Canned::raw("HTTP/1.1 200 OK\r\n\r\n<urlset>").and_hold(); 2]).await;
    let canceled = CancellationToken::new();
    let context = CallContext { canceled: canceled.clone(), ..CallContext::default() };
    let base: Url = recorder.base();
    let fetch = tokio::spawn(context.run(async move { web().fetch(&base).await.err().map(|problem| problem.code) }));
    recorder.until(1).await;
    canceled.cancel();
    assert_eq!(fetch.await.unwrap(), Some(ProblemCode::Canceled));

    let limits = Limits { read: Duration::from_millis(200), ..once() };
    let problem = PublicFetcher::new(ClientSettings { limits, ..ClientSettings::default() })
        .fetch(&recorder.base())
        .await
        .err()
        .unwrap();
    assert_eq!(problem.code, ProblemCode::TimedOut);
}

#[tokio::test]
async fn what_is_to_be_safe_on_its_way_comes_by_https_or_from_this_computer() {
    let near = Recorder::start([to("http://far.example/"), Canned::answer(200, &[], "here")]).await;
    let far = Url::parse("http://far.example/").unwrap();
    let secure = web().https_only();
    for insecure in [&far, &near.base()] {
        let problem = secure.fetch(insecure).await.err().unwrap();
        assert_eq!(problem.code, ProblemCode::Redirected, "{insecure}");
    }
    assert_eq!(&*secure.fetch(&near.base()).await.unwrap().body, b"here");
}

#[tokio::test]
async fn what_is_large_may_take_longer_but_not_for_ever_and_tells_how_far_it_is() {
    let limits = Limits { read: Duration::from_secs(2), ..once() };
    let web = PublicFetcher::new(ClientSettings { limits, ..ClientSettings::default() });
    let (pause, longest) = (Duration::from_millis(5), Duration::from_secs(20));
    let slow = Recorder::start([Canned::answer(200, &[], [b'a'; 450]).slowly(pause)]).await;
    let mut told = Vec::new();
    let fetched = web.fetch_large(&slow.base(), longest, |done, total| told.push((done, total))).await.unwrap();
    assert_eq!(fetched.body, [b'a'; 450]);
    assert!(told.is_sorted() && told.len() > 1 && told.last() == Some(&(450, Some(450))), "{told:?}");

    let silent = Recorder::start([Canned::answer(200, &[], "half").without_the_last(2).and_hold()]).await;
    let problem = web.fetch_large(&silent.base(), longest, |_, _| {}).await.err().unwrap();
    assert_eq!(problem.code, ProblemCode::TimedOut);
    let endless = Recorder::start([Canned::raw("HTTP/1.1 200 OK\r\n\r\n".to_owned() + &"a".repeat(999)).slowly(pause)]);
    let problem = web.fetch_large(&endless.await.base(), Duration::from_millis(900), |_, _| {}).await.err().unwrap();
    assert_eq!(problem.code, ProblemCode::TimedOut);
}
