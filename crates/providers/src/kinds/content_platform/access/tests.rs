use domain::connection::{Direction, ProviderKind};
use fixtures::keys;
use serde_json::{Value, json};

use crate::access;
use crate::fields::refused_field;

fn whole() -> Value {
    json!({
        "client_id": "client", "client_secret": "secret", "public_key_id": "key", "enterprise_id": "12",
        "private_key": keys::LOCKED_AES, "passphrase": keys::PASSPHRASE,
    })
}

/// The field that is refused; empty if none is.
fn refused(authorization: &Value) -> String {
    refused_field(access(ProviderKind::VendorDBox, Direction::ServiceToCloud, authorization)).0
}

fn with(field: &str, value: impl Into<Value>) -> Value {
    let mut changed = whole();
    changed[field] = value.into();
    changed
}

#[test]
fn every_field_that_is_wrong_is_named() {
    assert_eq!(refused(&whole()), "");
    for field in ["client_id", "client_secret", "public_key_id", "enterprise_id", "private_key", "passphrase"] {
        assert_eq!(refused(&with(field, Value::Null)), format!("authorization.{field}"));
        assert_eq!(refused(&with(field, 7)), format!("authorization.{field}"));
    }
    assert_eq!(refused(&with("region", "eu")), "authorization.region");
    assert_eq!(refused(&json!([])), "authorization");
}

#[test]
fn keys_are_taken_in_the_forms_in_which_they_come() {
    let open = |key: &str, passphrase: &str| {
        let mut given = with("private_key", key);
        given["passphrase"] = passphrase.into();
        refused(&given)
    };
    assert_eq!(open(keys::LOCKED_TRIPLE_DES, keys::PASSPHRASE), "");
    assert_eq!(open(keys::PLAIN, ""), "");
    assert_eq!(open(keys::PLAIN_OF_OLD, ""), "");
    assert_eq!(open(&keys::LOCKED_AES.replace('\n', "\\n"), keys::PASSPHRASE), "");
    assert_eq!(open(&keys::LOCKED_AES.replace('\n', "\r\n"), keys::PASSPHRASE), "");
    assert_eq!(open(keys::LOCKED_AES, "wrong"), "authorization.passphrase");
    assert_eq!(open(keys::LOCKED_AES, ""), "authorization.passphrase");
    for key in [keys::LOCKED_OF_OLD, keys::MANY_ROUNDS, keys::EDWARDS, keys::PUBLIC] {
        assert_eq!(open(key, keys::PASSPHRASE), "authorization.private_key", "{key}");
    }
    assert_eq!(open(&keys::LOCKED_AES.replace("MII", "MI"), keys::PASSPHRASE), "authorization.private_key");
    assert_eq!(open("no key", keys::PASSPHRASE), "authorization.private_key");
}
