// A validation's header → the command line that repeats it.

import { shellLine } from '../option-words.ts';
import type { ValidationHeader } from './validation-header.ts';

/** Files are named without their folders. */
export function reproduceCommand({ bone, tool, poses, options }: ValidationHeader): string {
  const isoValue = bone.isoValue ?? tool.isoValue;
  const unit = bone.unit ?? tool.unit;
  const pathUnit = poses.from === 'file' ? poses.unit : undefined;
  const from = poses.from === 'file' ? ['--path', poses.file] : ['--random', String(poses.count)];
  return shellLine([
    'kerf',
    'validate',
    ...['--bone', bone.file, '--tool', tool.file],
    ...(isoValue === undefined ? [] : ['--iso', String(isoValue)]),
    ...(unit === undefined ? [] : ['--unit', unit]),
    ...from,
    ...(pathUnit === undefined && unit === undefined ? [] : ['--path-unit', pathUnit ?? 'mm']),
    ...['--seed', String(options.seed)],
    ...['--distance', String(options.contactDistance), '--resolution', String(options.resolution)],
    ...['--samples', String(options.samples), '--oracle-limit', String(options.oracleLimit)],
    ...['--out', 'DIR'],
  ]);
}
