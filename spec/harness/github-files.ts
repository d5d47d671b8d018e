// Workflows and issue forms of .github → what GitHub would refuse or ignore in them. The keys are those of its pages
// "Workflow syntax for GitHub Actions" and "Syntax for GitHub's form schema", as far as this repository uses them.

import { parse } from 'yaml';

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== '';
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Unknown keys, then missing ones. */
function keyBreaches(at: string, value: unknown, needed: readonly string[], others: readonly string[]): string[] {
  if (!isFields(value)) return [`${at} is no mapping`];
  const unknown = Object.keys(value).filter((key) => !needed.includes(key) && !others.includes(key));
  const missing = needed.filter((key) => !(key in value));
  return [...unknown.map((key) => `${at} has the unknown key ${key}`), ...missing.map((key) => `${at} lacks ${key}`)];
}

const JOB = ['needs', 'permissions', 'environment', 'strategy', 'if', 'env', 'name', 'outputs'];
const STEP = ['name', 'uses', 'run', 'with', 'env', 'if', 'id', 'shell', 'working-directory'];
const RIGHTS = ['contents', 'id-token', 'pages'];

/**
 * @param scripts of package.json, which the steps may run.
 * @returns also jobs without an end in time, and rights that no job was given by name.
 */
export function workflowBreaches(text: string, scripts: readonly string[]): string[] {
  const flow: unknown = parse(text);
  const breaches = keyBreaches('the workflow', flow, ['name', 'on', 'permissions', 'jobs'], ['concurrency', 'env']);
  if (!isFields(flow) || !isFields(flow.jobs)) return [...breaches, 'it has no jobs'];
  const names = Object.keys(flow.jobs);
  for (const [name, job] of Object.entries(flow.jobs)) {
    breaches.push(...keyBreaches(name, job, ['runs-on', 'timeout-minutes', 'steps'], JOB));
    if (!isFields(job)) continue;
    const needed = [job.needs ?? []].flat();
    breaches.push(...needed.filter((one) => !names.includes(String(one))).map((one) => `${name} needs ${one}`));
    const rights = job.permissions ?? flow.permissions;
    breaches.push(...keyBreaches(`${name}'s permissions`, rights, [], RIGHTS));
    for (const [n, step] of listOf(job.steps).entries())
      breaches.push(...stepBreaches(`${name}, step ${n + 1}`, step, scripts, rights));
  }
  return breaches;
}

function stepBreaches(at: string, step: unknown, scripts: readonly string[], rights: unknown): string[] {
  const breaches = keyBreaches(at, step, [], STEP);
  if (!isFields(step)) return breaches;
  const { uses, run } = step;
  if (isText(uses) === isText(run)) breaches.push(`${at} has not one of uses and run`);
  if (isText(uses) && !/^actions\/[\w-]+@v\d+$/.test(uses)) breaches.push(`${at} uses ${uses}, not GitHub's own`);
  if (!isText(run)) return breaches;
  for (const [, script] of run.matchAll(/\bnpm run ([\w:-]+)/g))
    if (!scripts.includes(script)) breaches.push(`${at} runs ${script}, which package.json lacks`);
  // What another can choose (the name of a branch, the title of a request) is text of the shell there.
  if (/\$\{\{/.test(run)) breaches.push(`${at} writes an expression into the shell`);
  const maySign = isFields(rights) && rights['id-token'] === 'write';
  if (/--provenance/.test(run) && !maySign) breaches.push(`${at} proves provenance without id-token: write`);
  if (maySign && /npm (ci|install|run|test)|\.ci\//.test(run)) breaches.push(`${at} runs others' code with id-token`);
  return breaches;
}

/** Each kind of element with the attributes that it needs and may have. */
const ELEMENTS: Readonly<Record<string, readonly [needed: readonly string[], others: readonly string[]]>> = {
  markdown: [['value'], []],
  textarea: [['label'], ['description', 'placeholder', 'value', 'render']],
  input: [['label'], ['description', 'placeholder', 'value']],
  dropdown: [
    ['label', 'options'],
    ['description', 'multiple', 'default'],
  ],
  checkboxes: [['label', 'options'], ['description']],
};

export function formBreaches(text: string): string[] {
  const form: unknown = parse(text);
  const breaches = keyBreaches('the form', form, ['name', 'description', 'body'], ['title', 'labels', 'assignees']);
  if (!isFields(form)) return breaches;
  for (const key of ['name', 'description']) if (!isText(form[key])) breaches.push(`${key} is empty`);
  const ids = new Set<unknown>();
  const labels = new Set<unknown>();
  const body = listOf(form.body);
  if (!body.some((part) => isFields(part) && part.type !== 'markdown')) breaches.push('it asks nothing');
  for (const [n, part] of body.entries()) {
    const at = `element ${n + 1}`;
    breaches.push(...keyBreaches(at, part, ['type', 'attributes'], ['id', 'validations']));
    if (!isFields(part)) continue;
    const kind = ELEMENTS[String(part.type)];
    if (kind === undefined) {
      breaches.push(`${at} is of the unknown type ${part.type}`);
      continue;
    }
    breaches.push(...keyBreaches(`${at}'s attributes`, part.attributes, ...kind));
    if (part.validations !== undefined)
      breaches.push(...keyBreaches(`${at}'s validations`, part.validations, [], ['required']));
    if (part.type === 'markdown') continue;
    const attributes = isFields(part.attributes) ? part.attributes : {};
    if (!/^[\w-]+$/.test(String(part.id ?? '')) || ids.has(part.id)) breaches.push(`${at} has no id of its own`);
    if (!isText(attributes.label) || labels.has(attributes.label)) breaches.push(`${at} has no label of its own`);
    ids.add(part.id);
    labels.add(attributes.label);
    if (part.type === 'dropdown') {
      const options = listOf(attributes.options);
      if (options.length === 0 || new Set(options).size < options.length || !options.every(isText))
        breaches.push(`${at} has no options, or one twice, or one that is no text`);
    }
  }
  return breaches;
}
