// What the search knows of French. One function reads the book and the questions, so
// that both sides cannot differ; MiniSearch does the rest.
'use strict';
window.search = window.search || {};
(function(search) {
    // « l’ », « qu’ » and the like, whichever the apostrophe.
    const ELIDED = /^(?:[cdjlmnst]|(?:jus|lors|puis|quoi)?qu)’$/;

    // Both « diagonal » and « diagonaux », « coup » and « coups », « jeu » and « jeux ».
    function singular(word) {
        if (word.length < 4) {
            return word;
        }
        return word.replace(/eaux$/, 'eau').replace(/aux$/, 'al').replace(/[sx]$/, '');
    }

    /** The words of a text, without what writers vary: case, accents, ligatures, elision, plural. */
    search.terms = function(text) {
        const plain = text
            .toLowerCase()
            .normalize('NFD')
            .replace(/\p{M}/gu, '')
            .replace(/['ʼ]/g, '’')
            .replace(/œ/g, 'oe')
            .replace(/æ/g, 'ae')
            // « 1 885 » is one number, « 4 × 4 » one size.
            .replace(/(\d)[ \u00a0\u202f](?=\d{3}(?!\d))/g, '$1')
            .replace(/(\d)\s*[×x]\s*(?=\d)/g, '$1x');
        const words = plain.match(/[\p{L}\p{N}]+’?/gu) ?? [];
        return words
            .filter(word => !ELIDED.test(word))
            .map(word => singular(word.replace('’', '')));
    };

    // Words that a question may hold beside what it asks for. They stay in the index:
    // a question of nothing else (« où ») is answered, too.
    const SMALL = new Set(search.terms(
        'a à as ai au aux avec avoir ça ce ces cela cet cette comment c d dans de des doit '
        + 'donc du elle elles en est et être faire fait faut il ils j je l la le les leur '
        + 'leurs lui m ma me mes moi mon n ne nous on ont ou par pas peut peux pour pourquoi '
        + 'qu quand que quel quelle quels quelles qui quoi s sa se ses si son sont sur t ta '
        + 'te tes toi ton tu un une vous y'));

    /** Whether one of these terms is in a word as it is written. */
    search.matches = function(word, terms) {
        return search.terms(word).some(term => terms.includes(term));
    };

    /** Reads the book: `pages` is a list of [address, trail, sections], a section one of
     *  [id, title, text]. Gives the function that answers questions, best answer first. */
    search.index = function(pages) {
        const index = new window.MiniSearch({
            fields: ['title', 'trail', 'body'],
            storeFields: ['url', 'title', 'trail', 'body', 'top'],
            tokenize: search.terms,
            processTerm: term => term,
        });
        let id = 0;
        for (const [address, trail, sections] of pages) {
            for (const [anchor, title, body] of sections) {
                const url = anchor === '' ? address : address + '#' + anchor;
                index.add({ id: id++, url, title, trail, body, top: anchor === '' });
            }
        }
        // Every word of the question, each perhaps not yet typed to its end; else words
        // that are near; else some of them.
        const near = term => term.length > 4 && 0.2;
        const ways = [
            { combineWith: 'AND' },
            { combineWith: 'AND', fuzzy: near },
            { combineWith: 'OR', fuzzy: near },
        ];
        return function(question) {
            const all = search.terms(question);
            const telling = all.filter(term => !SMALL.has(term));
            const asked = telling.length > 0 ? telling : all;
            for (const way of ways) {
                const found = index.search(question, {
                    tokenize: () => asked,
                    prefix: term => term.length > 1,
                    boost: { title: 4, trail: 2 },
                    // The page, before its parts.
                    boostDocument: (_, __, stored) => stored.top ? 1.5 : 1,
                    ...way,
                });
                if (found.length > 0) {
                    return found;
                }
            }
            return [];
        };
    };
})(window.search);
