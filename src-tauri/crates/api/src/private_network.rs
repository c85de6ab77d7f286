//! Keeps requests out of this computer's private network (server-side request forgery).

use std::{
    collections::HashMap,
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
};

use assay_model::address;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::{Host, Origin, Url};

/// The pending IP addresses of a name.
pub type LookupFuture<'a> = Pin<Box<dyn Future<Output = io::Result<Vec<IpAddr>>> + Send + 'a>>;

/// Resolves names.
pub trait NameResolver: Send + Sync + 'static {
    /// Resolves a name to its IP addresses.
    fn resolve_name<'a>(&'a self, name: &'a str) -> LookupFuture<'a>;

    /// Returns where to connect for an IP address; port 0 stands for the URL's port.
    fn socket_address(&self, ip: IpAddr) -> SocketAddr {
        SocketAddr::new(ip, 0)
    }
}

/// Resolves names with the system's resolver.
pub struct SystemResolver;

impl NameResolver for SystemResolver {
    fn resolve_name<'a>(&'a self, name: &'a str) -> LookupFuture<'a> {
        Box::pin(async move { Ok(lookup_host((name, 0)).await?.map(|found| found.ip()).collect()) })
    }
}

/// Blocks requests to the private network, except to an origin that the user entered.
pub(crate) struct NetworkGuard {
    names: Arc<dyn NameResolver>,
    /// The IP addresses of each name, resolved once to prevent DNS rebinding.
    pins: Arc<Mutex<HashMap<String, Vec<IpAddr>>>>,
    /// The only private origin that may be requested.
    allowed_origin: Option<Origin>,
}

impl NetworkGuard {
    /// A guard that allows no private address.
    pub(crate) fn new(names: Arc<dyn NameResolver>) -> Self {
        Self { names, pins: Arc::default(), allowed_origin: None }
    }

    /// Allows the origin of a URL that the user typed if all its IP addresses are private.
    pub(crate) async fn allow(&mut self, typed: &Url) {
        let is_near = is_private_url(typed)
            || match typed.host() {
                Some(Host::Domain(name)) => {
                    self.resolver(typed).look_up(name).await.is_ok_and(|found| all_private(&found))
                }
                _ => false,
            };
        self.allowed_origin = is_near.then(|| typed.origin());
    }

    /// Whether a URL's host is a private IP address that is not allowed.
    pub(crate) fn forbids(&self, address: &Url) -> bool {
        is_private_url(address) && !self.allows_private(address)
    }

    /// A resolver for requests to the origin of a URL.
    pub(crate) fn resolver(&self, address: &Url) -> PublicOnlyResolver {
        let (names, pins) = (Arc::clone(&self.names), Arc::clone(&self.pins));
        PublicOnlyResolver { names, pins, allows_private: self.allows_private(address) }
    }

    fn allows_private(&self, address: &Url) -> bool {
        self.allowed_origin.as_ref().is_some_and(|near| *near == address.origin())
    }
}

/// Resolves each name once, and drops private addresses unless they are allowed.
#[derive(Clone)]
pub(crate) struct PublicOnlyResolver {
    names: Arc<dyn NameResolver>,
    pins: Arc<Mutex<HashMap<String, Vec<IpAddr>>>>,
    allows_private: bool,
}

impl PublicOnlyResolver {
    async fn look_up(&self, name: &str) -> io::Result<Vec<IpAddr>> {
        let pinned = self.pins.lock().unwrap_or_else(PoisonError::into_inner).get(name).cloned();
        if let Some(pinned) = pinned {
            return Ok(pinned);
        }
        let found = self.names.resolve_name(name).await?;
        let mut pins = self.pins.lock().unwrap_or_else(PoisonError::into_inner);
        // Another request may have resolved it meanwhile.
        Ok(pins.entry(name.to_owned()).or_insert(found).clone())
    }
}

impl Resolve for PublicOnlyResolver {
    fn resolve(&self, name: Name) -> Resolving {
        let resolver = self.clone();
        Box::pin(async move {
            let found = resolver.look_up(name.as_str()).await?;
            let allowed: Vec<SocketAddr> = found
                .into_iter()
                .filter(|ip| resolver.allows_private || !is_private_address(*ip))
                .map(|ip| resolver.names.socket_address(ip))
                .collect();
            if allowed.is_empty() {
                return Err(io::Error::other("the name leads into this computer's own network").into());
            }
            Ok(Box::new(allowed.into_iter()) as Addrs)
        })
    }
}

fn all_private(found: &[IpAddr]) -> bool {
    !found.is_empty() && found.iter().all(|ip| is_private_address(*ip))
}

/// Whether a URL has a private IP address as its host; names are not looked up.
fn is_private_url(address: &Url) -> bool {
    address::is_loopback(address)
        || match address.host() {
            Some(Host::Ipv4(ip)) => is_private_address(ip.into()),
            Some(Host::Ipv6(ip)) => is_private_address(ip.into()),
            _ => false,
        }
}

fn is_private_address(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_private_v4(ip),
        IpAddr::V6(ip) => {
            let tail = || ip.octets().last_chunk::<4>().copied().map(Ipv4Addr::from);
            // Other forms of an IPv4 address: compatible (RFC 4291), translated (RFC 6052), 6to4 (RFC 3056).
            let embedded = match ip.segments() {
                [0, 0, 0, 0, 0, 0, ..] | [0x64, 0xff9b, 0, 0, 0, 0, ..] => tail(),
                [0x2002, high, low, ..] => Some(Ipv4Addr::from((u32::from(high) << 16) | u32::from(low))),
                _ => None,
            };
            // RFC 8215: for translation inside one network.
            let is_local_translation = matches!(ip.segments(), [0x64, 0xff9b, 1, ..]);
            let is_site_local = ip.segments()[0] & 0xffc0 == 0xfec0;
            ip.is_loopback()
                || ip.is_unspecified()
                || ip.is_unique_local()
                || ip.is_unicast_link_local()
                || ip.is_multicast()
                || is_site_local
                || is_local_translation
                || embedded.is_some_and(is_private_v4)
        }
    }
}

fn is_private_v4(ip: Ipv4Addr) -> bool {
    ip.is_loopback()
        || ip.is_private()
        || ip.is_link_local()
        || ip.is_multicast()
        || match ip.octets() {
            // This network, protocol assignments, carrier-grade NAT (RFC 6598), benchmarks,
            // reserved, and broadcast.
            [0 | 240..=255, ..] | [192, 0, 0, _] | [100, 64..=127, ..] | [198, 18 | 19, ..] => true,
            _ => false,
        }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use reqwest::dns::Resolve;
    use url::Url;

    use super::{NetworkGuard, SystemResolver, is_private_address, is_private_url};

    const NEAR: &[&str] = &[
        // The first and last address of a range.
        "0.0.0.0",
        "0.255.255.255",
        "10.0.0.0",
        "10.255.255.255",
        "100.64.0.0",
        "100.127.255.255",
        "127.0.0.0",
        "127.255.255.255",
        "169.254.0.0",
        "169.254.169.254",
        "169.254.255.255",
        "172.16.0.0",
        "172.31.255.255",
        "192.0.0.0",
        "192.0.0.255",
        "192.168.0.0",
        "192.168.255.255",
        "198.18.0.0",
        "198.19.255.255",
        "224.0.0.0",
        "239.255.255.255",
        "240.0.0.0",
        "255.255.255.255",
        "::",
        "::1",
        "::10.0.0.1",
        "::ffff:10.0.0.1",
        "::ffff:198.18.0.1",
        "64:ff9b::10.0.0.1",
        "64:ff9b::169.254.169.254",
        "64:ff9b:1::",
        "64:ff9b:1:ffff:ffff:ffff:ffff:ffff",
        "2002:a00:1::",
        "2002:7f00:1::1",
        "2002:c0a8:101:1::1",
        "fc00::",
        "fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
        "fe80::",
        "febf::1",
        "fec0::",
        "feff::1",
        "ff02::1",
    ];

    const FAR: &[&str] = &[
        "1.0.0.0",
        "9.255.255.255",
        "11.0.0.0",
        "100.63.255.255",
        "100.128.0.0",
        "126.255.255.255",
        "128.0.0.0",
        "169.253.255.255",
        "169.255.0.0",
        "172.15.255.255",
        "172.32.0.0",
        "191.255.255.255",
        "192.0.1.0",
        "192.0.2.1",
        "192.167.255.255",
        "192.169.0.0",
        "198.17.255.255",
        "198.20.0.0",
        "223.255.255.255",
        "::8.8.8.8",
        "::ffff:192.0.2.1",
        "64:ff9b::192.0.2.1",
        "64:ff9b:2::1",
        "2001:db8::1",
        "2002:c000:201::1",
        "2606:4700::1",
        "fbff::1",
    ];

    #[test]
    fn each_range_of_the_own_network_is_near_from_its_first_to_its_last_address() {
        for (addresses, is_near) in [(NEAR, true), (FAR, false)] {
            for text in addresses {
                let ip: IpAddr = text.parse().unwrap();
                assert_eq!(is_private_address(ip), is_near, "{text}");
                let host = if ip.is_ipv6() { format!("[{text}]") } else { (*text).to_owned() };
                let url = Url::parse(&format!("http://{host}/")).unwrap();
                assert_eq!(is_private_url(&url), is_near, "{url}");
            }
        }
        for near in ["http://localhost:8080/", "http://2130706433/", "http://0x7f.1/"] {
            assert!(is_private_url(&Url::parse(near).unwrap()), "{near}");
        }
    }

    #[tokio::test]
    async fn a_name_of_something_near_leads_there_only_for_the_typed_origin() {
        let url = |text: &str| Url::parse(text).unwrap();
        let resolved = async |guard: &NetworkGuard, to: &str| {
            guard.resolver(&url(to)).resolve("localhost".parse().unwrap()).await.is_ok()
        };
        let mut guard = NetworkGuard::new(std::sync::Arc::new(SystemResolver));
        assert!(!resolved(&guard, "http://localhost/").await);
        guard.allow(&url("http://localhost/sitemap.xml")).await;
        assert!(resolved(&guard, "http://localhost/other.xml").await);
        for other in ["https://localhost/", "http://localhost:9200/", "http://other.example/"] {
            assert!(!resolved(&guard, other).await, "{other}");
        }
        // A host that is an IP address is resolved to itself.
        let far = guard.resolver(&url("http://192.0.2.1/")).resolve("192.0.2.1".parse().unwrap()).await;
        assert_eq!(far.unwrap().count(), 1);
    }
}
