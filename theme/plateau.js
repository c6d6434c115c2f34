// The bare page of one board: its theme, and its height for the page that it is in.
'use strict';
{
    const html = document.documentElement;
    const query = new URLSearchParams(location.search);
    const dark = matchMedia('(prefers-color-scheme: dark)');
    const theme = query.get('theme');

    const dress = () => {
        const night = theme === 'ardoise' || theme !== 'cahier' && dark.matches;
        html.classList.toggle('light', !night);
        html.classList.toggle('coal', night);
    };
    dress();
    dark.addEventListener('change', dress);
    html.classList.add('js');
    // The picture in the page is of another game, most likely.
    html.classList.toggle('lien', query.has('jeu'));

    // The host learns the height and nothing else, whoever it is. A board that has the
    // screen for itself has left the flow: the page would shrink to nothing.
    if (parent !== window) {
        const tell = () => {
            if (!html.classList.contains('morpion-projection')) {
                const hauteur = Math.ceil(document.body.getBoundingClientRect().height);
                parent.postMessage({ morpion: { hauteur } }, '*');
            }
        };
        document.addEventListener('DOMContentLoaded', () =>
            new ResizeObserver(tell).observe(document.body));
    }
}
