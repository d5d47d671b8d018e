// The words in the address or the field of search.html → a list of the sections that have them. Needs search.json.

import { rank } from './rank.js';

const field = document.querySelector('input[name=q]');
const said = document.getElementById('said');
const list = document.getElementById('found');
const MOST = 30;

const element = (name, text, of = {}) => Object.assign(document.createElement(name), { textContent: text, ...of });

function show(sections) {
  const query = field.value;
  const found = rank(sections, query, MOST);
  said.textContent =
    query.trim() === ''
      ? ''
      : found.length === 0
        ? `No page has all the words of "${query}".`
        : `${found.length === MOST ? `The first ${MOST}` : found.length} for "${query}"`;
  list.replaceChildren(
    ...found.map(({ section, excerpt: { before, found: word, behind } }) => {
      const item = document.createElement('li');
      const text = element('p', before);
      text.append(element('mark', word), behind);
      item.append(element('a', section.title, { href: section.url }), element('small', section.page), text);
      return item;
    }),
  );
}

const response = await fetch('search.json');
const sections = (await response.json()).map(([url, title, page, text]) => ({ url, title, page, text }));
field.value = new URLSearchParams(location.search).get('q') ?? '';
field.addEventListener('input', () => {
  show(sections);
  history.replaceState(null, '', `?${new URLSearchParams({ q: field.value })}`);
});
show(sections);
if (field.value === '') field.focus();
