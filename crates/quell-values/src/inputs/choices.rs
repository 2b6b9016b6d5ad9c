//! Enumerates all combinations of choices, where a choice may entail further ones.

/// The choices made so far. The next walk repeats them up to the last one, which takes its next alternative.
#[derive(Clone, Debug, Default)]
pub struct Choices {
    made: Vec<Choice>,
    next: usize,
}

#[derive(Clone, Copy, Debug)]
struct Choice {
    chosen: usize,
    of: usize,
}

impl Choices {
    /// The number of an alternative, below `of`; 0 if there are none.
    pub fn choose(&mut self, of: usize) -> usize {
        if self.next == self.made.len() {
            self.made.push(Choice { chosen: 0, of });
        }
        self.next += 1;
        self.made[self.next - 1].chosen
    }

    /// Advances to the next combination; `false` after the last one.
    pub fn advance(&mut self) -> bool {
        self.next = 0;
        while let Some(last) = self.made.last_mut() {
            last.chosen += 1;
            if last.chosen < last.of {
                return true;
            }
            self.made.pop();
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The second choice exists only where the first one is 1.
    #[test]
    fn all_combinations_in_order() {
        let mut choices = Choices::default();
        let mut seen = Vec::new();
        loop {
            let first = choices.choose(3);
            let second = (first == 1).then(|| choices.choose(2));
            seen.push((first, second, choices.choose(1)));
            if !choices.advance() {
                break;
            }
        }
        let expected = [(0, None, 0), (1, Some(0), 0), (1, Some(1), 0), (2, None, 0)];
        assert_eq!(seen, expected);
    }

    #[test]
    fn without_choices_there_is_one_combination() {
        assert!(!Choices::default().advance());
    }
}
