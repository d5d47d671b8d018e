// A validation's header → the command line that repeats it.

import type { ValidationHeader } from './validation-header.ts';

/** Words are quoted as a POSIX shell wants them. Files are named without their folders. */
export function reproduceCommand({ bone, tool, poses, options }: ValidationHeader): string {
  const isoValue = bone.isoValue ?? tool.isoValue;
  const from = poses.from === 'file' ? ['--path', poses.file] : ['--random', String(poses.count)];
  return [
    'kerf',
    'validate',
    ...['--bone', bone.file, '--tool', tool.file],
    ...(isoValue === undefined ? [] : ['--iso', String(isoValue)]),
    ...from,
    ...['--seed', String(options.seed)],
    ...['--distance', String(options.contactDistance), '--resolution', String(options.resolution)],
    ...['--samples', String(options.samples), '--oracle-limit', String(options.oracleLimit)],
    ...['--out', 'DIR'],
  ]
    .map((word) => (/^[\w./:=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`))
    .join(' ');
}
