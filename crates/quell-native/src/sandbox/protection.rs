//! Which protections are in force.

use quell_results::Protection as InForce;

use super::namespaces::Isolation;

/// The protections in force. The default is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Protection {
    /// Writes elsewhere are refused by Landlock; its version.
    pub landlock: Option<u32>,
    /// No sockets, and no system calls that change the system.
    pub filter: bool,
    /// Limits on time, memory and file sizes.
    pub limits: bool,
    /// No capabilities, which root would have.
    pub capabilities: bool,
    /// Namespaces; without them the filter refuses more.
    pub isolation: Isolation,
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
    /// The missing protections, in words; empty if there are none.
    pub fn missing(&self) -> Vec<&'static str> {
        let landlock = self.landlock.is_some_and(|abi| abi >= ENOUGH_LANDLOCK);
        let parts = [
            (
                landlock,
                "writes outside the directory are not refused (Landlock of Linux 6.2)",
            ),
            (self.filter, "the network is not shut off (seccomp)"),
            (
                self.capabilities,
                "the program would keep capabilities of root",
            ),
            (self.limits, "time, memory and file sizes are not limited"),
            (
                self.processes != ProcessLimit::None,
                "the number of processes is not limited (root needs a control group in /sys/fs/cgroup)",
            ),
        ];
        let missing = parts.iter().filter(|(there, _)| !there);
        missing.map(|(_, what)| *what).collect()
    }

    /// The protections in force, as they are reported.
    pub fn in_force(&self) -> Vec<InForce> {
        let landlock = self.landlock;
        let landlock = landlock.map(|landlock| InForce::WritesConfined { landlock });
        let (read_only, apart) = (self.isolation.read_only, self.isolation.processes);
        let parts = [
            (self.filter, InForce::NetworkFiltered),
            (read_only, InForce::FilesReadOnly),
            (!read_only && self.filter, InForce::FileAttributesFiltered),
            (apart, InForce::ProcessesIsolated),
            (!apart && self.filter, InForce::ProcessesFiltered),
            (self.capabilities, InForce::NoCapabilities),
            (self.limits, InForce::ResourcesLimited),
        ];
        let parts = parts.into_iter().filter(|(is_in_force, _)| *is_in_force);
        let processes = match self.processes {
            ProcessLimit::None => None,
            ProcessLimit::User => Some(InForce::ProcessesLimitedPerUser),
            ProcessLimit::Group => Some(InForce::ProcessesLimitedByGroup),
            ProcessLimit::NotAsked => Some(InForce::NoProcesses),
        };
        let parts = parts.map(|(_, part)| part);
        landlock.into_iter().chain(parts).chain(processes).collect()
    }

    /// One line for [`Protection::from_line`].
    pub fn to_line(&self) -> String {
        let switches = [
            self.filter,
            self.limits,
            self.capabilities,
            self.isolation.processes,
            self.isolation.read_only,
        ];
        let [filter, limits, capabilities, processes, read_only] = switches.map(u8::from);
        let landlock = self.landlock.unwrap_or(0);
        let limit = self.processes.word();
        format!("{landlock} {filter} {limits} {capabilities} {processes} {read_only} {limit}")
    }

    pub fn from_line(line: &str) -> Option<Protection> {
        let words: Vec<&str> = line.split(' ').collect();
        let [
            landlock,
            filter,
            limits,
            capabilities,
            processes,
            read_only,
            limit,
        ] = words[..]
        else {
            return None;
        };
        let abi: u32 = landlock.parse().ok()?;
        Some(Protection {
            landlock: (abi > 0).then_some(abi),
            filter: filter == "1",
            limits: limits == "1",
            capabilities: capabilities == "1",
            isolation: Isolation {
                processes: processes == "1",
                read_only: read_only == "1",
            },
            processes: ProcessLimit::from_word(limit)?,
        })
    }
}

impl ProcessLimit {
    pub(super) fn word(self) -> &'static str {
        let found = PROCESS_WORDS.iter().find(|(limit, _)| *limit == self);
        found.map_or("none", |(_, word)| word)
    }

    pub(super) fn from_word(word: &str) -> Option<ProcessLimit> {
        let found = PROCESS_WORDS.iter().find(|(_, known)| *known == word);
        found.map(|(limit, _)| *limit)
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
            capabilities: true,
            isolation: Isolation {
                processes: true,
                read_only: true,
            },
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
        assert_eq!(Protection::default().missing().len(), 5);
        assert_eq!(Protection::default().in_force(), []);
        let begins = [
            InForce::WritesConfined { landlock: 6 },
            InForce::NetworkFiltered,
        ];
        let ends = [
            InForce::NoCapabilities,
            InForce::ResourcesLimited,
            InForce::ProcessesLimitedByGroup,
        ];
        let isolated = [InForce::FilesReadOnly, InForce::ProcessesIsolated];
        assert_eq!(full.in_force(), [&begins[..], &isolated, &ends].concat());
        let plain = Protection {
            isolation: Isolation::default(),
            ..full
        };
        assert!(plain.missing().is_empty());
        let filtered = [InForce::FileAttributesFiltered, InForce::ProcessesFiltered];
        assert_eq!(plain.in_force(), [&begins[..], &filtered, &ends].concat());
        for line in ["", "6 1 1", "x 1 1 1 1 1 none", "6 1 1 1 1 1 many"] {
            assert_eq!(Protection::from_line(line), None);
        }
    }
}
