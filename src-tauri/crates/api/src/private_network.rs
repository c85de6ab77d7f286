//! Keeps requests out of this computer's private network (server-side request forgery).

use std::{
    io,
    net::{IpAddr, Ipv4Addr, SocketAddr},
};

use assay_model::address;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use tokio::net::lookup_host;
use url::{Host, Url};

/// The pending IP addresses of a name.
pub async fn is_near(address: &Url) -> bool {
    if is_plainly_near(address) {
        return true;
    }
    let Some(Host::Domain(name)) = address.host() else { return false };
    lookup_host((name, 0)).await.is_ok_and(|mut found| found.any(|found| is_near_ip(found.ip())))
}

/// Resolves names with the system's resolver.
pub(crate) fn is_plainly_near(address: &Url) -> bool {
    address::is_loopback(address)
        || match address.host() {
            Some(Host::Ipv4(ip)) => is_near_ip(ip.into()),
            Some(Host::Ipv6(ip)) => is_near_ip(ip.into()),
            _ => false,
        }
}

/// Finds what names stand for, but nothing near.
pub(crate) struct Beyond;

impl Resolve for Beyond {
    fn resolve(&self, name: Name) -> Resolving {
        Box::pin(async move {
            let found: Vec<SocketAddr> =
                lookup_host((name.as_str(), 0)).await?.filter(|found| !is_near_ip(found.ip())).collect();
            if found.is_empty() {
                return Err(io::Error::other("the name leads into this computer's own network").into());
            }
            Ok(Box::new(found.into_iter()) as Addrs)
        })
    }
}

fn is_near_ip(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => is_near_v4(ip),
        IpAddr::V6(ip) => {
            // What a network that translates calls an address of the older kind (RFC 6052).
            let translated = match ip.segments() {
                [0x64, 0xff9b, 0, 0, 0, 0, ..] => ip.octets().last_chunk::<4>().copied().map(Ipv4Addr::from),
                _ => None,
            };
            ip.is_loopback()
                || ip.is_unspecified()
                || ip.is_unique_local()
                || ip.is_unicast_link_local()
                || translated.is_some_and(is_near_v4)
        }
    }
}

fn is_near_v4(ip: Ipv4Addr) -> bool {
    // RFC 6598: shared by those behind one provider, and taken for networks of one's own.
    let is_shared = matches!(ip.octets(), [100, 64..=127, ..]);
    ip.is_loopback() || ip.is_unspecified() || ip.is_private() || ip.is_link_local() || is_shared
}

#[cfg(test)]
mod tests {
    use reqwest::dns::Resolve;
    use url::Url;

    use super::{Beyond, is_near, is_plainly_near};

    #[tokio::test]
    async fn near_is_told_from_far() {
        for near in [
            "localhost:8080",
            "127.9.9.9",
            "2130706433",
            "0.0.0.0",
            "10.1.2.3",
            "172.31.0.1",
            "192.168.1.1",
            "169.254.169.254",
            "100.64.0.1",
            "[::1]",
            "[::]",
            "[fd00::1]",
            "[fe80::1]",
            "[::ffff:10.0.0.1]",
            "[64:ff9b::a00:1]",
        ] {
            let near = Url::parse(&format!("http://{near}/")).unwrap();
            assert!(is_plainly_near(&near) && is_near(&near).await, "{near}");
        }
        for far in
            ["172.32.0.1", "192.0.2.1", "100.128.0.1", "[2001:db8::1]", "[64:ff9b::c000:201]", "[::ffff:192.0.2.1]"]
        {
            let far = Url::parse(&format!("http://{far}/")).unwrap();
            assert!(!is_near(&far).await, "{far}");
        }
    }

    #[tokio::test]
    async fn a_name_of_something_near_leads_nowhere() {
        let found = Beyond.resolve("localhost".parse().unwrap()).await;
        assert!(found.is_err());
        // What is no name is looked up as the number that it is.
        let far = Beyond.resolve("192.0.2.1".parse().unwrap()).await;
        assert_eq!(far.unwrap().count(), 1);
    }
}
