// The site's search: which of some made-up sections it finds, in which order, and what it shows of them.

import { expect, test } from '@jest/globals';
import { rank } from '#spec/site/rank.js';

const section = (title: string, page: string, text: string) => ({ title, page, text });
const sections = [
  section('Measured', 'motion', 'What remains comes down. The bone is made of 50,000 faces; remaining pairs are few.'),
  section('Penetration.wallAhead', 'kerf', 'The remaining bone thickness, along the feed.'),
  section('plungeAge', 'kerf', 'In ms.'),
  section('CuttingSnapshot.plunge', 'kerf', 'How far the tool is past the inner surface.'),
  section('kerf from C++', 'kerf from C++', 'One header, for C++17. Elsewhere: calcium (Ca).'),
  section('editBone', 'kerf', 'Replaces faces.'),
];
const titles = (query: string) => rank(sections, query).map(({ section: { title } }) => title);

test('has every word of the query, in name, page or text', () => {
  expect(titles('remaining bone').sort()).toEqual(['Measured', 'Penetration.wallAhead']);
  expect(titles('motion faces')).toEqual(['Measured']);
  expect(titles('remaining nonsense')).toEqual([]);
  expect([titles(''), titles(' .* '), titles('\\')]).toEqual([[], [], []]);
});
test('puts first where the words stand one behind the other, and the name that was asked for', () => {
  expect(titles('remaining bone')[0]).toBe('Penetration.wallAhead');
  expect(titles('Plunge')).toEqual(['CuttingSnapshot.plunge', 'plungeAge']);
});
test('knows the beginning of a word, also within a name, and no other part of it', () => {
  expect(titles('BON')).toEqual(expect.arrayContaining(['Measured', 'Penetration.wallAhead', 'editBone']));
  expect(titles('ahead')).toEqual(['Penetration.wallAhead']);
  expect(titles('one header')).toEqual(['kerf from C++']);
  expect(titles('head')).toEqual(['kerf from C++']);
  expect(titles('lunge')).toEqual([]);
});
test('takes a plural for its singular, and C++ for one word', () => {
  expect(titles('bones thickness')).toEqual(['Penetration.wallAhead']);
  expect(titles('c++')).toEqual(['kerf from C++']);
});
test('shows the place, with the words around it, of a long text not more than a few lines', () => {
  const long = section('long', 'page', `${'before '.repeat(100)}the Remaining  bone is here ${'behind '.repeat(100)}`);
  const [{ excerpt }] = rank([long], 'remaining bone');
  expect(excerpt.found).toBe('Remaining  bone');
  expect(excerpt.before).toMatch(/^… (before )+the $/);
  expect(excerpt.behind).toMatch(/^ is here (behind )+…$/);
  expect(excerpt.before.length + excerpt.behind.length).toBeLessThan(240);
});
test('gives no more than were asked for', () => expect(rank(sections, 'kerf', 2)).toHaveLength(2));
