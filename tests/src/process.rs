//! A program started for the tests, which never outlives them.

use std::os::unix::process::CommandExt as _;
use std::process::{Child, Command};
use std::sync::{Mutex, PoisonError};

use anyhow::{Context as _, Result};
use rustix::process::{Pid, Signal, kill_process_group};

/// The groups that run now, for the one end that no `Drop` sees: a signal.
static RUNNING: Mutex<Vec<Pid>> = Mutex::new(Vec::new());

/// A program and all that it starts in turn; killed together on drop.
#[derive(Debug)]
pub(crate) struct Process {
    child: Child,
    group: Pid,
}

impl Process {
    /// Starts the command at the head of a process group of its own: a driver that
    /// is killed would else leave its browser behind.
    pub(crate) fn start(command: &mut Command) -> Result<Self> {
        let name = command.get_program().to_string_lossy().into_owned();
        let child = command
            .process_group(0)
            .spawn()
            .with_context(|| format!("{name} cannot be started"))?;
        let group = Pid::from_child(&child);
        running(|groups| groups.push(group));
        Ok(Self { child, group })
    }

    /// Whether the program has ended by itself, and how.
    pub(crate) fn ended(&mut self) -> Option<std::process::ExitStatus> {
        self.child.try_wait().ok().flatten()
    }

    /// The standard output, if it was piped and not taken yet.
    pub(crate) fn take_stdout(&mut self) -> Option<std::process::ChildStdout> {
        self.child.stdout.take()
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        // The group may be empty by now; then there is nothing to end.
        let _ = kill_process_group(self.group, Signal::KILL);
        let _ = self.child.wait();
        running(|groups| groups.retain(|&group| group != self.group));
    }
}

fn running<R>(change: impl FnOnce(&mut Vec<Pid>) -> R) -> R {
    change(&mut RUNNING.lock().unwrap_or_else(PoisonError::into_inner))
}

/// From now on, Ctrl-C or a request to end also ends every driver and browser that
/// the tests have started: being in groups of their own they would not hear of it.
///
/// # Errors
/// When the system refuses the watch on signals.
pub fn end_all_on_signal() -> Result<()> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    std::thread::spawn(move || {
        runtime.block_on(async {
            use tokio::signal::unix::{SignalKind, signal};
            let (Ok(mut interrupt), Ok(mut terminate)) = (
                signal(SignalKind::interrupt()),
                signal(SignalKind::terminate()),
            ) else {
                return;
            };
            tokio::select! {
                _ = interrupt.recv() => {}
                _ = terminate.recv() => {}
            }
            running(|groups| {
                for &group in groups.iter() {
                    let _ = kill_process_group(group, Signal::KILL);
                }
            });
            std::process::exit(130);
        });
    });
    Ok(())
}
