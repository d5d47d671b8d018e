// A bone, a tool and a path → sentences about bodies without an inside, and about sizes, units and frames that do not
// seem to match.

import { type AnatomicalFrame, type Bounds, measureBounds, type TriangleMesh } from '#mesh';
import type { PoseList } from './pose-file.ts';
import { isVolume, type LengthUnit, millimetresPer } from './surface-file.ts';
import type { PathDetector, Terminal, Toolkit } from './toolkit.ts';

interface Body {
  readonly mesh: TriangleMesh;
  readonly file: string;
}
type Inspector = Pick<Toolkit, 'inspectMesh'>;

interface OpenNotices {
  /** How the verdict begins; '' if the bone has an inside. */
  readonly verdict: string;
  /** A sentence for each body without an inside, with what to do. */
  readonly sentences: readonly string[];
}

/** @param signed from a report: `tool` is true if the bone has an inside, `bone` if the tool has one. */
export function openNotices(
  kit: Inspector,
  bone: Body,
  tool: Body,
  signed: { readonly bone: boolean; readonly tool: boolean },
): OpenNotices {
  const sentences: string[] = [];
  const fault = signed.tool ? '' : `The bone is ${faultOf(kit, bone.mesh)}: no inside, no depth`;
  if (!signed.tool)
    sentences.push(
      `${fault}; ${
        isVolume(bone.file)
          ? `make a closed one with kerf bone ${bone.file} --iso VALUE --out bone.ply, and give that.`
          : 'close it in a mesh editor, or make it anew from its CT with kerf bone VOLUME --cap.'
      }`,
    );
  if (!signed.bone)
    sentences.push(
      `The tool is ${faultOf(kit, tool.mesh)}: it has no inside, so no point of the bone is reported as inside it; ` +
        'close it in a mesh editor.',
    );
  return { verdict: signed.tool ? '' : `${fault}. `, sentences };
}

function faultOf(kit: Inspector, mesh: TriangleMesh): string {
  return kit.inspectMesh(mesh).closed ? 'not consistently oriented' : 'open';
}

/**
 * mm: a box may well be a bone's if its longest side is between these two, the sizes of a carpal and of a whole body.
 */
const SMALLEST_BONE = 20;
const LARGEST_BONE = 2000;
/** mm: about the length of bones that are cut. If several units fit, the one nearest to this length is named. */
const USUAL_BONE = 200;
/**
 * A tool that touches a bone is about as far from the bone's origin as the bone is large. Positions in metres are a
 * thousandth of that, and positions in micrometres a thousand times as much. These two fractions of the bone's longest
 * side separate the three: the path of a tool that meets the bone stays between them.
 */
const NEAREST = 1 / 200;
const FARTHEST = 100;

/** The units in which meshes and paths are found. */
const USUAL_UNITS: readonly LengthUnit[] = ['mm', 'cm', 'm', 'um', 'in'];
const lengthOf = (unit: LengthUnit): number => {
  const { factor, divisor } = millimetresPer(unit);
  return factor / divisor;
};

/** '' if the box has the size of a bone's. @param what the words that begin the sentence: "The bone's box". */
export function boxNotice(what: string, bounds: Bounds, option: string): string {
  const sides = bounds.max.map((high, axis) => high - bounds.min[axis]);
  const longest = Math.max(...sides);
  if (longest >= SMALLEST_BONE && longest <= LARGEST_BONE) return '';
  const units = USUAL_UNITS.filter((unit) => {
    const length = longest * lengthOf(unit);
    return length >= SMALLEST_BONE && length <= LARGEST_BONE;
  });
  const off = (unit: LengthUnit) => Math.abs(Math.log((longest * lengthOf(unit)) / USUAL_BONE));
  const [unit] = units.sort((a, b) => off(a) - off(b));
  const size = (factor: number) => `${sides.map((side) => rounded(side * factor)).join(' × ')} mm`;
  const found = `${what} is ${size(1)}, which is ${longest < SMALLEST_BONE ? 'small' : 'large'} for a bone`;
  return unit === undefined
    ? `${found}: check its unit, kerf takes mm.`
    : `${found}; if its unit is ${unit}, it is ${size(lengthOf(unit))}: give ${option} ${unit}.`;
}

/**
 * The sentences about a bone and the path of a tool. If the bone's own box looks like one in another unit, the path is
 * not mentioned.
 * @param matrices 16 numbers per pose, mm.
 * @param pathUnit the unit of their translations as given.
 */
export function scaleNotices(bounds: Bounds, matrices: Float64Array | undefined, pathUnit: LengthUnit): string[] {
  const box = boxNotice("The bone's box", bounds, '--unit');
  const path = box === '' && matrices !== undefined ? pathNotice(matrices, bounds, pathUnit) : '';
  return [box, path].filter((sentence) => sentence !== '');
}

/** '' if the path's positions are in proportion to the bone's box. */
function pathNotice(matrices: Float64Array, bounds: Bounds, unit: LengthUnit): string {
  const longest = Math.max(...bounds.max.map((high, axis) => high - bounds.min[axis]));
  let farthest = 0;
  for (let pose = 0; pose < matrices.length; pose += 16)
    for (let k = 12; k < 15; k++) farthest = Math.max(farthest, Math.abs(matrices[pose + k]));
  if (farthest === 0 || (farthest >= NEAREST * longest && farthest <= FARTHEST * longest)) return '';
  const wanted = lengthOf(unit) * (farthest < NEAREST * longest ? 1000 : 0.001);
  const other = USUAL_UNITS.find((one) => lengthOf(one) === wanted);
  return (
    `The path's positions are at most ${rounded(farthest)} mm from the bone's origin, ` +
    `the bone is ${rounded(longest)} mm long${
      other === undefined ? ': check their unit.' : `; if they are in ${other}, give --path-unit ${other}.`
    }`
  );
}

function rounded(length: number): string {
  return String(Number(length.toPrecision(3)));
}

/** The detector is asked about at most this many poses. */
const MOST_ASKED = 8;

/**
 * Called if every pose is separated. Finds the poses at which the tool's box, rotated by 180° about the bone's z axis,
 * meets the bone's box, and asks the detector about a few of them, evenly chosen. Rotating the tool in this way is
 * equivalent to rotating the bone.
 * @param contactDistance mm.
 * @param signal ends it early; the answer then depends on what was found so far.
 * @returns '' if the tool comes near the bone at none of them.
 */
export async function otherFrameNotice(
  detector: PathDetector,
  bone: { readonly frame: AnatomicalFrame | undefined; readonly bounds: Bounds },
  tool: Bounds,
  poses: PoseList,
  contactDistance: number,
  signal: AbortSignal,
): Promise<string> {
  const turned = Float64Array.from(poses.matrices, (entry, i) => (i % 4 < 2 ? 0 - entry : entry));
  const met: number[] = [];
  for (let pose = 0; pose < poses.count; pose++)
    if (boxesMeet(turned.subarray(16 * pose, 16 * pose + 16), tool, bone.bounds, contactDistance)) met.push(pose);
  const step = Math.max(1, Math.ceil(met.length / MOST_ASKED));
  const asked = met.filter((_, i) => i % step === 0);
  if (asked.length === 0) return '';
  const matrices = new Float64Array(16 * asked.length);
  for (const [i, pose] of asked.entries()) matrices.set(turned.subarray(16 * pose, 16 * pose + 16), 16 * i);
  let near = 0;
  try {
    for await (const report of detector.detectMany(matrices, { signal, workers: 1 }))
      if (report.state !== 'separated') near++;
  } catch (error) {
    if (!signal.aborted) throw error;
  }
  if (near === 0) return '';
  const found = `No pose comes near the bone, and with its x and y negated ${near} of ${asked.length} poses tried do`;
  if (bone.frame === undefined)
    return (
      `${found}: bone and poses seem to be in different frames, RAS and LPS; ` +
      'turn the bone with kerf convert FILE OUT --from-frame ras --frame lps.'
    );
  const other = bone.frame === 'RAS' ? 'LPS' : 'RAS';
  return (
    `${found}: the bone is in ${bone.frame}, the poses seem to be in ${other}; ` +
    `give the bone in ${other}, with kerf bone VOLUME or kerf convert FILE OUT and --frame ${other.toLowerCase()}.`
  );
}

/** Whether the bounding box of the tool's posed box, widened by contactDistance, meets the bone's box. */
function boxesMeet(m: Float64Array, tool: Bounds, bone: Bounds, contactDistance: number): boolean {
  for (let row = 0; row < 3; row++) {
    let low = m[12 + row] - contactDistance;
    let high = m[12 + row] + contactDistance;
    for (let axis = 0; axis < 3; axis++) {
      const ends = [m[4 * axis + row] * tool.min[axis], m[4 * axis + row] * tool.max[axis]];
      low += Math.min(...ends);
      high += Math.max(...ends);
    }
    if (low > bone.max[row] || high < bone.min[row]) return false;
  }
  return true;
}

interface AskedPath {
  readonly bone: { readonly mesh: TriangleMesh };
  readonly tool: { readonly mesh: TriangleMesh };
  readonly poses: PoseList;
  /** The unit of the poses' translations as given. Default: mm. */
  readonly pathUnit?: LengthUnit;
}

/**
 * @param isApart true if the tool comes near the bone at no pose; only then is the detector asked about other frames.
 * @param contactDistance mm.
 */
export async function misfitNotices(
  { bone, tool, poses, pathUnit = 'mm' }: AskedPath,
  detector: PathDetector,
  isApart: boolean,
  contactDistance: number,
  signal: AbortSignal,
): Promise<string[]> {
  const bounds = measureBounds(bone.mesh.positions, bone.mesh.faces);
  const scale = scaleNotices(bounds, poses.matrices, pathUnit);
  if (!isApart) return scale;
  const toolBounds = measureBounds(tool.mesh.positions, tool.mesh.faces);
  const { frame } = bone.mesh;
  const turned = await otherFrameNotice(detector, { frame, bounds }, toolBounds, poses, contactDistance, signal);
  return turned === '' ? scale : [...scale, turned];
}

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
