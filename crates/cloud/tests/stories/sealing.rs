//! Secrets at rest: sealed under one key, whichever process made it.

use cloud::vault::{Column, Vault};
use store::{DatabaseAddress, PoolLimits, Store, data_keys};
use testkit::TestCloud;
use wire::portals::WritePortal;

#[tokio::test(flavor = "multi_thread")]
async fn processes_that_start_together_open_each_others_seals() {
    let cloud = TestCloud::start().await;
    let app = cloud.app();
    let address = DatabaseAddress::new(&app.config.database.url, &app.config.data_dir);
    let mut stores = Vec::new();
    for _ in 0..4 {
        stores.push(Store::open(&address, PoolLimits::patient(2)).await.unwrap());
    }
    for round in 0..20 {
        cloud.execute_sql("DELETE FROM data_keys").await;
        let starts = stores.iter().map(|store| {
            let (store, secret, clock) = (store.clone(), app.config.secret_key.clone(), app.clock.clone());
            tokio::spawn(async move { Vault::open(&store, &secret, &clock).await.unwrap() })
        });
        let mut vaults = Vec::new();
        for start in starts.collect::<Vec<_>>() {
            vaults.push(start.await.unwrap());
        }
        let made = data_keys::all(&mut app.store.read().await.unwrap()).await.unwrap();
        assert_eq!(made.len(), 1, "round {round}");
        for sealing in &vaults {
            let sealed = sealing.seal(Column::AccessCode, "owner", b"secret").unwrap();
            for opening in &vaults {
                assert_eq!(opening.open_sealed(Column::AccessCode, "owner", &sealed).unwrap(), b"secret");
                assert!(opening.open_sealed(Column::AccessCode, "another", &sealed).is_err());
            }
        }
    }
}

#[tokio::test]
async fn a_seal_does_not_open_in_another_column() {
    let cloud = TestCloud::start().await;
    let owner = cloud.owner("Film", "owner@example.org").await;
    let request = WritePortal {
        name: Some("Rushes".to_owned()),
        subdomain: Some("rushes".to_owned()),
        access_code: Some("sesame".to_owned()),
        download_password: Some("open for download".to_owned()),
        ..WritePortal::default()
    };
    let portal = owner.client.create_portal(&owner.team_id, &request).await.unwrap();
    assert_eq!(owner.client.portal(&portal.id).await.unwrap().access_code, "sesame");
    cloud.execute_sql("UPDATE portals SET access_code = download_password").await;
    assert!(owner.client.portal(&portal.id).await.is_err(), "the password would be shown as the code");
}
