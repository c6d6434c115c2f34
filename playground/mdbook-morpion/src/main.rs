//! `mdbook-morpion`: see the library of the same name.

use std::process::ExitCode;

fn main() -> ExitCode {
    mdbook_morpion::program::main(std::env::args_os().skip(1))
}
