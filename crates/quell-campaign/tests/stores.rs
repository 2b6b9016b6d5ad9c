//! Stores that cannot be used, and what they keep.

use std::fs;
use std::path::Path;

use quell_campaign::digest::of_bytes;
use quell_campaign::folder::store_in;
use quell_campaign::store::{
    JobRow, JobState, SqliteStore, Store as _, TestRow, VerdictRow, Writes,
};
use quell_campaign::{Campaign, StoreError};

fn open(folder: &Path) -> Result<Campaign, StoreError> {
    Campaign::open(folder, "/project", "quell run a.c")
}

fn refused(folder: &Path) -> String {
    open(folder).unwrap_err().to_string()
}

#[test]
fn a_folder_is_held_by_one_process_at_a_time() {
    let folder = tempfile::tempdir().unwrap();
    let held = open(folder.path()).unwrap();
    let message = refused(folder.path());
    let pid = std::process::id();
    assert!(
        message.contains(&format!("process {pid} (quell run a.c)")),
        "{message}"
    );
    drop(held);
    open(folder.path()).unwrap();
}

#[test]
fn stores_of_others_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let store = store_in(folder.path());
    fs::write(
        &store,
        "not a database, but some text of the user's".repeat(50),
    )
    .unwrap();
    assert!(refused(folder.path()).contains("is not a store of Quell"));
    fs::remove_file(&store).unwrap();
    let other = rusqlite::Connection::open(&store).unwrap();
    other.execute_batch("CREATE TABLE mine (x)").unwrap();
    drop(other);
    assert!(refused(folder.path()).contains("is not a store of Quell"));
    fs::remove_file(&store).unwrap();
    drop(Campaign::open(folder.path(), "/elsewhere", "quell run").unwrap());
    assert!(refused(folder.path()).contains("belongs to the project in /elsewhere"));
    fs::remove_file(&store).unwrap();
    drop(open(folder.path()).unwrap());
    let known = rusqlite::Connection::open(&store).unwrap();
    let update = "UPDATE about SET value = '99' WHERE name = 'version'";
    known.execute(update, []).unwrap();
    drop(known);
    assert!(refused(folder.path()).contains("another version of Quell (tables of version 99)"));
}

#[test]
fn a_damaged_store_is_named() {
    let folder = tempfile::tempdir().unwrap();
    drop(open(folder.path()).unwrap());
    let store = store_in(folder.path());
    let mut bytes = fs::read(&store).unwrap();
    let length = bytes.len();
    bytes[100..length].fill(0xa5);
    fs::write(&store, bytes).unwrap();
    let message = refused(folder.path());
    assert!(
        message.contains("is damaged") && message.contains("store.sqlite"),
        "{message}"
    );
}

#[test]
fn what_is_written_is_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store");
    let mut store = SqliteStore::open(&path, "here").unwrap();
    let job = JobRow {
        job: "run a.c".to_owned(),
        state: JobState::Begun,
        inputs: "{}".to_owned(),
    };
    store.begin(&job).unwrap();
    let test = TestRow {
        key: of_bytes(b"test"),
        function: of_bytes(b"f"),
        positions: None,
        test: "{\"id\": \"f-1\"}".to_owned(),
    };
    let verdict = VerdictRow {
        key: of_bytes(b"verdict"),
        limits: Some(of_bytes(b"limits")),
        positions: Some(of_bytes(b"positions")),
        decision: "{}".to_owned(),
        tests: vec![test.key, of_bytes(b"other")],
    };
    let writes = Writes {
        verdicts: vec![verdict.clone()],
        tests: vec![test.clone()],
        state: Some(JobState::Finished),
    };
    store.append(&job.job, "first", &Writes::default()).unwrap();
    store.append(&job.job, "second", &writes).unwrap();
    drop(store);
    let mut store = SqliteStore::existing(&path).unwrap();
    assert_eq!(store.events(&job.job).unwrap(), ["first", "second"]);
    assert_eq!(store.verdict(verdict.key).unwrap(), Some(verdict.clone()));
    assert_eq!(store.test(test.key).unwrap(), Some(test.clone()));
    assert_eq!(store.verdict(of_bytes(b"no")).unwrap(), None);
    let finished = JobRow {
        state: JobState::Finished,
        ..job.clone()
    };
    assert_eq!(store.jobs().unwrap(), [finished]);
    // A job that begins anew has no events; verdicts stay.
    store.begin(&job).unwrap();
    assert_eq!(store.events(&job.job).unwrap(), Vec::<String>::new());
    assert!(store.verdict(verdict.key).unwrap().is_some());
    store.clear().unwrap();
    assert_eq!(store.verdict(verdict.key).unwrap(), None);
    let known = store.statistics().unwrap();
    assert_eq!((known.verdicts, known.tests, known.jobs), (0, 0, 0));
}
