// .github: workflows and issue forms are such as GitHub takes, and do what CONTRIBUTING.md says; and what the checks
// find in planted faults.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { formBreaches, workflowBreaches } from '#harness/github-files.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const scripts = Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts);
const workflows = readdirSync(join(root, '.github/workflows'));
const forms = readdirSync(join(root, '.github/ISSUE_TEMPLATE')).filter((name) => name !== 'config.yml');
const release = read('.github/workflows/release.yml');
const wrong = read('.github/ISSUE_TEMPLATE/wrong-answer.yml');

describe('the workflows', () => {
  test.each(workflows)('%s', (name) =>
    expect(workflowBreaches(read(`.github/workflows/${name}`), scripts)).toEqual([]),
  );
  test('judge a change by .ci/run, on the least Node that package.json names', () => {
    const { jobs } = parse(read('.github/workflows/ci.yml'));
    const steps = jobs.judge.steps as { run?: string; with?: Record<string, unknown> }[];
    expect(steps.at(-1)).toEqual({ run: '.ci/run' });
    expect(existsSync(join(root, '.ci/run'))).toBe(true);
    const { engines } = JSON.parse(read('package.json'));
    expect(steps.find((step) => step.with && 'node-version' in step.with)?.with?.['node-version']).toBe(
      Number(engines.node.replace('>=', '')),
    );
  });
  test('publish a tag of the version, after .ci/run, what was packed then, with its provenance', () => {
    const { on, jobs } = parse(release);
    expect(on).toEqual({ push: { tags: ['v*'] } });
    const runs = (job: { steps: { run?: string }[] }) =>
      job.steps.flatMap(({ run }) => (run === undefined ? [] : [run]));
    const packing = runs(jobs.pack);
    expect(packing[0]).toContain('"$GITHUB_REF_NAME" = "v$(node -p');
    expect([packing.indexOf('npm ci'), packing.indexOf('.ci/run'), packing.indexOf('npm pack')]).toEqual([1, 2, 4]);
    expect(jobs.publish.needs).toBe('pack');
    expect(runs(jobs.publish)).toEqual([
      expect.stringMatching(/^npm config set .*_authToken" "\$NPM_TOKEN"$/),
      expect.stringMatching(/^npm publish \.\/kerf-\*\.tgz --provenance /),
    ]);
  });
  test('serve the site of a tag from the folder that npm run site makes, published by a job of its own', () => {
    const { on, jobs } = parse(read('.github/workflows/pages.yml'));
    expect(on).toEqual({ push: { tags: ['v*'] }, workflow_dispatch: null });
    const steps = jobs.site.steps as { run?: string; uses?: string; with?: { path?: string } }[];
    expect(steps.at(-2)).toEqual({ run: 'npm run site' });
    expect(steps.at(-1)?.with?.path).toBe('out/site');
    expect(jobs.publish).toMatchObject({ needs: 'site', permissions: { pages: 'write', 'id-token': 'write' } });
    expect(jobs.publish.steps).toEqual([{ uses: expect.stringMatching(/^actions\/deploy-pages@/) }]);
  });
});

describe('the issue forms', () => {
  test('are one each for a wrong answer, a crash, slowness and a question', () =>
    expect(forms.sort()).toEqual(['crash.yml', 'question.yml', 'slow.yml', 'wrong-answer.yml']));
  test.each(forms)('%s', (name) => expect(formBreaches(read(`.github/ISSUE_TEMPLATE/${name}`))).toEqual([]));
  test('leave no way past them', () =>
    expect(parse(read('.github/ISSUE_TEMPLATE/config.yml'))).toEqual({ blank_issues_enabled: false }));
});

describe('a planted fault is found:', () => {
  const planted = (text: string, find: string | RegExp, replace: string) => {
    const changed = text.replace(find, replace);
    expect(changed).not.toBe(text);
    return changed;
  };
  test.each<[what: string, find: string | RegExp, replace: string, says: RegExp]>([
    ['a key that GitHub ignores', 'timeout-minutes: 120', 'timeout-minute: 120', /unknown key timeout-minute/],
    ['a job without an end', /^ {4}timeout-minutes: 10\n/m, '', /publish lacks timeout-minutes/],
    ['a job that waits for none', 'needs: pack', 'needs: build', /publish needs build/],
    ['no right to sign', '      id-token: write\n', '', /provenance without id-token/],
    ['a script that is gone', '- run: npm pack', '- run: npm run packing', /runs packing/],
    ['a step that does nothing', '- run: npm ci', '- name: npm ci', /not one of uses and run/],
    ["another's action", 'actions/checkout@v4', 'someone/checkout@v4', /not GitHub's own/],
    ['an expression in the shell', 'npm pack', `npm pack $${'{{ github.ref }}'}`, /expression into the shell/],
  ])('%s', (_what, find, replace, says) => {
    expect(workflowBreaches(planted(release, find, replace), scripts).join('; ')).toMatch(says);
  });
  test('an installation in the job that may sign', () => {
    const text = planted(release, '- run: npm publish', '- run: npm ci && npm publish');
    expect(workflowBreaches(text, scripts).join()).toMatch(/others' code/);
  });
  test.each<[what: string, find: string, replace: string, says: RegExp]>([
    ['no name', 'name: Wrong answer', 'nam: Wrong answer', /unknown key nam.*lacks name/],
    ['a type that there is not', 'type: input', 'type: inputs', /unknown type inputs/],
    ['an id twice', 'id: repeat', 'id: expected', /no id of its own/],
    ['an option twice', '[cpu, webgpu in Node', '[cpu, cpu', /one twice/],
    ['a label that is missing', 'label: Version', 'labels: Version', /unknown key labels.*lacks label/],
  ])('%s', (_what, find, replace, says) => {
    expect(formBreaches(planted(wrong, find, replace)).join('; ')).toMatch(says);
  });
});
