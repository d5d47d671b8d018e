// A CT volume and a value → a bone that can be measured: its largest component, closed, in the requested frame.

import { MeshError } from '#core';
import { selfIntersections } from '#detector';
import { frameDeterminant, toWorld, type VolumeOptions, valueRange } from '#io';
import { type AnatomicalFrame, createMesh, inspectMesh, type MeshInspection, type TriangleMesh } from '#mesh';
import { checkOptions } from './check-options.ts';
import { coarsen } from './coarsen.ts';
import { cropBox, wholeBox } from './crop-box.ts';
import { type ComponentFacts, largestComponent } from './largest-component.ts';
import { openVolume, type VolumeSource } from './open-volume.ts';
import { surfaceDeviation, type VertexDistances } from './surface-deviation.ts';
import { type VolumeGrid, volumeGrid } from './volume-grid.ts';
import { volumeInFrame } from './volume-in-frame.ts';
import { volumeWindow } from './volume-window.ts';
import { surfaceValue, windowSurface } from './window-surface.ts';

export interface BoneOptions extends VolumeOptions {
  /** Bone is where the value is ≥ isoValue. The values of a CT are in HU, and about 225 suits bone. */
  readonly isoValue: number;
  /** Only the component with the largest area is kept; a cavity is a component, so it is filled. Default true. */
  readonly largest?: boolean;
  /**
   * Whether the bone ends closed, with flat faces in the planes of the volume's outermost samples (or of `crop`), to
   * the last bit. Default true. If false, the bone ends open there.
   */
  readonly cap?: boolean;
  /** x0 x1 y0 y1 z0 z1, mm, in the frame of the result. What lies outside this box is cut off. */
  readonly crop?: ArrayLike<number>;
  /** The frame of the result. Default: the volume's own. */
  readonly frame?: AnatomicalFrame;
  /** The approximate number of faces to coarsen the bone to. Default: all are kept. */
  readonly faces?: number;
}

export interface VolumeBone {
  /** Positions f64, mm. */
  readonly mesh: TriangleMesh;
  readonly inspection: MeshInspection;
  readonly volume: VolumeFacts;
  /**
   * The value at which the surface was taken. It is isoValue or, if a sample equals isoValue, a value lower by a
   * thousandth of the way to the next lower sample.
   */
  readonly surfaceValue: number;
  /** The components of the surface before coarsening. */
  readonly components: ComponentFacts;
  /** null if it was not coarsened. */
  readonly coarsened: CoarseningFacts | null;
}

export interface VolumeFacts extends VolumeGrid {
  /** The volume's own frame; null if the file does not say. */
  readonly frame: AnatomicalFrame | null;
  readonly lowestValue: number;
  readonly highestValue: number;
}

export interface CoarseningFacts {
  readonly facesBefore: number;
  /** How far the full surface's vertices are from the coarsened surface, and vice versa. */
  readonly deviation: { readonly fullToCoarse: VertexDistances; readonly coarseToFull: VertexDistances };
  /**
   * The number of intersecting pairs of faces: merging vertices may push thin walls through each other. The surface
   * before coarsening has none.
   */
  readonly selfIntersections: number;
}

/**
 * The surface of the bone in a CT volume, ready to be measured. By default it is the largest component, closed where
 * the volume ends. It is computed by marching cubes in f64, as in readSurfaceFromVolume.
 * @throws (as a rejection) OptionError WRONG_TYPE, UNKNOWN_OPTION, BAD_ISO_VALUE, BAD_CROP, BAD_FRAME, BAD_FACES,
 * BAD_FLAG, BAD_UNEVEN, UNKNOWN_FRAME; FormatError as loadSurfaceFromVolume; MeshError EMPTY_MESH (no surface at that
 * value), COARSENING_FAILED.
 */
export async function boneFromVolume(source: VolumeSource, options: BoneOptions): Promise<VolumeBone> {
  checkOptions(options);
  const { isoValue, largest = true, cap = true, crop, frame, faces } = options;
  const { volume: own, name } = await openVolume(source, 'boneFromVolume', options);
  const volume = volumeInFrame(own, frame, name);
  const [lowestValue, highestValue] = valueRange(volume);
  const noSurface = () =>
    new MeshError(
      'EMPTY_MESH',
      `"${name}" has no surface at ${isoValue}${crop === undefined ? '' : ' in the crop'}: ` +
        `its values run from ${lowestValue} to ${highestValue}; choose a value between.`,
    );
  // The least value of the volume stands for air, so it must be below isoValue.
  if (!(lowestValue < isoValue && isoValue <= highestValue)) throw noSurface();
  const box = crop === undefined ? wholeBox(volume) : cropBox(volume, Array.from(crop));
  const window = volumeWindow(volume, box, cap ? lowestValue : null);
  const value = surfaceValue(window.values, isoValue);
  const surface = await windowSurface(window, value, frameDeterminant(volume.indexToWorld) < 0, name);
  if (surface.faces.length === 0) throw noSurface();
  toWorld(surface.positions, volume.indexToWorld);
  const { components, ...kept } = largestComponent(surface.positions, surface.faces, !largest);
  const full = createMesh(kept.positions, kept.faces, { name, frame: volume.frame });
  const mesh = faces === undefined ? full : await coarsen(full, faces);
  return {
    mesh,
    inspection: inspectMesh(mesh),
    volume: { ...volumeGrid(volume), frame: own.frame ?? null, lowestValue, highestValue },
    surfaceValue: value,
    components,
    coarsened: mesh === full ? null : coarseningOf(full, mesh),
  };
}

function coarseningOf(full: TriangleMesh, coarse: TriangleMesh): CoarseningFacts {
  const { firstToSecond, secondToFirst } = surfaceDeviation(full, coarse);
  return {
    facesBefore: full.faces.length / 3,
    deviation: { fullToCoarse: firstToSecond, coarseToFull: secondToFirst },
    selfIntersections: selfIntersections(coarse).length / 2,
  };
}
