// Opens the search. Its script and the text of the book weigh as much as a page: they
// come when a reader first asks, or arrives by an address that the search has made.
'use strict';
{
    const toggle = document.getElementById('mdbook-search-toggle');
    const wrapper = document.getElementById('mdbook-search-wrapper');
    const bar = document.getElementById('mdbook-searchbar');
    const form = document.getElementById('mdbook-searchbar-outer');

    // Without an address, mdBook has built the book alone, with its own search.
    if (toggle.dataset.search) {
        const listeners = new AbortController();
        const { signal } = listeners;
        let script = null;

        const load = () => {
            if (script) {
                return;
            }
            script = document.createElement('script');
            script.src = toggle.dataset.search;
            form.classList.add('searching');
            // From here on the script listens itself, and takes up what was typed.
            script.onload = () => listeners.abort();
            script.onerror = () => {
                script.remove();
                script = null;
                form.classList.remove('searching');
                document.getElementById('mdbook-searchresults-header').textContent =
                    'La recherche n’a pas pu être chargée. Réessaie quand tu as du réseau.';
                document.getElementById('mdbook-searchresults-outer').classList.remove('hidden');
            };
            document.head.append(script);
        };
        const open = () => {
            wrapper.classList.remove('hidden');
            toggle.setAttribute('aria-expanded', true);
            bar.focus();
            load();
        };

        toggle.addEventListener('click', open, { signal });
        form.addEventListener('submit', event => {
            event.preventDefault();
            load();
        }, { signal });
        document.addEventListener('keydown', event => {
            // « / » takes Shift on a French keyboard.
            const asks = event.key === '/' || event.key === 's' && !event.shiftKey;
            if (asks && !event.altKey && !event.ctrlKey && !event.metaKey
                && !window.mdbook_something_else_has_focus(event)) {
                event.preventDefault();
                open();
            }
        }, { signal });
        if (/[?&](search|highlight)=/.test(location.search)) {
            load();
        }
    }
}
