// Names → bones, tools and poses on which answers go wrong: flush, stacked, identical, enclosed, in cavities, open,
// non-manifold, inverted and curved bodies, and nested walls that are closer together than rounding can resolve.

import { createMesh, type TriangleMesh } from '#mesh';
import { box } from '../box.ts';
import { cappedShell } from '../capped-shell.ts';
import { inverted, joined, withFaces, withoutFaces } from '../rearrange-faces.ts';
import { sawBlade } from '../saw-blade.ts';
import { sphere } from '../sphere.ts';
import { sphericalBurr } from '../spherical-burr.ts';
import { torus } from '../torus.ts';

type Vector = readonly [number, number, number];

export interface MeshCase {
  readonly name: string;
  /** How the pair was made, and what is unusual about it. */
  readonly origin: string;
  readonly bone: TriangleMesh;
  readonly tool: TriangleMesh;
  /** 16 numbers, column-major, tool frame → bone frame. */
  readonly pose: Float64Array;
  /** δ, mm. */
  readonly contactDistance: number;
}

/** mm: the step from one f64 to the next between 8 and 16 mm. */
const ULP = 2 ** -49;
/** mm: some five hundred such steps. */
const HAIR = 2 ** -40;

/**
 * A rotation by a quaternion of any length, then a translation. Whole numbers give quarter turns exactly, and rational
 * turns such as 3-4-5 up to rounding.
 */
function pose(translation: Vector, [w, x, y, z]: readonly [number, number, number, number] = [1, 0, 0, 0]) {
  const n = w * w + x * x + y * y + z * z;
  return Float64Array.from([
    ...[(n - 2 * (y * y + z * z)) / n, (2 * (x * y + w * z)) / n, (2 * (x * z - w * y)) / n, 0],
    ...[(2 * (x * y - w * z)) / n, (n - 2 * (x * x + z * z)) / n, (2 * (y * z + w * x)) / n, 0],
    ...[(2 * (x * z + w * y)) / n, (2 * (y * z - w * x)) / n, (n - 2 * (x * x + y * y)) / n, 0],
    ...[...translation, 1],
  ]);
}
const identity = pose([0, 0, 0]);
/** A quarter turn about x that takes y to z. */
const upright = [1, 1, 0, 0] as const;

/** A roof whose ridge is the segment (−8, 0, 1) to (8, 0, 1). */
function roof(): TriangleMesh {
  const positions = [-8, 0, 1, 8, 0, 1, -8, -6, -7, 8, -6, -7, 8, 6, -7, -8, 6, -7];
  return createMesh(positions, [0, 2, 3, 0, 3, 1, 0, 1, 4, 0, 4, 5, 0, 5, 2, 1, 3, 4, 2, 5, 4, 2, 4, 3], {
    name: 'roof',
  });
}

type Row = readonly [name: string, bone: TriangleMesh, tool: TriangleMesh, pose: Float64Array, contactDistance: number];

function saws(): { origin: string; rows: Row[] } {
  /** Its top is the plane z = 9. */
  const flat = box({ size: [96, 64, 18], divisions: [8, 6, 2] });
  const round = sphere({ radius: 40, subdivisions: 2 });
  /** Its sides are the planes z = ±0.25. */
  const blade = sawBlade({ teeth: 4, thickness: 0.5, set: 0, targetFaces: 1 });
  const saw = sawBlade({ teeth: 8, targetFaces: 1 });
  return {
    origin: 'saw-blade.ts on box.ts and sphere.ts; the flat blade has no set, so that its side is a plane',
    rows: [
      ['blade flush with a flat bone', flat, blade, pose([3, -40, 9.25]), 0.1],
      ['blade one ulp above a flat bone, δ = 0', flat, blade, pose([3, -40, 9.25 + ULP]), 0],
      ['blade one ulp above a flat bone, δ one ulp', flat, blade, pose([3, -40, 9.25 + ULP]), ULP],
      ['blade one ulp into a flat bone', flat, blade, pose([3, -40, 9.25 - ULP]), 0],
      ['blade cuts a flat bone', flat, saw, pose([1, 2, 6], upright), 0.5],
      ['blade cuts a flat bone aslant', flat, saw, pose([1, 2, 7], [6, 5, 1, -1]), 0.5],
      ['blade cuts a round bone', round, saw, pose([2, 3, 36], [6, 5, -1, 1]), 0.5],
      ['blade near a round bone', round, saw, pose([0, 0, 40.3], upright), 0.5],
    ],
  };
}

function boxes(): { origin: string; rows: Row[] } {
  const bone = box({ size: 16, divisions: 4 });
  const other = box({ size: 16, divisions: 3 });
  const turned = [2, 0, 0, 1] as const;
  const overAndAcross = [0, 1, 1, 0] as const;
  return {
    origin:
      'box.ts, 16 mm wide, and a roof by hand; coordinates are exact but where a 3-4-5 turn or a third rounds them',
    rows: [
      ['boxes stacked, faces alike', bone, bone, pose([0, 0, 16]), 0.5],
      ['boxes stacked, other faces', bone, other, pose([0, 0, 16]), 0.5],
      ['boxes stacked, moved aside', bone, bone, pose([3, 5.25, 16]), 0.5],
      ['boxes stacked, turned by 3-4-5', bone, bone, pose([0, 0, 16], turned), 0.5],
      ['boxes stacked, 2^-48 mm between', bone, bone, pose([1, 0, 16 + 2 * ULP]), 0],
      ['boxes edge on edge', bone, bone, pose([16, 0, 16]), 0],
      ['boxes edge on edge, moved along it', bone, bone, pose([16, 4.5, 16]), 0],
      ['boxes corner on corner', bone, bone, pose([16, 16, 16]), 0],
      ['roofs, ridge across ridge', roof(), roof(), pose([0, 0, 2], overAndAcross), 0],
      ['roofs, ridge across ridge, 2^-51 mm between', roof(), roof(), pose([0, 0, 2 + 2 ** -51], overAndAcross), 0],
      ['roofs, ridge across ridge, 2^-52 mm into', roof(), roof(), pose([0, 0, 2 - 2 ** -52], overAndAcross), 0],
    ],
  };
}

function identical(): { origin: string; rows: Row[] } {
  const ball = sphere({ radius: 10, subdivisions: 2 });
  const cube = box({ size: 16, divisions: 4 });
  return {
    origin: 'sphere.ts and box.ts: the tool is the bone, turned inside out, or the same body with other faces',
    rows: [
      ['tool identical to bone', ball, ball, identity, 0.5],
      ['tool identical to bone, inverted', ball, inverted(ball), identity, 0.5],
      ['tool the same body with other faces', cube, box({ size: 16, divisions: 3 }), identity, 0.5],
    ],
  };
}

function walls(): { origin: string; rows: Row[] } {
  const bowl = cappedShell({ outerRadius: 70, innerRadius: 64, segments: 24 });
  const hollow = joined(box({ size: 24, divisions: 2 }), inverted(box({ size: 16, divisions: 2 })));
  const small = box({ size: 2 });
  const ball = sphere({ radius: 5, subdivisions: 1 });
  return {
    origin: 'capped-shell.ts with a wall of 6 mm, and a box of 24 mm with a cavity of 16 mm whose wall faces inward',
    rows: [
      ['tool enclosed in the wall of a bowl', bowl, small, pose([0, 0, -66], [5, 1, 2, 0]), 0.25],
      ['tool through the wall of a bowl', bowl, ball, pose([1, 2, -66]), 0.25],
      ['tool in the hollow of a bowl', bowl, ball, pose([0, 0, -30]), 0.5],
      ['tool near the wall of a bowl', bowl, small, pose([0.5, 0.25, -61.75]), 1.5],
      ['tool enclosed in the wall of a hollow box', hollow, small, pose([10, 1, 2]), 0.25],
      ['tool flush with both sides of a wall', hollow, box({ size: 4 }), pose([10, 1, 2]), 0.25],
      ['tool in a cavity', hollow, small, pose([1, 0, 0]), 0.5],
      ['tool near the wall of a cavity', hollow, small, pose([6.75, 0, 0]), 0.5],
      ['tool flush with the wall of a cavity', hollow, small, pose([7, 0.5, 0]), 0.5],
      ['tool one ulp into the wall of a cavity', hollow, small, pose([7 + ULP, 0.5, 0]), 0],
      ['tool around the bone', small, box({ size: 24, divisions: 2 }), identity, 0.5],
      ['bone in the cavity of a tool', small, hollow, identity, 0.5],
    ],
  };
}

function odd(): { origin: string; rows: Row[] } {
  const ball = sphere({ radius: 10, subdivisions: 2 });
  const open = withoutFaces(ball, 0, 1, 2, 3);
  const cube = box({ size: 16, divisions: 2 });
  const doubled = withFaces(cube, ...cube.faces.subarray(0, 6));
  const bowTie = joined(box({ size: 8, center: [-4, -4, 0] }), box({ size: 8, center: [4, 4, 0] }));
  const cornerTie = joined(box({ size: 8, center: [-4, -4, -4] }), box({ size: 8, center: [4, 4, 4] }));
  const crossing = joined(
    sphere({ radius: 8, center: [-4, 0, 0], subdivisions: 2 }),
    sphere({ radius: 8, center: [4, 0.5, 0.25], subdivisions: 2 }),
  );
  const flattened = withFaces(cube, 0, 1, 1, 5, 5, 5, ...cube.faces.subarray(6, 8), cube.faces[6]);
  const small = box({ size: 2 });
  return {
    origin: 'sphere.ts and box.ts with faces removed, doubled, inverted or without area, and two bodies in one mesh',
    rows: [
      ['tool inside an open bone', open, small, identity, 0.5],
      ['tool across an open bone', open, small, pose([0, 0, 9.5], [4, 1, 2, 1]), 0.5],
      ['open tool inside a bone', ball, withoutFaces(small, 5), identity, 0.5],
      ['tool on a non-manifold edge', bowTie, small, pose([0, 0, 1]), 0.5],
      ['tool enclosed beside a non-manifold edge', bowTie, small, pose([1.5, 1.5, 0]), 0.5],
      ['tool between the bodies at a non-manifold edge', bowTie, small, pose([1.25, -1.25, 0]), 0.25],
      ['tool at a non-manifold vertex', cornerTie, small, pose([1, 1, -1]), 0.5],
      ['tool inside a bone with two faces twice', doubled, small, identity, 0.5],
      ['tool across a bone with two faces twice', doubled, small, pose([-8, 0.5, 0.25]), 0.5],
      ['tool where a self-intersecting bone is twice inside', crossing, small, identity, 0.25],
      ['tool across a wall inside a self-intersecting bone', crossing, small, pose([4, 0, 0], [3, 1, 0, 1]), 0.25],
      ['tool enclosed in an inverted bone', inverted(ball), small, identity, 0.5],
      ['tool across an inverted bone', inverted(ball), small, pose([0, 0, 9.5], [4, 1, 2, 1]), 0.5],
      ['tool enclosed in a bone with faces of no area', flattened, small, identity, 0.5],
      ['tool at a bone’s face of no area', flattened, small, pose([-7.5, -7.5, -7.5]), 0.5],
    ],
  };
}

function curved(): { origin: string; rows: Row[] } {
  const ball = sphere({ radius: 10, subdivisions: 2 });
  const ring = torus({ majorRadius: 10, minorRadius: 4, segments: 20 });
  const cube = box({ size: [20, 16, 12], divisions: [3, 3, 2] });
  const burr = sphericalBurr({ targetFaces: 300 });
  const aslant = [5, 2, -1, 3] as const;
  return {
    origin: 'sphere.ts, torus.ts, box.ts and spherical-burr.ts in general position, turned by a rational rotation',
    rows: [
      ['sphere across a torus', ring, ball, pose([7, 1, 6], aslant), 0.5],
      ['torus across a box', cube, ring, pose([6, 3, 5], aslant), 0.5],
      ['sphere across a sphere', ball, sphere({ radius: 7, subdivisions: 2 }), pose([9, 3, 2], aslant), 0.5],
      [
        'torus linked with a torus',
        ring,
        torus({ majorRadius: 10, minorRadius: 3, segments: 20 }),
        pose([10, 0, 0], upright),
        0.5,
      ],
      ['torus through a torus', ring, ring, pose([14, 0, 0.5], upright), 0.5],
      ['burr grazes a sphere', ball, burr, pose([0.5, 1, 12.25], aslant), 0.25],
      ['burr enclosed in a box', cube, sphericalBurr({ length: 6, targetFaces: 300 }), pose([2, 1, -2]), 0.5],
      ['burr in the hole of a torus', ring, burr, pose([0.25, -0.5, 0], [9, 1, 0, 0]), 4],
    ],
  };
}

function nested(): { origin: string; rows: Row[] } {
  const shell = joined(joined(box({ size: 16 }), box({ size: 16 - 2 * HAIR })), box({ size: 16 - 4 * HAIR }));
  const balls = joined(sphere({ radius: 10, subdivisions: 1 }), sphere({ radius: 10 - HAIR, subdivisions: 1 }));
  const wall = joined(box({ size: 16 }), inverted(box({ size: 16 - 2 * HAIR })));
  return {
    origin:
      'box.ts and sphere.ts, each in itself with 2^-40 mm between: walls that rounding of a distance does not part',
    rows: [
      ['nested boxes in themselves', shell, shell, identity, 0.5],
      ['nested boxes moved by less than their walls', shell, shell, pose([HAIR / 2, -HAIR / 4, HAIR / 8]), 0.5],
      ['nested boxes moved by 1e-8 mm', shell, shell, pose([1e-8, -3e-9, 2e-9]), 0.5],
      ['nested boxes moved by 1e-5 mm and turned', shell, shell, pose([1e-5, 1e-6, -3e-6], [1e5, 0, 0, 1]), 0.5],
      ['box in nested boxes, a hair off the innermost', shell, box({ size: 16 - 6 * HAIR }), identity, 0.25],
      ['box about nested boxes, a hair off the outermost', shell, box({ size: 16 + 2 * HAIR }), identity, 0],
      ['nested balls moved by 1e-7 mm', balls, balls, pose([1e-7, 2e-7, -1e-7]), 0.5],
      ['tool in a box whose wall is a hair', wall, box({ size: 16 - 4 * HAIR }), identity, HAIR],
      ['tool a hair off a box whose wall is a hair', wall, box({ size: 16 }), pose([16 + 2 * HAIR, 0, 0]), HAIR],
    ],
  };
}

/** Every case; the meshes are remade on each call. */
export function meshCases(): MeshCase[] {
  return [saws(), boxes(), identical(), walls(), odd(), curved(), nested()].flatMap(({ origin, rows }) =>
    rows.map(([name, bone, tool, placed, contactDistance]) => ({
      name,
      origin,
      bone,
      tool,
      pose: placed,
      contactDistance,
    })),
  );
}
