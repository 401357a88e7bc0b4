//! The address of a download link.

use url::Url;
use wire::ids::LinkId;

/// The URL for a browser or `tonnage-agent get`.
pub fn link_address(cloud: &Url, link: &LinkId, secret: &str) -> String {
    let mut url = cloud.clone();
    url.set_path(&format!("{}/d/{link}", cloud.path().trim_end_matches('/')));
    url.query_pairs_mut().clear().append_pair("secret", secret);
    url.into()
}

#[cfg(test)]
mod tests {
    use super::link_address;

    #[test]
    fn a_link_leads_below_the_address_of_the_cloud() {
        let link = "01KA2B3C4D5E6F7G8H9JKMNPQR";
        for (cloud, expected) in [
            ("https://files.example.org", "https://files.example.org/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s%2B1"),
            ("http://a:7070/files/", "http://a:7070/files/d/01KA2B3C4D5E6F7G8H9JKMNPQR?secret=s%2B1"),
        ] {
            assert_eq!(link_address(&cloud.parse().unwrap(), &link.parse().unwrap(), "s+1"), expected);
        }
    }
}
