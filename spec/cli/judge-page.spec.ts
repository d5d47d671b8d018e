// judge.html: what it says, that it requests nothing from outside, and that no name becomes markup.

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from '@jest/globals';
import type { EngineAnswer } from '#validation';
import { JudgeFolder, kerfJudge, trueAnswers } from '#harness/judge-command.ts';
import { inDeep } from '#harness/sets.ts';
import { drawSmallPictures } from '#harness/small-pictures.ts';

const HOSTILE = '<img src=x onerror=alert(1)> & "co"</title>';
drawSmallPictures();
let exact: readonly EngineAnswer[];
/** The page of faultless answers by an engine of that name. */
let faultless: string;
beforeAll(async () => {
  // Where the surfaces intersect.
  exact = (await trueAnswers()).slice(1, 4);
  faultless = await pageOf(exact, HOSTILE);
});

async function pageOf(answers: readonly object[], name = 'an engine', ...words: string[]): Promise<string> {
  const folder = await JudgeFolder.create();
  await folder.results(answers, name);
  expect([0, 5]).toContain((await kerfJudge(folder.words(...words))).exitCode);
  return readFile(join(folder.out, 'judge.html'), 'utf8');
}

/** The text between tags. */
const textOf = (html: string) =>
  html
    .replace(/<style>.*?<\/style>/s, '')
    .replace(/src="data:[^"]*"/g, '')
    .replace(/<[^>]+>/g, ' ');

function expectAlone(html: string): void {
  expect(html).not.toMatch(/https?:|<script|\ssrc\s*=\s*"(?!data:)|\shref\s*=|<(link|iframe|object|embed|base)\b/i);
  expect(html).toContain(`content="default-src 'none'; style-src 'unsafe-inline'`);
  expect(html).not.toMatch(/NaN|Infinity|undefined|\[object/);
}
test('stands alone and runs no script', () => expectAlone(faultless));

/** The heads of the table of answers. */
const headsOf = (html: string) =>
  [.../<table class="answers">.*?<\/thead>/s.exec(html)![0].matchAll(/<th[^>]*>([^<]*)<\/th>/g)].map(
    ([, head]) => head,
  );

test('what the results lack, or nothing was wrong with, has no column', async () => {
  expect(headsOf(faultless)).toEqual(expect.arrayContaining(['pose', 'its verdict', 'distance, mm', 'depth, mm']));
  expect(headsOf(faultless)).not.toContain('what is wrong');
  const bare = exact.map(({ pose, verdict }) => ({ pose, verdict }));
  expect(headsOf(await pageOf(bare))).toEqual(['pose', 'exact', 'its verdict', 'exact']);
  const wrong = bare.map((answer) => ({ ...answer, verdict: 'separated' }));
  expect(headsOf(await pageOf(wrong))).toEqual(['pose', 'exact', 'what is wrong', 'its verdict', 'exact']);
});

inDeep(() => {
  test('of faults: each part has its section, and nothing is not a number', async () => {
    const wrong = exact.map((answer) => {
      if (answer.pose === 1) return { ...answer, verdict: 'separated', distance: 0.7 };
      if (answer.pose === 2) return { ...answer, depth: 40 };
      if (answer.pose === 3) return answer;
      const { contacts: _, ...rest } = answer;
      return rest;
    });
    const html = await pageOf([...wrong, exact[2]], 'an engine', '--feed', '-1,0,0');
    expectAlone(html);
    for (const heading of ['What was judged', 'Worst answers', 'What its depth means', 'Errors', 'Answers', 'Inputs'])
      expect(html).toContain(`<h2>${heading}</h2>`);
    expect(textOf(html)).not.toMatch(/\bnull\b/);
    expect(html).toContain('<strong>Differs.</strong>');
    for (const fault of ['contact missed', 'distance off by 0.7 mm', 'depth 40 mm is that of no definition'])
      expect(html).toContain(fault);
    // A plot for each definition that applies: the box and the ball are convex.
    expect(html.match(/aria-label="The engine's depth against/g)).toHaveLength(4);
    // The answer that is wrong twice is shown once.
    expect(html.match(/<img src="data:image\/png;base64,/g)).toHaveLength(2);
    for (const label of ['How far the distances', 'How far reported points', 'How far reported normals'])
      expect(html).toContain(label);
  });
});

test('every answer is in a bar, and in a row of the table', () => {
  const bars = [...faultless.matchAll(/<title>([\d,]+) from \S+ (mm )?to [^<]+<\/title>/g)].map(([, count]) => Number(count.replaceAll(',', ''))); // biome-ignore format: a line
  const points = exact.flatMap(({ contacts = [] }) => contacts);
  expect(bars.reduce((sum, count) => sum + count, 0)).toBe(exact.length + 2 * points.length);
  expect(faultless.match(/<tr><th scope="row">\d+<\/th>/g)).toHaveLength(exact.length);
  expect(faultless).toContain('<strong>Agrees.</strong>');
  expect(faultless).not.toContain('<h2>Worst answers</h2>');
});

test('of verdicts alone: no plot, and what is absent is said', async () => {
  const html = await pageOf(exact.map(({ pose, verdict }) => ({ pose, verdict })));
  expect(html).not.toMatch(/<svg|NaN|undefined/);
  expect(html).toContain('Not in the results, and therefore not judged: ');
  expect(html.match(/class="outcome absent"/g)!.length).toBeGreaterThanOrEqual(6);
});

test('a name cannot become markup', () => {
  expect(faultless).not.toContain('<img src=x');
  expect(faultless).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;&lt;/title&gt; 1.2.3');
});
