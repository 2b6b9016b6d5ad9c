//! The part that all harnesses share is compiled once and cached.

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use quell_native::{Options, Session};
use support::{check, options, session};

fn with_cache(cache: &Path) -> Session {
    let options = Options {
        cache: Some(cache.to_owned()),
        ..options()
    };
    session("pure.c", options).unwrap()
}

fn entries(cache: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(cache).unwrap();
    entries.map(|entry| entry.unwrap().path()).collect()
}

#[test]
fn the_second_harness_uses_the_cache() {
    let scratch = tempfile::tempdir().unwrap();
    let cache = scratch.path().join("of/quell");
    check("pure.c", &with_cache(&cache));
    let [made] = &entries(&cache)[..] else {
        panic!("{:?}", entries(&cache));
    };
    let object = made.join("run.o");
    let when = || fs::metadata(&object).unwrap().modified().unwrap();
    let before = when();
    check("pure.c", &with_cache(&cache));
    assert_eq!(when(), before);
    assert_eq!(entries(&cache).len(), 1);
}

#[test]
fn without_a_writable_cache_the_part_is_compiled_again() {
    let scratch = tempfile::tempdir().unwrap();
    let file = scratch.path().join("file");
    fs::write(&file, "no directory").unwrap();
    check("pure.c", &with_cache(&file));
    check("pure.c", &with_cache(Path::new("/proc/self")));
}
