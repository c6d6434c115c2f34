// Runs in <head>, before anything is drawn: gives mdBook's scripts what its own pages
// hold in inline scripts, and sets the theme so that no page flashes in another one.
'use strict';
{
    const html = document.documentElement;
    const { root, light, dark, fragments } = html.dataset;

    // mdBook's toc.js and book.js look for globals of these names.
    window.path_to_root = root;
    window.default_light_theme = light;
    window.default_dark_theme = dark;
    window.playground_copyable = 'copyable' in html.dataset;

    // A theme that the book does not have (an older visit, another book of the same
    // host) is forgotten, which means Auto.
    let stored = null;
    try {
        stored = localStorage.getItem('mdbook-theme');
        if (stored !== light && stored !== dark) {
            localStorage.removeItem('mdbook-theme');
            stored = null;
        }
    } catch {
        // Storage is refused: Auto.
    }
    const prefersDark = window.matchMedia('(prefers-color-scheme: dark)').matches;
    window.default_theme = stored ?? (prefersDark ? dark : light);
    html.classList.remove(light);
    html.classList.add(window.default_theme, 'js');
    // A board that takes its game from the address: its picture is of another one.
    html.classList.toggle('lien', new URLSearchParams(location.search).has('jeu'));

    // Places of this page that moved to another one.
    if (fragments) {
        const moved = JSON.parse(fragments)[location.hash];
        if (moved) {
            location.replace(new URL(moved, location.href));
        }
    }

    if ('print' in html.dataset) {
        window.addEventListener('load', () => setTimeout(() => window.print(), 100));
    }
}
