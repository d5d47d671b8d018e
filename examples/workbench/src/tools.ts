// The tools that need no file: how they are held, and what they remove at a pose.

import { envelope, type Stroke, type TriangleMesh } from 'kerf';
import { sawBlade, sphericalBurr } from 'kerf/datasets';
import { upright } from './upright.ts';

export type KnownTool = 'saw' | 'burr';

/** Every tool is held upright: its −y points into the bone. */
export const FEED = [0, -1, 0] as const;
/** The saw's way, mm from end to end, and the cells of its envelope, mm: about the blade's thickness. */
export const SAW_STROKE = { axis: [1, 0, 0], stroke: 3, cell: 1 } as const;

/** @param diameter the burr's, mm; the dataset's own without it. */
export function knownTool(name: KnownTool, diameter?: number): TriangleMesh {
  return name === 'saw' ? sawBlade() : upright(sphericalBurr(diameter === undefined ? {} : { diameter }));
}

/** Of a saw; null: any other tool removes what it touches as it is held. */
export function strokeOf(tool: KnownTool | File): Stroke | null {
  return tool === 'saw' ? SAW_STROKE : null;
}

/** What the tool removes where it is held. */
export async function sweptBy(tool: TriangleMesh, stroke: Stroke | null): Promise<TriangleMesh> {
  return stroke === null ? tool : envelope(tool, stroke);
}
