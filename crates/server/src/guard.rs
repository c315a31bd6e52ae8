//! Access control: the host name, the origin and the token of each request. It protects against pages of other sites
//! (cross-site requests, DNS rebinding), and against strangers if the server listens on a public address.

use axum::http::{HeaderMap, HeaderValue, header};
use std::net::IpAddr;

/// Minimum length of a token.
pub(crate) const MIN_TOKEN: usize = 16;

/// The two ends of a connection.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Peer {
    pub(crate) address: IpAddr,
    pub(crate) local: IpAddr,
    pub(crate) port: u16,
}

/// Headers of proxies: others may reach a server behind one.
const PROXY: [&str; 3] = ["forwarded", "x-forwarded-for", "via"];

impl Peer {
    /// True if both ends of the connection are on this machine and no proxy forwards the request.
    pub(crate) fn is_own_machine(&self, headers: &HeaderMap) -> bool {
        let home = self.address.to_canonical().is_loopback() && self.local.to_canonical().is_loopback();
        home && PROXY.iter().all(|name| !headers.contains_key(*name))
    }
}

/// What every request is checked against.
#[derive(Clone, Debug, Default)]
pub(crate) struct Guard {
    /// Host names in lower case, besides addresses and `localhost`.
    pub(crate) names: Vec<String>,
    pub(crate) token: Option<String>,
}

/// A new token of 160 random bits.
///
/// # Errors
/// The system provides no random numbers.
pub(crate) fn new_token() -> Result<String, getrandom::Error> {
    random_text(32)
}

/// So many random letters and digits of five bits each; none of them looks like another.
///
/// # Errors
/// The system provides no random numbers.
pub(crate) fn random_text(length: usize) -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = vec![0u8; length];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|b| LETTERS[usize::from(b & 31)] as char).collect())
}

/// Compares two texts in a time that does not depend on where they differ.
pub(crate) fn equal_in_constant_time(a: &str, b: &str) -> bool {
    let differ = a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| std::hint::black_box(acc | (x ^ y)));
    a.len() == b.len() && differ == 0
}

impl Guard {
    /// Whether the server listens as the host that a request names.
    pub(crate) fn is_own_host(&self, host: &str, peer: &Peer) -> bool {
        let Some(name) = host_name(host) else { return false };
        let name = name.trim_end_matches('.').to_ascii_lowercase();
        if name == "localhost" || name.ends_with(".localhost") {
            return peer.local.is_loopback();
        }
        match name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // The address that the connection came in on: an address cannot be rebound.
            Ok(address) => address.to_canonical() == peer.local.to_canonical(),
            Err(_) => self.names.contains(&name),
        }
    }

    pub(crate) fn cookie(port: u16) -> String {
        format!("tengen-{port}")
    }

    /// Whether a request has the token, in a cookie or as a bearer token.
    pub(crate) fn has_token(&self, headers: &HeaderMap, port: u16) -> bool {
        let Some(token) = &self.token else { return true };
        let bearer = headers.get(header::AUTHORIZATION).and_then(|v| v.to_str().ok());
        if bearer
            .and_then(|v| v.strip_prefix("Bearer "))
            .is_some_and(|given| equal_in_constant_time(given.trim(), token))
        {
            return true;
        }
        let name = Guard::cookie(port);
        headers
            .get_all(header::COOKIE)
            .iter()
            .filter_map(|v| v.to_str().ok())
            .flat_map(|v| v.split(';'))
            .filter_map(|pair| pair.trim().split_once('='))
            .any(|(key, value)| key == name && equal_in_constant_time(value, token))
    }
}

/// The name or address in a `Host`, without the port.
fn host_name(host: &str) -> Option<&str> {
    let end = match host.find(']') {
        Some(at) if host.starts_with('[') => at + 1,
        _ => host.find(':').unwrap_or(host.len()),
    };
    let (name, port) = host.split_at(end);
    let sound = port.is_empty() || port.strip_prefix(':').is_some_and(|p| p.parse::<u16>().is_ok());
    (sound && !name.is_empty()).then_some(name)
}

/// Whether a request comes from our own page, or from no page.
pub(crate) fn is_own_origin(headers: &HeaderMap, host: &str) -> bool {
    let site = headers.get("sec-fetch-site").map(HeaderValue::as_bytes);
    if !matches!(site, None | Some(b"same-origin" | b"none")) {
        return false;
    }
    let mut origins = headers.get_all(header::ORIGIN).iter();
    let (origin, more) = (origins.next(), origins.next());
    match (origin.map(|o| o.to_str()), more) {
        (None, _) => true,
        (Some(Ok(origin)), None) => {
            let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
            rest.is_some_and(|rest| rest.eq_ignore_ascii_case(host))
        }
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn peer(local: &str) -> Peer {
        Peer { address: "127.0.0.1".parse().unwrap(), local: local.parse().unwrap(), port: 7 }
    }

    #[test]
    fn only_own_names_and_addresses_are_known() {
        let guard = Guard { names: vec!["board.example".into()], token: None };
        let home = peer("127.0.0.1");
        for host in ["localhost", "LOCALHOST:80", "127.0.0.1:8080", "localhost.", "Board.Example:1"] {
            assert!(guard.is_own_host(host, &home), "{host}");
        }
        for host in [
            "",
            ":80",
            "evil.example",
            "127.0.0.2",
            "127.0.0.1.evil.example",
            "localhost:99999",
            "localhost:x",
            "a b",
            "[::1]",
        ] {
            assert!(!guard.is_own_host(host, &home), "{host}");
        }
        assert!(guard.is_own_host("[::1]:80", &peer("::1")));
        assert!(guard.is_own_host("192.168.1.5:80", &peer("192.168.1.5")));
        assert!(guard.is_own_host("192.168.1.5", &peer("::ffff:192.168.1.5")));
        assert!(!guard.is_own_host("localhost", &peer("192.168.1.5")));
    }

    #[test]
    fn a_token_must_match_exactly() {
        assert!(equal_in_constant_time("abc", "abc"));
        for other in ["", "ab", "abcd", "abd", "ABC"] {
            assert!(!equal_in_constant_time("abc", other), "{other}");
        }
        let (a, b) = (new_token().unwrap(), new_token().unwrap());
        assert!(a != b && a.len() >= MIN_TOKEN && a.bytes().all(|c| c.is_ascii_alphanumeric()));
    }

    #[test]
    fn origins_must_be_the_host_itself() {
        let own = |pairs: &[(&'static str, &str)]| {
            let mut headers = HeaderMap::new();
            for (name, value) in pairs {
                headers.append(*name, value.parse().unwrap());
            }
            is_own_origin(&headers, "localhost:8080")
        };
        assert!(own(&[]));
        assert!(own(&[("origin", "http://localhost:8080")]));
        assert!(own(&[("origin", "http://localhost:8080"), ("sec-fetch-site", "same-origin")]));
        assert!(!own(&[("origin", "null")]));
        assert!(!own(&[("origin", "http://localhost:3000")]));
        assert!(!own(&[("origin", "http://localhost:8080.evil.example")]));
        assert!(!own(&[("origin", "http://evil.example"), ("origin", "http://localhost:8080")]));
        assert!(!own(&[("sec-fetch-site", "cross-site")]));
        assert!(!own(&[("sec-fetch-site", "same-site")]));
    }
}
