// A mesh, and what --weld, --repair and --refine ask for → the mesh mended, and a line on what each changed.

import { refineMesh, repairMesh, type TriangleMesh, weldMesh } from '#mesh';
import { distanceOption, lengthOption } from './option-values.ts';

export interface MendingFlags {
  readonly weld?: string;
  readonly repair?: boolean;
  readonly refine?: string;
}

interface Mending {
  /** mm. */
  readonly tolerance?: number;
  readonly repairs: boolean;
  /** mm. */
  readonly edge?: number;
}

/** @throws OptionError */
export function mendingOf({ weld, repair = false, refine }: MendingFlags): Mending {
  return {
    ...(weld === undefined ? {} : { tolerance: distanceOption(weld, 'weld') }),
    repairs: repair,
    ...(refine === undefined ? {} : { edge: lengthOption(refine, 'refine') }),
  };
}

/** Welds, then repairs, then refines. @throws MeshError, OptionError as weldMesh and refineMesh. */
export function mendSurface(given: TriangleMesh, { tolerance, repairs, edge }: Mending) {
  const lines: string[] = [];
  let mesh = given;
  if (tolerance !== undefined) {
    const result = weldMesh(mesh, tolerance);
    mesh = result.mesh;
    lines.push(weldLine(result));
  }
  if (repairs) {
    const result = repairMesh(mesh);
    mesh = result.mesh;
    lines.push(repairLine(result));
  }
  if (edge !== undefined) {
    const before = mesh.faces.length / 3;
    mesh = refineMesh(mesh, edge);
    lines.push(refineLine(before, mesh.faces.length / 3, edge));
  }
  return { mesh, lines };
}

function weldLine({ welded, moved, dropped }: ReturnType<typeof weldMesh>): string {
  if (welded === 0 && dropped === 0) return 'Welded: nothing to join.';
  const lost = dropped === 0 ? '' : `; ${counted(dropped, 'face')} left out, two of whose corners became one`;
  return `Welded: ${counted(welded, 'vertex', 'vertices')} joined to another, moved by at most ${length(moved)} mm${lost}.`;
}

function repairLine(result: ReturnType<typeof repairMesh>): string {
  const parts = result.orientedParts + result.invertedParts;
  const changes = listed([
    [result.repeatedFaces, `${counted(result.repeatedFaces, 'repeated face')} left out`],
    [result.unusedVertices, `${counted(result.unusedVertices, 'unused vertex', 'unused vertices')} left out`],
    [result.turnedFaces, `${counted(result.turnedFaces, 'face')} turned in ${counted(parts, 'closed part')}`],
  ]);
  const left = listed([
    [result.oppositeFaces, counted(result.oppositeFaces, 'face opposite to another', 'faces opposite to others')],
    [
      result.collapsedFaces,
      counted(result.collapsedFaces, 'face with two equal corners', 'faces with two equal corners'),
    ],
    [result.openParts, counted(result.openParts, 'open part')],
    [result.crowdedParts, `${counted(result.crowdedParts, 'part')} with an edge of more than two faces`],
    [
      result.unorientableParts,
      counted(result.unorientableParts, 'part that cannot be oriented', 'parts that cannot be oriented'),
    ],
    [result.nestedParts, `${counted(result.nestedParts, 'part')} in the box of another, perhaps a cavity`],
    [result.undecidedParts, `${counted(result.undecidedParts, 'part')} of which it is uncertain which way to face`],
  ]);
  return `Repaired: ${changes || 'nothing to change'}.${left === '' ? '' : ` Left as it was: ${left}.`}`;
}

function refineLine(before: number, after: number, edge: number): string {
  if (before === after) return `Refined: no edge was longer than ${edge} mm.`;
  return `Refined: ${counted(before, 'face')} became ${after}, with no edge longer than ${edge} mm.`;
}

function listed(entries: readonly (readonly [number, string])[]): string {
  return entries.flatMap(([count, words]) => (count === 0 ? [] : [words])).join(', ');
}

function counted(count: number, one: string, several = `${one}s`): string {
  return `${count} ${count === 1 ? one : several}`;
}

/** Rounded up in the third digit, so that "at most" holds. */
function length(mm: number): string {
  if (mm === 0) return '0';
  const digit = 10 ** (Math.floor(Math.log10(mm)) - 2);
  return String(Number((Math.ceil(mm / digit) * digit).toPrecision(3)));
}
