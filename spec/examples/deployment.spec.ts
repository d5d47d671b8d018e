// examples/cluster's image and its server on Kubernetes: by Kubernetes's own schemas, and by what kerf has. No image is
// built.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from '@jest/globals';
import { type IDeployment, Deployment } from 'kubernetes-models/apps/v1/Deployment';
import { Job } from 'kubernetes-models/batch/v1/Job';
import { type IService, Service } from 'kubernetes-models/v1/Service';
import { parseAllDocuments } from 'yaml';
import { run } from '#cli/run.ts';
import { fakeToolkit, recordedTerminal } from '#harness/fake-toolkit.ts';
import { temporaryFolder } from '#harness/temporary-folder.ts';

const folder = resolve('examples/cluster');
const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string; bin: Record<string, string> };

function documents(file: string): unknown[] {
  return parseAllDocuments(readFileSync(join(folder, file), 'utf8'), { uniqueKeys: true, strict: true }).map((one) => {
    expect([one.errors, one.warnings]).toEqual([[], []]);
    return one.toJS();
  });
}

const KINDS = {
  'apps/v1 Deployment': { Class: Deployment, type: 'IDeployment', path: 'apps/v1/Deployment' },
  'batch/v1 Job': { Class: Job, type: 'IJob', path: 'batch/v1/Job' },
  'v1 Service': { Class: Service, type: 'IService', path: 'v1/Service' },
} as const;

/** What Kubernetes would not take: values that its schema forbids; members that it does not know. */
async function faultsOf(all: readonly unknown[]): Promise<string[]> {
  const faults: string[] = [];
  const lines = all.map((one, n) => {
    const { apiVersion, kind } = one as { apiVersion: string; kind: string };
    const { Class, type, path } = KINDS[`${apiVersion} ${kind}` as keyof typeof KINDS];
    try {
      new Class(one as never).validate();
    } catch (error) {
      faults.push((error as Error).message);
    }
    // The schemas leave unknown members alone; their declarations do not.
    const from = JSON.stringify(resolve('node_modules/kubernetes-models', path));
    return `export const document${n}: import(${from}).${type} = ${JSON.stringify(one)};`;
  });
  const made = await temporaryFolder('deployment');
  writeFileSync(join(made, 'documents.ts'), lines.join('\n'));
  const compilerOptions = {
    noEmit: true,
    strict: true,
    skipLibCheck: true,
    module: 'esnext',
    moduleResolution: 'bundler',
  };
  writeFileSync(join(made, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['documents.ts'] }));
  const compiler = resolve('node_modules/@typescript/native/bin/tsc');
  const { stdout } = spawnSync(process.execPath, [compiler, '-p', made], { encoding: 'utf8' });
  return [...faults, ...stdout.split('\n').filter((line) => line.includes('error'))];
}

const [deployment, service] = documents('kubernetes-serve.yaml') as [IDeployment, IService];
const pod = deployment.spec!.template.spec!;
const [container] = pod.containers;
const env = Object.fromEntries((container.env ?? []).map(({ name, value }) => [name, value]));

describe('the schemas of Kubernetes', () => {
  test('allow the deployment, the service and the job', async () => {
    const all = [...documents('kubernetes-serve.yaml'), ...documents('kubernetes-job.yaml')];
    expect(all.map((one) => (one as { kind: string }).kind)).toEqual(['Deployment', 'Service', 'Job']);
    expect(await faultsOf(all)).toEqual([]);
  });
  test('find what is planted: a wrong value, a missing member, an unknown one', async () => {
    const text = JSON.stringify(deployment);
    const planted = [
      ['"containerPort":7425', '"containerPort":"7425"'],
      ['"selector":{"matchLabels":{"app":"kerf-serve"}},', ''],
      ['"readinessProbe"', '"readynessProbe"'],
      ['"readOnlyRootFilesystem"', '"readOnlyRootFileSystem"'],
    ];
    for (const [find, replace] of planted) {
      expect(text.split(find)).toHaveLength(2);
      expect(await faultsOf([JSON.parse(text.replace(find, replace))])).not.toEqual([]);
    }
  });
});

describe('the deployment', () => {
  // This process has variables of its own that begin so.
  const before = Object.keys(env).map((name) => [name, process.env[name]] as const);
  afterEach(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });

  test('runs kerf serve with options and variables that it has, and a token from a Secret', async () => {
    expect(container.args?.[0]).toBe('serve');
    const variables = (await help()).match(/KERF_[A-Z_]+/g);
    for (const name of Object.keys(env)) expect(variables).toContain(name);
    const [token] = (container.env ?? []).filter(({ name }) => name === 'KERF_TOKEN');
    expect([token.value, token.valueFrom?.secretKeyRef?.name]).toEqual([undefined, expect.any(String)]);
    expect(readFileSync(join(folder, 'kubernetes-serve.yaml'), 'utf8')).toContain(
      `kubectl create secret generic ${token.valueFrom?.secretKeyRef?.name} --from-literal=${token.valueFrom?.secretKeyRef?.key}=`,
    );
    for (const [name, value] of Object.entries(env)) process.env[name] = value ?? 'rabbit';
    await serves(container.args ?? []);
  });
  test('waits for as long as kerf may take to end', () => {
    const preStop = Number(container.lifecycle?.preStop?.exec?.command?.[1]);
    // main.ts and serve.ts: the process ends within three seconds of what it waits for.
    expect(pod.terminationGracePeriodSeconds).toBeGreaterThan(preStop + Number(env.KERF_DRAIN) + 3);
  });
  test('probes the port on which kerf listens, which the service finds', () => {
    const port = container.ports?.[0];
    expect(container.args).toEqual(['serve', '--host', '0.0.0.0', '--port', String(port?.containerPort)]);
    expect(container.readinessProbe?.httpGet).toEqual({ path: '/healthz', port: port?.name });
    expect(container.livenessProbe?.tcpSocket?.port).toBe(port?.name);
    expect(service.spec?.ports?.[0].targetPort).toBe(port?.name);
    const labels = deployment.spec?.template.metadata?.labels;
    expect([deployment.spec?.selector.matchLabels, service.spec?.selector]).toEqual([labels, labels]);
    expect(deployment.spec?.template.metadata?.annotations).toMatchObject({
      'prometheus.io/path': '/metrics',
      'prometheus.io/port': String(port?.containerPort),
    });
  });
  test('has no rights that it does not need, and memory for all its sessions', () => {
    expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 1000 });
    expect(container.securityContext).toEqual({
      ...{ allowPrivilegeEscalation: false, readOnlyRootFilesystem: true },
      capabilities: { drop: ['ALL'] },
    });
    expect(pod.automountServiceAccountToken).toBe(false);
    const most = /^(\d+)Gi$/.exec(String(container.resources?.limits?.memory))?.[1];
    expect(Number(env.KERF_MAX_SESSIONS) * Number(env.KERF_MAX_MEMORY)).toBeLessThan(1024 * Number(most));
  });
});

describe('the Dockerfile', () => {
  const lines = readFileSync(join(folder, 'Dockerfile'), 'utf8').split('\n');
  const instruction = (name: string) =>
    lines.filter((line) => line.startsWith(`${name} `)).map((line) => line.slice(name.length + 1));

  test('installs the file that npm pack makes of this version', () => {
    const packed = `kerf-${manifest.version}.tgz`;
    expect(instruction('COPY')).toEqual([`${packed} /tmp/`]);
    expect(instruction('RUN')[0]).toContain(`npm install --global /tmp/${packed}`);
    expect(container.image).toBe(`kerf:${manifest.version}`);
    expect(lines.join('\n')).toContain(`-t ${container.image}`);
  });
  test('runs a command of the package, as the user of the deployment', async () => {
    const [entry] = JSON.parse(instruction('ENTRYPOINT')[0]) as string[];
    expect(Object.keys(manifest.bin)).toContain(entry);
    expect(instruction('USER')).toEqual([String(pod.securityContext?.runAsUser)]);
    const command = JSON.parse(instruction('CMD')[0]) as string[];
    expect(container.args).toEqual(command);
    expect(instruction('EXPOSE')).toEqual([command.at(-1)]);
    const variables = await help();
    for (const pair of instruction('ENV')[0].split(' ')) {
      const [name, value] = pair.split('=');
      expect(variables).toContain(name);
      expect(env[name]).toBe(value);
    }
    for (const line of lines) expect(line).toMatch(/^(#.*|(FROM|COPY|RUN|USER|ENV|EXPOSE|ENTRYPOINT|CMD) .+|)$/);
  });
});

async function help(): Promise<string> {
  const terminal = recordedTerminal();
  await run(['serve', '--help'], fakeToolkit(), terminal);
  return terminal.stdout;
}

/** It starts with these arguments; on any port, since that of the image may be taken here. */
async function serves(args: readonly string[]): Promise<void> {
  const terminal = recordedTerminal();
  terminal.abort.abort();
  const words = args.map((word, n) => (args[n - 1] === '--port' ? '0' : word));
  expect(await run(words, fakeToolkit(), terminal)).toBe(0);
  expect(terminal.stdout).toMatch(/^kerf serve: ws:\S+\n$/);
}
