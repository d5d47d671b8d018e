// A tool's settings × its samples → which samples cut, and how fast the edges there move.
//
// A tool's law is the common one (cutting-law.ts) on its own edges: one file per tool says where they are and how they
// move. Everything is in the tool's frame and is computed once, before the first tick.

import type { SamplePoints } from '../sample-points.ts';
import { isInPart } from './cutting-part.ts';
import type { CuttingSettings } from './cutting-options.ts';
import type { CuttingTool } from './cutting-tools.ts';
import { drillEdges } from './drill-edges.ts';
import { perforatorEdges } from './perforator-edges.ts';
import { sawEdges } from './saw-edges.ts';
import { spinningEdges } from './spinning-edges.ts';

/** What a tool's edges need of its samples: see SamplePoints. */
export type EdgeSamples = Pick<SamplePoints, 'count' | 'points' | 'areas'>;

export interface Spin {
  /** 1/s_i of each sample, s/mm. */
  readonly slowness: Float64Array;
  /**
   * The direction in which the surface moves at each sample: xyz, a unit vector, or shorter where directions within the
   * sample's share cancel.
   */
  readonly ways: Float64Array;
}

export interface ToolEdges {
  /** 1 for a sample that cuts; any other is never allowed deeper into the bone. */
  readonly cuts: Uint8Array;
  /** The area vectors that samples stand for as the edges move: xyz in the tool's frame, mm². */
  readonly areas: Float64Array;
  /** s, mm/s: the fastest, which is every sample's without a spin. */
  readonly speed: number;
  /** For edges whose speeds differ from sample to sample; null for those that move to and fro. */
  readonly spin: Spin | null;
  /** The samples that plough, and their area along the axis, mm²; null: all of them, as far as they are engaged. */
  readonly chisel: { readonly ploughs: Uint8Array; readonly area: number } | null;
  /** 1 for a sample of a perforator's inner drill: the tool turns only while one of them is engaged; null: always. */
  readonly clutch: Uint8Array | null;
}

type MakeEdges = (settings: CuttingSettings, samples: EdgeSamples, isIn: Uint8Array) => ToolEdges;

const EDGES: Record<CuttingTool, MakeEdges> = {
  saw: sawEdges,
  burr: spinningEdges,
  drill: drillEdges,
  craniotome: spinningEdges,
  perforator: perforatorEdges,
};

/**
 * @throws OptionError BAD_OPTION for a drill whose axis does not point to its tip, or a perforator without an inner
 * drill.
 */
export function toolEdges(settings: CuttingSettings, samples: EdgeSamples): ToolEdges {
  const { part, tool } = settings;
  const isIn = new Uint8Array(samples.count).fill(1);
  for (let i = 0; i < samples.count && part !== null; i++) isIn[i] = Number(isInPart(part, samples.points, 3 * i));
  return EDGES[tool](settings, samples, isIn);
}
