// Drawn data → the vtk.js actors that draw it: bone, steel, plain surfaces, marks and lines.

import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import { BONE, BONE_DECLARED } from './bone-shader.ts';
import type { Rgb } from './colours.ts';

/**
 * A room reflected in the metal, by the direction of the eye's reflected ray, in the eye's frame: a floor of the bone's
 * colour, a dark wall, a bright ceiling, two lamps with soft edges. Reflection is stronger where the surface is seen at
 * a grazing angle. A flat blade would show one spot of the room, so its faces are drawn as if ground hollow: across the
 * blade and along it, the normal turns by about ten degrees each way.
 */
const STEEL = /* glsl */ `
  vec3 place = (toolFromView * vec4(vertexVC.xyz, 1.0)).xyz - toolMiddle;
  vec2 turned = clamp(place.xy / max(toolHalf.xy, vec2(1e-6)), -1.0, 1.0);
  vec3 side = vec3(toolFromView[0][0], toolFromView[1][0], toolFromView[2][0]);
  vec3 upward = vec3(toolFromView[0][1], toolFromView[1][1], toolFromView[2][1]);
  vec3 eye = normalize(-vertexVC.xyz);
  vec3 thrown = reflect(-eye, normalize(normalVCVSOutput + 0.20 * turned.x * side - 0.16 * turned.y * upward));
  vec3 room = mix(vec3(0.30, 0.33, 0.37), vec3(0.70, 0.66, 0.61), 1.0 - smoothstep(-0.95, -0.10, thrown.y));
  room = mix(room, vec3(0.80, 0.85, 0.92), smoothstep(-0.05, 0.60, thrown.y));
  room += 0.60 * smoothstep(0.35, 0.97, dot(thrown, normalize(vec3(-0.55, 0.35, 0.70))));
  room += 0.35 * smoothstep(0.70, 0.99, dot(thrown, normalize(vec3(0.70, -0.45, 0.55))));
  float along = pow(1.0 - max(0.0, dot(normalVCVSOutput, eye)), 5.0);
  gl_FragData[0] = vec4(room * mix(ambientColor, vec3(1.0), along) + 0.25 * along, opacity);
`;

/** Uniforms of the bone's shader, set before each frame. */
export interface ToolShade {
  /** View → tool frame and bone frame, 16 numbers each, column-major. */
  toolFromView: Float32Array;
  boneFromView: Float32Array;
  /** mm, tool frame: the middle and half the edges of the tool's box. */
  middle: readonly [number, number, number];
  half: readonly [number, number, number];
  /** mm over which the tool's shade fades to a third; greater for a larger tool. */
  reach: number;
  /** A tool that is not drawn has no shade. */
  isShown: boolean;
  /** Whether bone is drawn without its finer grain, which a coarse frame does not show. */
  isCoarse: boolean;
}

/** Bone, which has colours by point. @param shade the tool's, read when a frame is drawn. */
export function boneActor(data: vtkPolyData, shade: ToolShade): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setColorModeToDirectScalars();
  const property = actor.getProperty();
  property.setAmbient(0.2);
  property.setDiffuse(0.85);
  property.setSpecular(0.12);
  extend(mapper, BONE_DECLARED, BONE, (program) => {
    tellTool(program, shade);
    program.setUniformMatrix('boneFromView', shade.boneFromView);
    program.setUniformf('toolReach', shade.reach);
    program.setUniformf('toolShown', shade.isShown ? 1 : 0);
    program.setUniformi('isCoarse', shade.isCoarse ? 1 : 0);
  });
  return actor;
}

/** @param shade gives the tool's place, read when a frame is drawn. */
export function steelActor(data: vtkPolyData, colour: Rgb, shade: ToolShade): vtkActor {
  const actor = surfaceActor(data, colour);
  const declared = 'uniform mat4 toolFromView;\nuniform vec3 toolMiddle;\nuniform vec3 toolHalf;';
  extend(actor.getMapper() as vtkMapper, declared, STEEL, (program) => tellTool(program, shade));
  return actor;
}

function tellTool(program: Program, { toolFromView, middle, half }: ToolShade): void {
  program.setUniformMatrix('toolFromView', toolFromView);
  program.setUniform3f('toolMiddle', ...middle);
  program.setUniform3f('toolHalf', ...half);
}

export function surfaceActor(data: vtkPolyData, colour: Rgb): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setScalarVisibility(false);
  const property = actor.getProperty();
  property.setColor(...colour);
  property.setAmbient(0.25);
  property.setDiffuse(0.8);
  property.setSpecular(0.2);
  property.setSpecularPower(20);
  return actor;
}

/** One colour, without light, drawn in front of a coincident surface. */
export function coverActor(data: vtkPolyData, colour: Rgb): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setScalarVisibility(false);
  mapper.setResolveCoincidentTopologyToPolygonOffset();
  mapper.setRelativeCoincidentTopologyPolygonOffsetParameters(-1, -1);
  actor.getProperty().setColor(...colour);
  actor.getProperty().setLighting(false);
  return actor;
}

/** The colours of its points or cells, without light. */
export function colouredActor(data: vtkPolyData): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setColorModeToDirectScalars();
  actor.getProperty().setLighting(false);
  return actor;
}

export function lineActor(data: vtkPolyData, colour: Rgb, width: number): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setScalarVisibility(false);
  mapper.setResolveCoincidentTopologyToPolygonOffset();
  mapper.setRelativeCoincidentTopologyLineOffsetParameters(-2, -2);
  actor.getProperty().setColor(...colour);
  actor.getProperty().setLighting(false);
  actor.getProperty().setLineWidth(width);
  return actor;
}

function actorOf(data: vtkPolyData): { actor: vtkActor; mapper: vtkMapper } {
  const mapper = vtkMapper.newInstance();
  mapper.setInputData(data);
  const actor = vtkActor.newInstance();
  actor.setMapper(mapper);
  return { actor, mapper };
}

/** What vtk.js passes to a shader's callback; its types do not declare it. */
interface Program {
  isUniformUsed(name: string): boolean;
  setUniformMatrix(name: string, value: Float32Array): void;
  setUniform3f(name: string, x: number, y: number, z: number): void;
  setUniformf(name: string, value: number): void;
  setUniformi(name: string, value: number): void;
}

/** Replaces the light in vtk.js's fragment shader. @param tell sets the code's uniforms. */
function extend(mapper: vtkMapper, declared: string, done: string, tell: (program: Program) => void): void {
  const replaced = (at: string, by: string) => ({
    ...{ shaderType: 'Fragment', replaceFirst: true, replaceAll: false },
    ...{ originalValue: `//VTK::Light::${at}`, replacementValue: by },
  });
  Object.assign(mapper.getViewSpecificProperties(), {
    // vtk.js then finds no place for its own, which a CPU that draws would take as long for as for all else.
    OpenGL: { ShaderReplacements: [replaced('Dec', declared), replaced('Impl', done)] },
    ShadersCallbacks: [
      {
        callback(_data: unknown, cells: { getProgram(): Program }): void {
          // vtk.js draws edges and lines with other programs.
          const program = cells.getProgram();
          if (program.isUniformUsed('toolFromView')) tell(program);
        },
      },
    ],
  });
}
