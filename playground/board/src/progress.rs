//! The exercises that are done, as the device keeps them.

use crate::device::Device;

/// The name under which they are kept.
const NAME: &str = "morpion-exercices";

/// The exercises that are done: the key of each.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Progress {
    done: Vec<String>,
}

impl Progress {
    /// What the device holds.
    pub(crate) fn recall(device: &dyn Device) -> Progress {
        let text = device.recall(NAME).unwrap_or_default();
        Progress {
            done: text.split_ascii_whitespace().map(str::to_owned).collect(),
        }
    }

    /// Forgets all. Whether the device could.
    pub(crate) fn clear(device: &dyn Device) -> bool {
        device.keep(NAME, "")
    }

    /// Whether this one is done.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.done.iter().any(|done| done == key)
    }

    /// Counts one as done. Whether the device could keep it.
    pub(crate) fn add(device: &dyn Device, key: &str) -> bool {
        // Read again each time: another board or another window may have added some.
        let mut progress = Progress::recall(device);
        if !progress.has(key) {
            progress.done.push(key.to_owned());
        }
        device.keep(NAME, &progress.done.join(" "))
    }

    /// How many of these are done.
    pub(crate) fn done_among(&self, keys: &[String]) -> usize {
        keys.iter().filter(|key| self.has(key)).count()
    }
}
