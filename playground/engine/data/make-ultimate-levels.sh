#!/bin/sh
# The matches of ultimate-levels.jsonl. A game has some forty moves: the budgets
# let the whole table be made in minutes. `--nodes` is that of a move of either
# side; moyen and facile take no notice, difficile needs less.
set -e
morpion() {
    cargo run --quiet --release -p morpion-cli -- "$@"
}
morpion match ultimate --a moyen --b facile --games 1000 --seed 1 --json
morpion match ultimate --a difficile --b moyen --games 1000 --seed 1 --json
morpion match ultimate --a expert --b difficile --games 1000 --seed 1 --nodes 50000 --json
