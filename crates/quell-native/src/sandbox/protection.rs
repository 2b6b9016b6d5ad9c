//! Which protections are in force.

use std::fmt;

/// What keeps programs from doing harm. The default is nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    /// Writes elsewhere are refused by Landlock; its version.
    pub landlock: Option<u32>,
    /// No sockets, and no system calls that change the system.
    pub filter: bool,
    /// Limits on time, memory and file sizes.
    pub limits: bool,
    pub processes: ProcessLimit,
}

/// How the number of processes is limited.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProcessLimit {
    #[default]
    None,
    /// The kernel's limit per user, which root is exempt from.
    User,
    /// A control group.
    Group,
    /// Not asked of the launcher: the harness makes no processes but its runs, which make none.
    NotAsked,
}

/// The first version that also refuses to cut files short.
const ENOUGH_LANDLOCK: u32 = 3;

const PROCESS_WORDS: [(ProcessLimit, &str); 4] = [
    (ProcessLimit::None, "none"),
    (ProcessLimit::User, "user"),
    (ProcessLimit::Group, "group"),
    (ProcessLimit::NotAsked, "not-asked"),
];

impl Protection {
    /// What is missing, in words; nothing if all is well.
    pub fn missing(&self) -> Vec<&'static str> {
        let landlock = self.landlock.is_some_and(|abi| abi >= ENOUGH_LANDLOCK);
        let parts = [
            (
                landlock,
                "writes outside the directory are not refused (Landlock of Linux 6.2)",
            ),
            (self.filter, "the network is not shut off (seccomp)"),
            (self.limits, "time, memory and file sizes are not limited"),
            (
                self.processes != ProcessLimit::None,
                "the number of processes is not limited (root needs a control group in /sys/fs/cgroup)",
            ),
        ];
        let missing = parts.iter().filter(|(there, _)| !there);
        missing.map(|(_, what)| *what).collect()
    }

    /// One line for [`Protection::from_line`].
    pub fn to_line(&self) -> String {
        let (filter, limits) = (u8::from(self.filter), u8::from(self.limits));
        let words = PROCESS_WORDS.iter();
        let word = words.clone().find(|(limit, _)| *limit == self.processes);
        let processes = word.map_or("none", |(_, word)| word);
        let landlock = self.landlock.unwrap_or(0);
        format!("{landlock} {filter} {limits} {processes}")
    }

    pub fn from_line(line: &str) -> Option<Protection> {
        let words: Vec<&str> = line.split(' ').collect();
        let [landlock, filter, limits, processes] = words[..] else {
            return None;
        };
        let abi: u32 = landlock.parse().ok()?;
        let (processes, _) = PROCESS_WORDS.iter().find(|(_, word)| *word == processes)?;
        Some(Protection {
            landlock: (abi > 0).then_some(abi),
            filter: filter == "1",
            limits: limits == "1",
            processes: *processes,
        })
    }
}

impl fmt::Display for Protection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if *self == Protection::default() {
            return f.write_str("none");
        }
        let mut parts = Vec::new();
        if let Some(abi) = self.landlock {
            parts.push(format!("writes confined by Landlock (version {abi})"));
        }
        if self.filter {
            parts.push("network shut off by seccomp".to_owned());
        }
        if self.limits {
            parts.push("time, memory and file sizes limited".to_owned());
        }
        match self.processes {
            ProcessLimit::None => {}
            ProcessLimit::User => parts.push("processes limited per user".to_owned()),
            ProcessLimit::Group => parts.push("processes limited by a control group".to_owned()),
            ProcessLimit::NotAsked => parts.push("runs make no processes".to_owned()),
        }
        f.write_str(&parts.join(", "))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn protections_survive_their_line_and_say_what_they_are() {
        let full = Protection {
            landlock: Some(6),
            filter: true,
            limits: true,
            processes: ProcessLimit::Group,
        };
        for protection in [full, Protection::default()] {
            assert_eq!(
                Protection::from_line(&protection.to_line()),
                Some(protection)
            );
        }
        assert!(full.missing().is_empty());
        let old = Protection {
            landlock: Some(2),
            ..full
        };
        assert_eq!(old.missing().len(), 1);
        assert_eq!(Protection::default().missing().len(), 4);
        assert_eq!(Protection::default().to_string(), "none");
        assert_eq!(
            full.to_string(),
            "writes confined by Landlock (version 6), network shut off by seccomp, \
             time, memory and file sizes limited, processes limited by a control group"
        );
        for line in ["", "6 1 1", "x 1 1 none", "6 1 1 many"] {
            assert_eq!(Protection::from_line(line), None);
        }
    }
}
