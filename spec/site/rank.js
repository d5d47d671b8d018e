// Sections of pages and a query → the sections that have all its words, the likeliest first, each with the words around
// the first place. A word of the query stands for every word that begins with it.

/** Characters before and behind the first place in what is shown of a section. */
const BEFORE = 60;
const BEHIND = 160;
/** Where it is found → what a section gains. A word of the text counts more often, ever less. */
const NAME_IS = 60;
const NAME_BEGINS = 25;
const WORD_IN_NAME = 8;
const PHRASE_IN_NAME = 20;
const PHRASE_IN_TEXT = 16;
const WORD_IN_PAGE = 2;

/** A plural finds the singular as well. The signs of C++ and C# belong to their names. */
const wordsOf = (text) =>
  (text.toLowerCase().match(/[\p{L}\p{N}]+[+#]*/gu) ?? []).map((word) =>
    word.length > 3 ? word.replace(/s$/, '') : word,
  );
const escaped = (text) => text.replaceAll(/[+]/g, '\\$&');
const anyCase = (word) => escaped(word).replaceAll(/\p{L}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
const BEGINNING = '(?<![\\p{L}\\p{N}])';
/** Words also begin at a capital letter within a name of a program. */
const beginning = (word) =>
  new RegExp(`${BEGINNING}${anyCase(word)}|(?<=\\p{Ll})${escaped(word[0].toUpperCase() + word.slice(1))}`, 'gu');
/** The words one behind the other, whatever signs stand between. */
const inTurn = (words) =>
  new RegExp(`${BEGINNING}${words.map((word) => `${anyCase(word)}[\\p{L}\\p{N}]*`).join('[^\\p{L}\\p{N}]+')}`, 'u');

/**
 * @param sections { title, page, text, ... }; `page` is the page that the section belongs to.
 * @returns { section, excerpt: { before, found, behind } }, at most `most`.
 */
export function rank(sections, query, most = 30) {
  const words = [...new Set(wordsOf(query))];
  if (words.length === 0) return [];
  const patterns = words.map(beginning);
  const phrase = inTurn(wordsOf(query));
  const asked = query.trim().toLowerCase();
  const found = [];
  for (const section of sections) {
    const score = scoreOf(section, patterns, phrase, asked);
    if (score > 0) found.push({ section, score });
  }
  // A stable sort: what is as good stays in the order of the site.
  found.sort((a, b) => b.score - a.score);
  return found.slice(0, most).map(({ section }) => ({ section, excerpt: excerptOf(section.text, phrase, patterns) }));
}

/** @returns 0 where one of the words is missing. */
function scoreOf({ title, page, text }, patterns, phrase, asked) {
  let score = 0;
  for (const pattern of patterns) {
    const inName = title.search(pattern) >= 0;
    const inPage = page.search(pattern) >= 0;
    const times = [...text.matchAll(pattern)].length;
    if (!inName && !inPage && times === 0) return 0;
    score += (inName ? WORD_IN_NAME : 0) + (inPage ? WORD_IN_PAGE : 0) + Math.log2(1 + times);
  }
  // A long section has more words of any kind.
  score /= 1 + Math.log2(1 + text.length / 2000);
  const name = title.toLowerCase().split('.').at(-1);
  if (name === asked) score += NAME_IS;
  else if (name.startsWith(asked)) score += NAME_BEGINS;
  if (phrase.test(title)) score += PHRASE_IN_NAME;
  if (phrase.test(text)) score += PHRASE_IN_TEXT;
  return score;
}

function excerptOf(text, phrase, patterns) {
  const place = phrase.exec(text) ?? patterns.map((pattern) => [...text.matchAll(pattern)][0]).find(Boolean);
  if (place === undefined) return { before: '', found: '', behind: text.slice(0, BEFORE + BEHIND) };
  const { index, 0: found } = place;
  const from = index <= BEFORE ? 0 : text.indexOf(' ', index - BEFORE) + 1;
  return {
    before: `${from > 0 ? '… ' : ''}${text.slice(Math.min(from, index), index)}`,
    found,
    behind: text.slice(index + found.length, index + found.length + BEHIND).replace(/ \S*$/, ' …'),
  };
}
