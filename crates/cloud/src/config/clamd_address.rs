//! The address of the virus scanner.

use std::path::PathBuf;

/// Where clamd listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ClamdAddress {
    Tcp(String),
    Unix(PathBuf),
}

impl ClamdAddress {
    /// `host:port`, or `unix:` and an absolute path.
    pub fn parse(text: &str) -> Option<Self> {
        if let Some(path) = text.strip_prefix("unix:") {
            return path.starts_with('/').then(|| Self::Unix(path.into()));
        }
        let (host, port) = text.rsplit_once(':')?;
        let is_host = !host.is_empty() && !host.contains(['/', ' ']);
        let is_port = port.parse::<u16>().is_ok_and(|port| port > 0);
        (is_host && is_port).then(|| Self::Tcp(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::ClamdAddress;

    #[test]
    fn addresses_are_of_two_kinds() {
        for good in ["127.0.0.1:3310", "clamd:3310", "[::1]:3310"] {
            assert_eq!(ClamdAddress::parse(good), Some(ClamdAddress::Tcp(good.to_owned())));
        }
        assert_eq!(ClamdAddress::parse("unix:/run/clamd.sock"), Some(ClamdAddress::Unix("/run/clamd.sock".into())));
        for bad in ["", "clamd", ":3310", "clamd:", "clamd:0", "clamd:99999", "unix:", "unix:run", "tcp://clamd:1"] {
            assert_eq!(ClamdAddress::parse(bad), None, "{bad}");
        }
    }
}
