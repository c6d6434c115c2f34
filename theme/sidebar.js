// Runs before the sidebar is drawn: shows it on wide screens unless it was closed.
'use strict';
{
    const checkbox = document.getElementById('mdbook-sidebar-toggle-anchor');
    let visible = document.body.clientWidth >= 1080;
    if (visible) {
        try {
            visible = localStorage.getItem('mdbook-sidebar') !== 'hidden';
        } catch {
            // Storage is refused: open.
        }
    }
    checkbox.checked = visible;
    document.documentElement.classList.toggle('sidebar-visible', visible);

    // Once they are there, the parts say which state they are in. book.js, which has
    // run by then, keeps it true.
    document.addEventListener('DOMContentLoaded', () => {
        const sidebar = document.getElementById('mdbook-sidebar');
        sidebar.setAttribute('aria-hidden', !visible);
        document.getElementById('mdbook-sidebar-toggle').setAttribute('aria-expanded', visible);
        sidebar.querySelectorAll('a').forEach(link => {
            link.tabIndex = visible ? 0 : -1;
        });
    });
}
