// Bone, tool and where they are → contacts, as an algorithm of vtk.js's pipeline.
//
//   input 0  bone ─┐                         ┌─▶ output 0  contact sub-triangles
//   input 1  tool ─┼─ detector, kept ─ report┼─▶ output 1  curves where the surfaces meet
//   props, or pose ┘   while inputs stay     └─▶ output 2  patches
//
// A detector is made anew when an input or a distance changes; a pose that moves costs a query. Poses are compared by
// their numbers at each look, since vtk.js sees no change if a user matrix is changed in place.

import type { vtkPolyData } from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import type { vtkAlgorithm, vtkObject } from '@kitware/vtk.js/interfaces.js';
import macro from '@kitware/vtk.js/macros.js';
import type { vtkProp3D } from '@kitware/vtk.js/Rendering/Core/Prop3D.js';
import { OptionError } from '#core';
import { createDetectorSync, type Detector } from '#detector';
import { polyDataFromReport } from '#poly-data';
import type { ContactReport } from '#records';
import { meshFromPolyData } from './mesh-from-poly-data.ts';
import { poseOf, relativePose } from './pose-of.ts';

/** Its properties: what newInstance takes, and `set…` and `get…` change and return. */
export interface KerfContactsOptions {
  /** δ, mm, ≥ 0: faces this near each other count as in contact. 0.2 by default. */
  readonly contactDistance?: number;
  /** h, mm, > 0: the longest edge of a contact sub-triangle. 1 by default. */
  readonly resolution?: number;
  /** Whose sub-triangles are reported; 'both' by default. */
  readonly sides?: 'bone' | 'tool' | 'both';
  /** 16 numbers, column-major: tool frame → bone frame. Used if no prop is set; the identity by default. */
  readonly pose?: ArrayLike<number> | null;
  /** The props (actors) that show the bone and the tool: with either, the pose is taken from where they are. */
  readonly boneProp?: vtkProp3D | null;
  readonly toolProp?: vtkProp3D | null;
}

/** Outputs are in the bone's frame: give their actors the bone's matrix. */
export interface vtkKerfContacts extends vtkObject, vtkAlgorithm {
  /**
   * The report of the inputs as they are now.
   * @throws OptionError MISSING_MESH (an input is not set); MeshError, OptionError as createDetectorSync; PoseError.
   */
  getReport(): ContactReport;
  getContactDistance(): number;
  setContactDistance(distance: number): boolean;
  getResolution(): number;
  setResolution(resolution: number): boolean;
  getSides(): 'bone' | 'tool' | 'both';
  setSides(sides: 'bone' | 'tool' | 'both'): boolean;
  getPose(): ArrayLike<number> | null;
  setPose(pose: ArrayLike<number> | null): boolean;
  getBoneProp(): vtkProp3D | null;
  setBoneProp(prop: vtkProp3D | null): boolean;
  getToolProp(): vtkProp3D | null;
  setToolProp(prop: vtkProp3D | null): boolean;
}

type Model = { -readonly [name in keyof KerfContactsOptions]-?: KerfContactsOptions[name] } & {
  classHierarchy: string[];
};

const PROPERTIES = ['contactDistance', 'resolution', 'sides', 'pose', 'boneProp', 'toolProp'];
const DEFAULTS = {
  ...{ contactDistance: 0.2, resolution: 1, sides: 'both', pose: null, boneProp: null, toolProp: null },
} satisfies KerfContactsOptions;
const IDENTITY = Float64Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1);

/** What the kept detector was made for. */
interface Made {
  readonly detector: Detector;
  readonly key: readonly unknown[];
}

function kerfContacts(publicAPI: vtkKerfContacts & Record<string, unknown>, model: Model): void {
  model.classHierarchy.push('vtkKerfContacts');
  let made: Made | null = null;
  let report: ContactReport | null = null;
  let lastPose = new Float64Array(0);

  const pose = (): ArrayLike<number> => {
    const { boneProp, toolProp } = model;
    if (boneProp === null && toolProp === null) return model.pose ?? IDENTITY;
    return relativePose(
      boneProp === null ? IDENTITY : poseOf(boneProp),
      toolProp === null ? IDENTITY : poseOf(toolProp),
    );
  };

  const detectorFor = (bone: vtkPolyData, tool: vtkPolyData): Detector => {
    const { contactDistance, resolution, sides } = model;
    const key = [...stateOf(bone), ...stateOf(tool), contactDistance, resolution, sides];
    if (made?.key.every((value, i) => value === key[i])) return made.detector;
    const [boneMesh, toolMesh] = [
      meshFromPolyData(bone, { name: 'bone' }).mesh,
      meshFromPolyData(tool, { name: 'tool' }).mesh,
    ];
    const options = { bone: boneMesh, tool: toolMesh, contactDistance, resolution, sides };
    const detector = createDetectorSync({ ...options, backend: 'cpu' });
    made?.detector.dispose();
    made = { detector, key };
    return detector;
  };

  const { shouldUpdate } = publicAPI as unknown as { shouldUpdate: () => boolean };
  publicAPI.shouldUpdate = () => {
    const now = pose();
    return lastPose.length !== 16 || lastPose.some((entry, i) => entry !== now[i]) || shouldUpdate();
  };
  publicAPI.requestData = (inData: (vtkPolyData | null)[], outData: vtkPolyData[]) => {
    const [bone, tool] = inData;
    for (const [input, name] of [
      [bone, 'bone'],
      [tool, 'tool'],
    ] as const)
      if (input === null || input === undefined)
        throw new OptionError(
          'MISSING_MESH',
          `vtkKerfContacts has no ${name}: its input ${name === 'bone' ? 0 : 1} is ${input}; set it with setInputData ` +
            'or setInputConnection.',
        );
    lastPose = new Float64Array(0);
    const now = Float64Array.from(pose());
    report = detectorFor(bone as vtkPolyData, tool as vtkPolyData).detectSync(now);
    const { contacts, curves, patches } = polyDataFromReport(report);
    [outData[0], outData[1], outData[2]] = [contacts, curves, patches];
    lastPose = now;
  };
  publicAPI.getReport = () => {
    publicAPI.update();
    return report as ContactReport;
  };
  const superDelete = publicAPI.delete;
  publicAPI.delete = () => {
    made?.detector.dispose();
    made = null;
    superDelete();
  };
}

/** What changes when a polydata does. */
function stateOf(polyData: vtkPolyData): unknown[] {
  return [polyData, polyData.getMTime(), polyData.getPoints().getMTime()];
}

function extend(publicAPI: object, model: object, initialValues: KerfContactsOptions = {}): void {
  Object.assign(model, DEFAULTS, initialValues);
  macro.obj(publicAPI, model);
  macro.algo(publicAPI, model, 2, 3);
  macro.setGet(publicAPI, model, PROPERTIES);
  kerfContacts(publicAPI as vtkKerfContacts & Record<string, unknown>, model as Model);
}

// Marked pure, so that bundles without it leave it out, and what it needs.
const newInstance: (options?: KerfContactsOptions) => vtkKerfContacts = /* @__PURE__ */ macro.newInstance(
  extend,
  'vtkKerfContacts',
);
/** In vtk.js's style: `vtkKerfContacts.newInstance({ contactDistance: 0.2, resolution: 1 })`. */
export const vtkKerfContacts = { newInstance, extend };
