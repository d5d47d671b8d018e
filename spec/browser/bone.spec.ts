// boneFromVolume of the built package in a web page: for DICOM, NRRD and NIfTI bytes, also coarsened, the result equals
// Node's byte for byte. Needs dist/, which `npm test` builds first.

import { afterAll, expect, test } from '@jest/globals';
import { buildSync } from 'esbuild';
import type { BoneOptions, VolumeFormat } from '#kerf';
import { boneFromVolume } from '#kerf';
import { ballPlan, expectBall } from '#harness/ball-surface.ts';
import { launchBrowser } from '#harness/browser.mjs';
import { dicomSeries } from '#harness/io-dicom.ts';
import { nrrdBytes } from '#harness/io-nrrd.ts';
import { niftiBytes } from '#harness/io-volumes.ts';
import { partOf } from '#harness/long-run.ts';

const ISO = 300;
const plan = ballPlan(ISO);
const [bundle] = buildSync({
  stdin: {
    contents: `import { boneFromVolume, KerfError } from 'kerf';
      globalThis.bone = async (files, format, options) => {
        const bytes = files.map((file) => Uint8Array.from(atob(file), (char) => char.charCodeAt(0)));
        const source = { bytes: format === 'dicom' ? bytes : bytes[0], format };
        try {
          const { mesh, ...facts } = await boneFromVolume(source, options);
          return JSON.stringify({ ...facts, positions: [...mesh.positions], faces: [...mesh.faces] });
        } catch (error) {
          return JSON.stringify(error instanceof KerfError ? error.code : String(error));
        }
      };`,
    resolveDir: import.meta.dirname,
  },
  ...{ bundle: true, write: false, format: 'esm', platform: 'browser', target: 'es2022', logLevel: 'silent' },
}).outputFiles;

const browser = await launchBrowser();
afterAll(() => browser.close());

const OPTIONS = [{ isoValue: ISO }, { isoValue: ISO, frame: 'RAS', faces: 400 }] as const;

test('every format, as it is or coarsened; and a refusal by its code', async () => {
  const page = await browser.newPage();
  const said: string[] = [];
  page.on('console', (message) => said.push(message.text()));
  page.on('pageerror', (error) => said.push(error.message));
  await page.addScriptTag({ content: bundle.text, type: 'module' });
  await page.waitForFunction('globalThis.bone');
  const inPage = async (files: readonly Uint8Array[], format: VolumeFormat, options: BoneOptions) =>
    JSON.parse(
      await page.evaluate(
        ([bytes, name, given]) =>
          (globalThis as unknown as { bone(...all: unknown[]): Promise<string> }).bone(bytes, name, given),
        [files.map((file) => Buffer.from(file).toString('base64')), format, options] as const,
      ),
    );
  const sources: [VolumeFormat, Uint8Array[]][] = [
    ['dicom', dicomSeries(plan)],
    ['nrrd', [nrrdBytes(plan, { encoding: 'gzip', type: 'int16' })]],
    ['nii', [niftiBytes(plan)]],
  ];
  for (const [n, [format, files]] of sources.entries())
    for (const options of partOf(OPTIONS, 2, n % 2)) {
      const source = { bytes: format === 'dicom' ? files : files[0], format };
      const { mesh, ...facts } = await boneFromVolume(source, options);
      const found = await inPage(files, format, options);
      expect(found).toEqual(
        JSON.parse(JSON.stringify({ ...facts, positions: [...mesh.positions], faces: [...mesh.faces] })),
      );
      expect(facts.coarsened === null).toBe(!('faces' in options));
      if (!('faces' in options)) expectBall(mesh, plan.centre, 1);
    }
  const compressed = dicomSeries(plan, { syntax: '1.2.840.10008.1.2.4.90' });
  expect(await inPage(compressed, 'dicom', { isoValue: ISO })).toBe('UNSUPPORTED');
  expect(said).toEqual([]);
});
