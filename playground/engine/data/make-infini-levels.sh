#!/bin/sh
# The matches of infini-levels.jsonl: each level against itself, to tell how
# long games last among equals. Four moves are drawn at random, else they would be alike.
set -e
morpion() {
    cargo run --quiet --release -p morpion-cli -- "$@"
}
morpion match infini --a facile --b facile --games 1000 --seed 1 --json
morpion match infini --a moyen --b moyen --games 1000 --seed 1 --json
morpion match infini --a difficile --b difficile --games 1000 --seed 1 --json
morpion match infini --a parfait --b parfait --games 1000 --seed 1 --json
