use std::os::unix::fs::PermissionsExt as _;

use tempfile::TempDir;

use super::{Journal, JournalError, settings};

fn journal() -> (TempDir, Journal) {
    let directory = tempfile::tempdir().unwrap();
    let journal = Journal::open(directory.path()).unwrap();
    (directory, journal)
}

async fn saved(journal: &Journal, name: &'static str) -> Option<u32> {
    journal.read(move |tables| settings::find(tables, name)).await.unwrap()
}

#[tokio::test]
async fn what_is_written_is_read_also_after_a_restart_and_by_nobody_else() {
    let (directory, journal) = journal();
    journal.write(|tables| settings::save(tables, "a", &1)).await.unwrap();
    journal.write(|tables| settings::save(tables, "a", &2)).await.unwrap();
    assert_eq!(saved(&journal, "a").await, Some(2));
    assert_eq!(saved(&journal, "b").await, None);
    for file in ["journal.db", "journal.db-wal", "journal.db-shm"] {
        let mode = std::fs::metadata(directory.path().join(file)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600, "{file}");
    }
    drop(journal);
    assert_eq!(saved(&Journal::open(directory.path()).unwrap(), "a").await, Some(2));
}

#[tokio::test]
async fn a_failure_undoes_only_itself() {
    let (_directory, journal) = journal();
    let (begun, wait) = (tokio::sync::oneshot::channel(), std::sync::mpsc::channel::<()>());
    // Blocks the writer, so that the three writes below share one transaction.
    let holder = tokio::spawn({
        let journal = journal.clone();
        async move {
            journal
                .write(move |_| {
                    let _ = begun.0.send(());
                    let _ = wait.1.recv();
                    Ok(())
                })
                .await
        }
    });
    begun.1.await.unwrap();
    let good = tokio::spawn({
        let journal = journal.clone();
        async move { journal.write(|tables| settings::save(tables, "good", &1)).await }
    });
    let bad = tokio::spawn({
        let journal = journal.clone();
        async move {
            let half = journal.write(|tables| {
                settings::save(tables, "bad", &1)?;
                Err::<(), _>(JournalError::failed("changed my mind"))
            });
            half.await
        }
    });
    let panicking = tokio::spawn({
        let journal = journal.clone();
        async move {
            let half = journal.write(|tables| -> Result<(), JournalError> {
                settings::save(tables, "panicking", &1)?;
                panic!("on purpose")
            });
            half.await
        }
    });
    tokio::task::yield_now().await;
    drop(wait.0);
    holder.await.unwrap().unwrap();
    good.await.unwrap().unwrap();
    assert!(bad.await.unwrap().unwrap_err().to_string().contains("changed my mind"));
    assert!(panicking.await.unwrap().unwrap_err().to_string().contains("panicked"));
    assert_eq!(saved(&journal, "good").await, Some(1));
    assert_eq!(saved(&journal, "bad").await, None);
    assert_eq!(saved(&journal, "panicking").await, None);
}

#[tokio::test]
async fn a_full_disk_is_named_and_passes() {
    let (directory, journal) = journal();
    let most = |pages: u32| move |tables: &super::Tables| Ok(tables.pragma_update(None, "max_page_count", pages)?);
    journal.write(most(1)).await.unwrap();
    let text = "x".repeat(100_000);
    let error = journal.write(move |tables| settings::save(tables, "a", &text)).await.unwrap_err();
    assert!(matches!(&error, JournalError::Full(path) if path == directory.path()), "{error}");
    assert!(error.to_string().contains("is full"), "{error}");
    journal.write(most(1_000)).await.unwrap();
    journal.write(|tables| settings::save(tables, "a", &1)).await.unwrap();
    assert_eq!(saved(&journal, "a").await, Some(1));
}

#[tokio::test]
async fn a_journal_of_a_newer_version_is_refused() {
    let (directory, journal) = journal();
    let newer = "INSERT INTO schema_version (version) VALUES (999)";
    journal.write(move |tables| Ok(tables.execute_batch(newer)?)).await.unwrap();
    drop(journal);
    let error = format!("{:#}", Journal::open(directory.path()).err().unwrap());
    assert!(error.contains("newer version"), "{error}");
}
