//! The built book in Chromium, Firefox and WebKit.
//!
//! `cargo xtask test` builds the book, gets browsers and drivers, and starts this
//! with `MORPION_BOOK` (the book's folder) and `MORPION_TOOLS` (`bin/geckodriver`,
//! `axe.min.js`). Tests are named `browser::subject::what`; any part of a name
//! given on the command line chooses among them. What is not there, a browser or
//! axe-core, has its tests listed as ignored, with the reason.
//!
//! A test fails by what it checks itself, and also by any script error, breach of
//! the Content-Security-Policy or failed request on its pages.

mod adapt;
mod board;
mod colour;
mod cube;
mod exercises;
mod french;
mod games;
mod history;
mod look;
mod play;
mod project;
mod search;
mod site;
mod stress;
mod values;

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use libtest_mimic::{Arguments, Failed, Trial};
use morpion_tests::{Fleet, Kind, Page, Site};

use crate::games::{BY_KEYBOARD, BY_MOUSE, Game};

/// What no test needs, however slow the machine.
const LIMIT: Duration = Duration::from_secs(240);

fn main() -> Result<()> {
    let mut arguments = Arguments::from_args();
    // Two browsers at a time: more of them on two cores only wait for each other.
    arguments.test_threads.get_or_insert(2);
    morpion_tests::end_all_on_signal()?;
    let tools = std::env::var_os("MORPION_TOOLS").map(PathBuf::from);
    let trials = match morpion_tests::book::folder() {
        Ok(book) => {
            let tools = tools.unwrap_or_default();
            let fleet = Fleet::find(Some(&tools));
            let axe = std::fs::read_to_string(tools.join("axe.min.js")).ok();
            Plan::new(Context { book, axe, fleet }).trials()
        }
        // No filter may hide that nothing was tried.
        Err(reason) if !arguments.list => return Err(reason),
        Err(_) => Vec::new(),
    };
    // By now every driver has ended with its test; the display goes with the fleet,
    // which the trials hold.
    libtest_mimic::run(&arguments, trials).exit()
}

fn failed(error: &anyhow::Error) -> Failed {
    format!("{error:#}").into()
}

/// What all tests share.
struct Context {
    book: PathBuf,
    /// The script of axe-core, if it is there.
    axe: Option<String>,
    fleet: Fleet,
}

/// How the book is served to a test.
type Served = fn(Site) -> Site;

/// The tests to come.
struct Plan {
    context: Arc<Context>,
    trials: Vec<Trial>,
}

impl Plan {
    fn new(context: Context) -> Self {
        Self {
            context: Arc::new(context),
            trials: Vec::new(),
        }
    }

    /// Adds a test of the book as it is.
    fn add<F>(&mut self, kind: Kind, name: impl Into<String>, test: F)
    where
        F: AsyncFn(&Page, &Context) -> Result<()> + Send + 'static,
    {
        self.add_served(kind, name, |site| site, test);
    }

    /// Adds a test of the book served in a special way.
    fn add_served<F>(&mut self, kind: Kind, name: impl Into<String>, served: Served, test: F)
    where
        F: AsyncFn(&Page, &Context) -> Result<()> + Send + 'static,
    {
        self.add_unless(None, kind, name, served, test);
    }

    /// Adds a test that needs axe-core, of which it gets the script.
    fn add_with_axe<F>(&mut self, name: impl Into<String>, test: F)
    where
        F: AsyncFn(&Page, &str) -> Result<()> + Send + 'static,
    {
        let lacks = match self.context.axe {
            Some(_) => None,
            None => Some("axe-core is not there, which npm gets"),
        };
        self.add_unless(
            lacks,
            Kind::Chromium,
            name,
            |site| site,
            async move |page, context| test(page, context.axe.as_deref().unwrap_or_default()).await,
        );
    }

    /// Adds a test that is only listed when something lacks, its browser included.
    fn add_unless<F>(
        &mut self,
        lacks: Option<&str>,
        kind: Kind,
        name: impl Into<String>,
        served: Served,
        test: F,
    ) where
        F: AsyncFn(&Page, &Context) -> Result<()> + Send + 'static,
    {
        let name = format!("{kind}::{}", name.into());
        let lacks = self.context.fleet.lacks(kind).or(lacks).map(str::to_owned);
        let context = Arc::clone(&self.context);
        let own = name.clone();
        let trial = Trial::test(name, move || {
            run(&context, kind, &own, served, test).map_err(|e| failed(&e))
        });
        self.trials.push(match lacks {
            Some(reason) => trial
                .with_kind(format!("not tested: {reason}"))
                .with_ignored_flag(true),
            None => trial,
        });
    }

    /// What the moves are worth.
    fn values(&mut self) {
        let chromium = Kind::Chromium;
        self.add(chromium, "values::guess_and_reveal", async |page, _| {
            values::guess_and_reveal(page).await
        });
        self.add(chromium, "values::the_best_line", async |page, _| {
            values::the_best_line(page).await
        });
        self.add(chromium, "values::curve", async |page, _| {
            values::curve(page).await
        });
        for game in Game::ALL {
            self.add_with_axe(
                format!("{game}::values_fit_and_are_accessible"),
                async move |page, axe| values::fit_and_accessible(page, game, axe).await,
            );
        }
    }

    fn trials(mut self) -> Vec<Trial> {
        for played in &BY_MOUSE {
            self.add(
                Kind::Chromium,
                format!("{}::win_by_mouse", played.game),
                async |page, _| play::win_by_mouse(page, played).await,
            );
        }
        for played in &BY_KEYBOARD {
            self.add(
                Kind::Chromium,
                format!("{}::win_by_keyboard", played.game),
                async |page, _| play::win_by_keyboard(page, played).await,
            );
        }
        for game in Game::ALL {
            let chromium = Kind::Chromium;
            self.add(
                chromium,
                format!("{game}::keys_stay_on_the_board"),
                async move |page, _| play::keys_stay_on_the_board(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::buttons"),
                async move |page, _| play::buttons(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::demonstration"),
                async move |page, _| play::demonstration(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::undo_during_the_thinking"),
                async move |page, _| play::undo_during_the_thinking(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::without_scripts"),
                async move |page, _| site::without_scripts(page, game).await,
            );
            self.add_served(
                chromium,
                format!("{game}::under_a_prefix"),
                |site| site.under("/morpion/"),
                async move |page, _| site::under_a_prefix(page, game).await,
            );
            self.add_served(
                chromium,
                format!("{game}::wasm_is_missing"),
                |site| site.without(&[".wasm"]),
                async move |page, _| site::wasm_is_missing(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::the_module_traps"),
                async move |page, _| site::the_module_traps(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::a_trap_during_the_thinking"),
                async move |page, _| site::a_trap_during_the_thinking(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::a_worker_out_of_its_wits"),
                async move |page, _| play::a_worker_out_of_its_wits(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::a_board_that_moves"),
                async move |page, _| play::a_board_that_moves(page, game).await,
            );
            self.add_with_axe(format!("{game}::accessible"), async move |page, axe| {
                look::accessible(page, game, axe).await
            });
            self.add(
                chromium,
                format!("{game}::nothing_moves"),
                async move |page, _| look::nothing_moves(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::hint_and_redo"),
                async move |page, _| play::hint_and_redo(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::steps_and_a_variation"),
                async move |page, _| history::steps_and_a_variation(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::copy_and_paste"),
                async move |page, _| history::copy_and_paste(page, game).await,
            );
            self.add(
                chromium,
                format!("{game}::projected"),
                async move |page, _| project::projected(page, game).await,
            );
            self.add(chromium, format!("{game}::fits"), async move |page, _| {
                look::fits(page, game).await
            });
        }
        for game in Game::ALL {
            self.stress(game);
            self.add(
                Kind::Chromium,
                format!("{game}::zoomed"),
                async move |page, context| adapt::zoomed(page, Some(game), &context.book).await,
            );
            self.add(
                Kind::Chromium,
                format!("{game}::reduced_motion"),
                async move |page, _| adapt::reduced_motion(page, game).await,
            );
        }
        self.add(Kind::Chromium, "site::twelve_boards", async |page, _| {
            stress::twelve_boards(page).await
        });
        self.add(Kind::Chromium, "site::zoomed", async |page, context| {
            adapt::zoomed(page, None, &context.book).await
        });
        self.add(
            Kind::Chromium,
            "site::forced_colours",
            async |page, context| adapt::forced_colours(page, &context.book).await,
        );
        self.add(Kind::Chromium, "site::colour_blindness", async |page, _| {
            adapt::colour_blindness(page).await
        });
        self.add_served(
            Kind::Chromium,
            "site::no_flash",
            |site| site.late("theme/page-", Duration::from_millis(300)),
            async |page, _| adapt::no_flash(page).await,
        );
        self.trials.push(Trial::test("harness::colours", || {
            colour::check_known_values().map_err(Failed::from)
        }));
        self.add(
            Kind::Chromium,
            "3d::the_column_is_echoed",
            async |page, _| cube::the_column_is_echoed(page).await,
        );
        self.add(Kind::Chromium, "3d::lines_are_followed", async |page, _| {
            cube::lines_are_followed(page).await
        });
        self.add(Kind::Chromium, "3d::the_cube_turns", async |page, _| {
            cube::the_cube_turns(page).await
        });
        self.add(
            Kind::Chromium,
            "3d::a_finger_turns_the_cube",
            async |page, _| cube::a_finger_turns_the_cube(page).await,
        );
        self.add(
            Kind::Chromium,
            "3d::the_atlas_is_complete_without_scripts",
            async |page, _| cube::the_atlas_is_complete_without_scripts(page).await,
        );
        self.add(
            Kind::Chromium,
            "3d::the_atlas_filters_ticks_and_follows",
            async |page, _| cube::the_atlas_filters_ticks_and_follows(page).await,
        );
        self.add_with_axe("3d::the_atlas_is_accessible", async |page, axe| {
            look::atlas_accessible(page, axe).await
        });
        self.add(
            Kind::Chromium,
            "exercises::an_exercise_is_solved_and_kept",
            async |page, _| exercises::an_exercise_is_solved_and_kept(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::a_refused_memory",
            async |page, _| exercises::a_refused_memory(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::a_solution_is_shown",
            async |page, _| exercises::a_solution_is_shown(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::the_next_exercise_takes_the_focus",
            async |page, _| exercises::the_next_exercise_takes_the_focus(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::the_proof_is_checked_and_stopped",
            async |page, _| exercises::the_proof_is_checked_and_stopped(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::the_exercise_of_the_day",
            async |page, _| exercises::the_exercise_of_the_day(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::sheets_print_on_one_page",
            async |page, _| exercises::sheets_print_on_one_page(page).await,
        );
        self.add(
            Kind::Chromium,
            "exercises::a_game_that_counts",
            async |page, _| exercises::a_game_that_counts(page).await,
        );
        self.add(
            Kind::Chromium,
            "history::keys_on_the_list",
            async |page, _| history::keys_on_the_list(page).await,
        );
        self.add(
            Kind::Chromium,
            "history::keys_on_the_list_beside_a_curve",
            async |page, _| history::keys_on_the_list_beside_a_curve(page).await,
        );
        self.add(
            Kind::Chromium,
            "play::a_hurried_computer_leaves_the_focus",
            async |page, _| play::a_hurried_computer_leaves_the_focus(page).await,
        );
        self.add(
            Kind::Chromium,
            "history::a_demonstration_plays",
            async |page, _| history::a_demonstration_plays(page).await,
        );
        self.add(
            Kind::Chromium,
            "site::reading_loads_no_search",
            async |page, _| site::reading_loads_no_search(page).await,
        );
        let lost: [(&str, Served); 2] = [
            ("script", |site| site.without(&["-worker-", ".js"])),
            ("wasm", |site| site.without(&["-worker-", ".wasm"])),
        ];
        for (what, served) in lost {
            self.add_served(
                Kind::Chromium,
                format!("site::the_workers_{what}_is_missing"),
                served,
                async |page, _| play::worker_is_missing(page).await,
            );
        }
        self.values();
        self.add(
            Kind::Chromium,
            "ultimate::a_focused_cell_tells_where_it_sends",
            async |page, _| project::a_focused_cell_tells_where_it_sends(page).await,
        );
        self.add_served(
            Kind::Chromium,
            "site::a_link_and_the_history",
            |site| site.under("/morpion/"),
            async |page, _| project::a_link_and_the_history(page).await,
        );
        self.add(
            Kind::Chromium,
            "site::the_bare_page_without_scripts",
            async |page, _| project::bare_without_scripts(page).await,
        );
        self.searches();
        self.add(Kind::Chromium, "site::links", async |page, _| {
            site::links(page).await
        });
        self.add(
            Kind::Chromium,
            "site::every_page_keeps_the_policy",
            async |page, context| site::every_page_keeps_the_policy(page, &context.book).await,
        );
        self.add(
            Kind::Chromium,
            "site::every_word_is_french",
            async |page, context| french::every_word_is_french(page, &context.book).await,
        );
        self.add(
            Kind::Chromium,
            "site::markup_is_the_same_on_both_sides",
            async |page, context| site::markup_is_the_same_on_both_sides(page, &context.book).await,
        );
        for kind in Kind::ALL {
            self.add_served(
                kind,
                "harness::errors_are_seen",
                |_| Site::new(concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures")),
                async |page, _| site::errors_are_seen(page).await,
            );
            self.add(kind, "site::the_bare_page_in_a_frame", async |page, _| {
                project::framed(page).await
            });
            self.add(kind, "site::the_first_page_opens", async |page, _| {
                site::the_first_page_opens(page).await
            });
            self.add(kind, "site::questions_are_data", async |page, _| {
                french::questions_are_data(page).await
            });
            // Each browser keeps pages that are left in its own way, games do not.
            self.add(kind, "site::back_and_forward", async |page, _| {
                stress::back_and_forward(page, Game::Ultimate).await
            });
            for game in Game::ALL {
                self.add(
                    kind,
                    format!("{game}::one_move_and_its_answer"),
                    async move |page, _| play::one_move_and_its_answer(page, game).await,
                );
            }
        }
        self.trials
    }

    /// The tests of the search.
    fn searches(&mut self) {
        for kind in Kind::ALL {
            self.add_served(
                kind,
                "search::from_key_to_page",
                |site| site.under("/morpion/"),
                async |page, _| search::from_key_to_page(page).await,
            );
        }
        let chromium = Kind::Chromium;
        self.add_with_axe("search::accessible", async |page, axe| {
            look::search_accessible(page, axe).await
        });
        self.add(chromium, "search::words", async |page, _| {
            search::words(page).await
        });
        self.add(chromium, "search::questions", async |page, _| {
            search::questions(page).await
        });
        self.add(chromium, "search::what_is_told", async |page, _| {
            search::what_is_told(page).await
        });
        self.add_served(
            chromium,
            "search::typed_too_early",
            |site| site.late("/searcher-", Duration::from_secs(2)),
            async |page, _| search::typed_too_early(page).await,
        );
        self.add_served(
            chromium,
            "search::the_text_is_missing",
            |site| site.without(&["/searchindex-"]),
            async |page, _| search::text_is_missing(page).await,
        );
        self.add_served(
            chromium,
            "search::the_script_is_missing",
            |site| site.without(&["/searcher-"]),
            async |page, _| search::script_is_missing(page).await,
        );
    }

    /// What impatient readers, fingers and strict browsers do to a game.
    fn stress(&mut self, game: Game) {
        let kind = Kind::Chromium;
        self.add(kind, format!("{game}::impatient"), async move |page, _| {
            stress::impatient(page, game).await
        });
        self.add(
            kind,
            format!("{game}::focus_after_a_click"),
            async move |page, _| stress::focus_after_a_click(page, game).await,
        );
        self.add(
            kind,
            format!("{game}::new_game_during_the_thinking"),
            async move |page, _| stress::new_game_during_the_thinking(page, game).await,
        );
        self.add(
            kind,
            format!("{game}::left_while_thinking"),
            async move |page, _| stress::left_while_thinking(page, game).await,
        );
        self.add(
            kind,
            format!("{game}::back_and_forward"),
            async move |page, _| stress::back_and_forward(page, game).await,
        );
        self.add(kind, format!("{game}::two_boards"), async move |page, _| {
            stress::two_boards(page, game).await
        });
        self.add(
            kind,
            format!("{game}::touch_cancel"),
            async move |page, _| stress::touch_cancel(page, game).await,
        );
        self.add(kind, format!("{game}::double_tap"), async move |page, _| {
            stress::double_tap(page, game).await
        });
        self.add(
            kind,
            format!("{game}::scroll_from_the_board"),
            async move |page, _| stress::scroll_from_the_board(page, game).await,
        );
        self.add(
            kind,
            format!("{game}::storage_refused"),
            async move |page, _| stress::storage_refused(page, game).await,
        );
    }
}

/// One test, from the start of its browser to its end.
fn run<F>(context: &Context, kind: Kind, name: &str, served: Served, test: F) -> Result<()>
where
    F: AsyncFn(&Page, &Context) -> Result<()>,
{
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let page = Page::start(&context.fleet, kind, served(Site::new(&context.book))).await?;
        let checked = async {
            match test(&page, context).await {
                Ok(()) => page.check().await,
                Err(error) => Err(with_what_went_wrong(&page, error).await),
            }
        };
        let outcome = tokio::time::timeout(LIMIT, checked)
            .await
            .unwrap_or_else(|_| bail!("not done after {LIMIT:?}"));
        let outcome = match outcome {
            Ok(()) => Ok(()),
            Err(error) => Err(explain(&page, name, error).await),
        };
        page.close().await;
        outcome
    })
}

/// Adds to a failure what the page itself complains about: often the cause.
async fn with_what_went_wrong(page: &Page, error: anyhow::Error) -> anyhow::Error {
    match page.wrong().await {
        Ok(wrong) if !wrong.is_empty() => {
            error.context(format!("seen on the page: {}", wrong.join(" | ")))
        }
        _ => error,
    }
}

/// Adds to a failure where the page can be looked at.
async fn explain(page: &Page, name: &str, error: anyhow::Error) -> anyhow::Error {
    // Beside what cargo has built, wherever that is.
    let target = std::env::current_exe()
        .ok()
        .and_then(|exe| Some(exe.ancestors().nth(3)?.to_path_buf()))
        .unwrap_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).with_file_name("target"));
    let folder = target.join("browser-failures");
    let file = name.replace("::", "-");
    let patience = Duration::from_secs(20);
    let saved = tokio::time::timeout(patience, page.save(&folder, &file)).await;
    error.context(match saved {
        Ok(Ok(())) => format!("page saved as {}/{file}.{{png,html}}", folder.display()),
        Ok(Err(trouble)) => format!("page not saved: {trouble:#}"),
        Err(_) => "page not saved: the browser does not answer".to_owned(),
    })
}
