//! The store in one SQLite file. It is written ahead (WAL), so that `quell status` reads while a run writes, and so that a
//! process that is killed loses nothing that it wrote.

use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use rusqlite::{Connection, OpenFlags, OptionalExtension as _, Row, Transaction, params};

use super::{JobRow, JobState, Store, StoreStatistics, TestRow, VerdictRow, Writes};
use crate::digest::Digest;
use crate::error::StoreError;

/// The version of the tables. It changes whenever an older Quell would misread them.
pub const VERSION: &str = "1";

/// What SQLite keeps in the head of the file to say whose it is: `Quel`.
const APPLICATION: i32 = 0x5175_656c;

/// How long another process may hold the file. `quell status` reads in between.
const PATIENCE: Duration = Duration::from_secs(10);

/// Plain SQL: the same tables serve in another database.
const TABLES: &str = "
CREATE TABLE about (name TEXT PRIMARY KEY, value TEXT NOT NULL);
CREATE TABLE jobs (job TEXT PRIMARY KEY, state TEXT NOT NULL, inputs TEXT NOT NULL);
CREATE TABLE events (job TEXT NOT NULL, number BIGINT NOT NULL, event TEXT NOT NULL, PRIMARY KEY (job, number));
CREATE TABLE verdicts (key TEXT PRIMARY KEY, limits TEXT, positions TEXT, decision TEXT NOT NULL, tests TEXT NOT NULL);
CREATE TABLE tests (key TEXT PRIMARY KEY, function TEXT NOT NULL, positions TEXT, test TEXT NOT NULL);
";

/// A store in a file.
#[derive(Debug)]
pub struct SqliteStore {
    path: PathBuf,
    connection: Connection,
}

impl SqliteStore {
    /// Opens the store of a project, or makes one.
    pub fn open(path: &Path, project: &str) -> Result<Self, StoreError> {
        let is_new = !path.exists();
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_CREATE;
        let mut store = Self::connect(path, flags)?;
        if is_new {
            store.create(project)?;
        }
        store.check()?;
        let known = store.about("project")?.unwrap_or_default();
        match known == project {
            true => Ok(store),
            false => Err(StoreError::OtherProject {
                path: path.to_owned(),
                project: known,
            }),
        }
    }

    /// Opens a store that exists, of any project.
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        if !path.exists() {
            return Err(StoreError::Missing {
                path: path.to_owned(),
            });
        }
        let store = Self::connect(path, OpenFlags::SQLITE_OPEN_READ_WRITE)?;
        store.check()?;
        Ok(store)
    }

    fn connect(path: &Path, flags: OpenFlags) -> Result<Self, StoreError> {
        let failed = |source| StoreError::sqlite(path, source);
        let connection = Connection::open_with_flags(path, flags).map_err(failed)?;
        connection.busy_timeout(PATIENCE).map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            connection,
        })
    }

    fn create(&mut self, project: &str) -> Result<(), StoreError> {
        let path = self.path.clone();
        let create = |connection: &mut Connection| {
            connection.pragma_update(None, "journal_mode", "wal")?;
            let all = connection.transaction()?;
            all.pragma_update(None, "application_id", APPLICATION)?;
            all.execute_batch(TABLES)?;
            let about = "INSERT INTO about (name, value) VALUES (?1, ?2)";
            all.execute(about, ["version", VERSION])?;
            all.execute(about, ["project", project])?;
            all.commit()
        };
        create(&mut self.connection).map_err(|source| StoreError::sqlite(&path, source))
    }

    /// Refuses files of others, and stores of another version.
    fn check(&self) -> Result<(), StoreError> {
        let application: i32 =
            self.read(|of| of.query_row("PRAGMA application_id", [], |row| row.get(0)))?;
        if application != APPLICATION {
            return Err(StoreError::Foreign {
                path: self.path.clone(),
            });
        }
        match self.about("version")? {
            Some(version) if version == VERSION => Ok(()),
            version => Err(StoreError::OtherVersion {
                path: self.path.clone(),
                version: version.unwrap_or_default(),
            }),
        }
    }

    fn about(&self, name: &str) -> Result<Option<String>, StoreError> {
        let query = "SELECT value FROM about WHERE name = ?1";
        self.read(|of| of.query_row(query, [name], |row| row.get(0)).optional())
    }

    fn read<T>(
        &self,
        read: impl FnOnce(&Connection) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        read(&self.connection).map_err(|source| StoreError::sqlite(&self.path, source))
    }

    fn write<T>(
        &mut self,
        write: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let whole = |connection: &mut Connection| {
            let transaction = connection.transaction()?;
            let written = write(&transaction)?;
            transaction.commit()?;
            Ok(written)
        };
        whole(&mut self.connection).map_err(|source| StoreError::sqlite(&self.path, source))
    }
}

impl Store for SqliteStore {
    fn begin(&mut self, job: &JobRow) -> Result<(), StoreError> {
        self.write(|of| {
            of.execute("DELETE FROM events WHERE job = ?1", [&job.job])?;
            of.execute(
                "INSERT INTO jobs (job, state, inputs) VALUES (?1, ?2, ?3) \
                 ON CONFLICT (job) DO UPDATE SET state = excluded.state, inputs = excluded.inputs",
                params![job.job, job.state.name(), job.inputs],
            )?;
            Ok(())
        })
    }

    fn append(&mut self, job: &str, event: &str, writes: &Writes) -> Result<(), StoreError> {
        self.write(|of| {
            let mut next = of.prepare_cached(
                "INSERT INTO events (job, number, event) \
                 SELECT ?1, COALESCE(MAX(number), 0) + 1, ?2 FROM events WHERE job = ?1",
            )?;
            next.execute([job, event])?;
            for test in &writes.tests {
                put_test(of, test)?;
            }
            for verdict in &writes.verdicts {
                put_verdict(of, verdict)?;
            }
            if let Some(state) = writes.state {
                let update = "UPDATE jobs SET state = ?2 WHERE job = ?1";
                of.execute(update, [job, state.name()])?;
            }
            Ok(())
        })
    }

    fn jobs(&self) -> Result<Vec<JobRow>, StoreError> {
        self.read(|of| {
            let mut rows = of.prepare("SELECT job, state, inputs FROM jobs ORDER BY job")?;
            let rows = rows.query_map([], |row| {
                let state: String = row.get(1)?;
                Ok(JobRow {
                    job: row.get(0)?,
                    state: JobState::named(&state),
                    inputs: row.get(2)?,
                })
            })?;
            rows.collect()
        })
    }

    fn events(&self, job: &str) -> Result<Vec<String>, StoreError> {
        self.read(|of| {
            let mut rows = of.prepare("SELECT event FROM events WHERE job = ?1 ORDER BY number")?;
            rows.query_map([job], |row| row.get(0))?.collect()
        })
    }

    fn verdict(&self, key: Digest) -> Result<Option<VerdictRow>, StoreError> {
        let query = "SELECT limits, positions, decision, tests FROM verdicts WHERE key = ?1";
        self.read(|of| {
            let mut rows = of.prepare_cached(query)?;
            rows.query_row([key.to_string()], |row| {
                let tests: String = row.get(3)?;
                Ok(VerdictRow {
                    key,
                    limits: digest(row, 0)?,
                    positions: digest(row, 1)?,
                    decision: row.get(2)?,
                    tests: tests.split(' ').filter_map(Digest::parse).collect(),
                })
            })
            .optional()
        })
    }

    fn test(&self, key: Digest) -> Result<Option<TestRow>, StoreError> {
        let query = "SELECT function, positions, test FROM tests WHERE key = ?1";
        self.read(|of| {
            let mut rows = of.prepare_cached(query)?;
            let found = rows.query_row([key.to_string()], |row| {
                let function = digest(row, 0)?;
                Ok((function, digest(row, 1)?, row.get(2)?))
            });
            let found = found.optional()?;
            Ok(found.and_then(|(function, positions, test)| {
                Some(TestRow {
                    key,
                    function: function?,
                    positions,
                    test,
                })
            }))
        })
    }

    fn statistics(&self) -> Result<StoreStatistics, StoreError> {
        let count = |of: &Connection, table: &str| -> rusqlite::Result<u64> {
            let query = format!("SELECT COUNT(*) FROM {table}");
            let count: i64 = of.query_row(&query, [], |row| row.get(0))?;
            Ok(count.unsigned_abs())
        };
        let bytes = fs::metadata(&self.path).map_or(0, |of| of.len());
        self.read(|of| {
            Ok(StoreStatistics {
                verdicts: count(of, "verdicts")?,
                tests: count(of, "tests")?,
                jobs: count(of, "jobs")?,
                bytes,
            })
        })
    }

    fn clear(&mut self) -> Result<(), StoreError> {
        self.write(|of| {
            of.execute_batch(
                "DELETE FROM verdicts; DELETE FROM tests; DELETE FROM events; DELETE FROM jobs;",
            )
        })?;
        self.read(|of| of.execute_batch("VACUUM"))
    }
}

fn put_test(of: &Transaction<'_>, test: &TestRow) -> rusqlite::Result<()> {
    let mut put = of.prepare_cached(
        "INSERT INTO tests (key, function, positions, test) VALUES (?1, ?2, ?3, ?4) \
         ON CONFLICT (key) DO UPDATE SET positions = excluded.positions, test = excluded.test",
    )?;
    let positions = test.positions.map(|of| of.to_string());
    put.execute(params![
        test.key.to_string(),
        test.function.to_string(),
        positions,
        test.test
    ])?;
    Ok(())
}

fn put_verdict(of: &Transaction<'_>, verdict: &VerdictRow) -> rusqlite::Result<()> {
    let mut put = of.prepare_cached(
        "INSERT INTO verdicts (key, limits, positions, decision, tests) VALUES (?1, ?2, ?3, ?4, ?5) \
         ON CONFLICT (key) DO UPDATE SET limits = excluded.limits, positions = excluded.positions, \
         decision = excluded.decision, tests = excluded.tests",
    )?;
    let text = |of: Option<Digest>| of.map(|of| of.to_string());
    let tests: Vec<String> = verdict.tests.iter().map(Digest::to_string).collect();
    put.execute(params![
        verdict.key.to_string(),
        text(verdict.limits),
        text(verdict.positions),
        verdict.decision,
        tests.join(" ")
    ])?;
    Ok(())
}

fn digest(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<Digest>> {
    let text: Option<String> = row.get(column)?;
    Ok(text.and_then(|text| Digest::parse(&text)))
}

impl JobState {
    fn name(self) -> &'static str {
        match self {
            Self::Begun => "begun",
            Self::Finished => "finished",
        }
    }

    fn named(name: &str) -> Self {
        match name {
            "finished" => Self::Finished,
            _ => Self::Begun,
        }
    }
}
