//! Runs independent comparisons on all processors.

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// The results in the order of the items.
pub fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let indices: Vec<usize> = (0..items.len()).collect();
    let mut done = Vec::with_capacity(items.len());
    let work = |index: &usize| work(&items[*index]);
    for_each(&indices, work, |index, result| done.push((*index, result)));
    done.sort_by_key(|(index, _)| *index);
    done.into_iter().map(|(_, result)| result).collect()
}

/// Passes each item with its result to `collect` as soon as it is ready.
pub fn for_each<T: Sync, R>(
    items: &[T],
    work: impl Fn(&T) -> R + Sync,
    collect: impl FnMut(&T, R) + Send,
) {
    let next = AtomicUsize::new(0);
    let collect = Mutex::new(collect);
    let worker = || {
        while let Some(item) = items.get(next.fetch_add(1, Ordering::Relaxed)) {
            let result = work(item);
            if let Ok(mut collect) = collect.lock() {
                collect(item, result);
            }
        }
    };
    let workers = thread::available_parallelism().map_or(2, usize::from);
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(worker);
        }
    });
}

#[cfg(test)]
mod tests {
    #[test]
    fn results_keep_the_order_of_the_items() {
        let items: Vec<u32> = (0..100).collect();
        let doubled = super::map(&items, |item| item * 2);
        assert!(doubled.iter().zip(&items).all(|(two, one)| *two == one * 2));
        assert_eq!(doubled.len(), items.len());
    }
}
