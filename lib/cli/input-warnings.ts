// The meshes and files given to a command → warnings about what looks like a mistake.

import type { TriangleMesh } from '#mesh';
import { isVolume } from './surface-file.ts';
import type { Terminal } from './toolkit.ts';

/**
 * A tool that is more than FAR_WIDER times as wide as the bone, and has more than MORE_FACES times its faces, is
 * assumed to be the bone: if phantom and saw are swapped, the phantom is 3 times as wide, with 6 times the faces. Both
 * conditions are needed, since a scanned drill is as wide as a coarse skull and has more faces, and a drill with its
 * handpiece is wider than a tooth and has as many faces.
 */
const FAR_WIDER = 2;
const MORE_FACES = 5;
/**
 * A tool with more than this many times the bone's faces is assumed to be the bone, however wide it is. A fine saw has
 * 40 times as many faces as a coarse skull.
 */
const FAR_MORE_FACES = 100;

interface NamedMesh {
  readonly mesh: TriangleMesh;
  readonly file: string;
}

export function warn(terminal: Terminal, sentence: string | null): void {
  if (sentence !== null) terminal.err(`kerf: warning: ${sentence}\n`);
}

/** null if bone and tool do not seem to be swapped. */
export function swappedBodies(bone: NamedMesh, tool: NamedMesh): string | null {
  const [boneFaces, toolFaces] = [bone, tool].map(({ mesh }) => mesh.faces.length / 3);
  if (toolFaces <= MORE_FACES * boneFaces) return null;
  const [boneWidth, toolWidth] = [bone, tool].map(({ mesh }) => diagonal(mesh));
  const isFarWider = toolWidth > FAR_WIDER * boneWidth;
  if (!isFarWider && toolFaces <= FAR_MORE_FACES * boneFaces) return null;
  const told = (faces: number, width: number) =>
    `${faces.toLocaleString('en-US')} faces, ${width.toPrecision(3)} mm across`;
  const is = isFarWider ? 'is far larger' : 'has far more faces';
  const larger = `The tool ${tool.file} (${told(toolFaces, toolWidth)}) ${is}`;
  const smaller = `the bone ${bone.file} (${told(boneFaces, boneWidth)})`;
  return `${larger} than ${smaller}; if they were swapped, exchange --bone and --tool.`;
}

/** null if no iso value was given, or if one of the files is a volume. */
export function unusedIso(iso: number | undefined, files: readonly string[]): string | null {
  if (iso === undefined || files.some(isVolume)) return null;
  const are = files.length === 1 ? `${files[0]} is a mesh` : `${files.join(' and ')} are meshes`;
  return `--iso ${iso} is of no use, for ${are} and no volume; leave it out.`;
}

/** The diagonal of the vertices' bounding box, mm. */
function diagonal({ positions }: TriangleMesh): number {
  const low = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  const high = low.map((value) => -value);
  for (let i = 0; i < positions.length; i++) {
    low[i % 3] = Math.min(low[i % 3], positions[i]);
    high[i % 3] = Math.max(high[i % 3], positions[i]);
  }
  return Math.hypot(...high.map((value, axis) => value - low[axis]));
}
