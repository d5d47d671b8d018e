// Drawn data → the vtk.js actors that draw it: bone, steel, plain surfaces, marks and lines.

import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import type { Rgb } from './colours.ts';

/** Smooth noise from 0 to 1, with a grain size of 1. */
const GRAIN = /* glsl */ `
float grain(vec3 at) {
  vec3 cell = floor(at);
  vec3 part = at - cell;
  part = part * part * (3.0 - 2.0 * part);
  vec4 near = vec4(0.0, 1.0, 57.0, 58.0) + dot(cell, vec3(1.0, 57.0, 113.0));
  vec4 low = fract(sin(mod(near, 4096.0)) * 43758.5453);
  vec4 high = fract(sin(mod(near + 113.0, 4096.0)) * 43758.5453);
  vec4 across = mix(low, high, part.z);
  vec2 along = mix(across.xz, across.yw, part.x);
  return mix(along.x, along.y, part.y);
}
`;
/**
 * A room reflected in the metal, by the direction of the eye's reflected ray, in the eye's frame: a floor of the bone's
 * colour, a dark wall, a bright ceiling, two lamps with soft edges. Reflection is stronger where the surface is seen at
 * a grazing angle. The metal was ground lengthwise.
 */
const STEEL = /* glsl */ `
  vec3 place = (toolFromView * vec4(vertexVC.xyz, 1.0)).xyz;
  float ground = grain(place * vec3(7.0, 0.12, 7.0)) + 0.6 * grain(place * vec3(19.0, 0.3, 19.0)) - 0.8;
  // From afar its lines are finer than pixels.
  ground *= 1.0 - smoothstep(70.0, 220.0, length(vertexVC.xyz));
  vec3 side = vec3(toolFromView[0][0], toolFromView[1][0], toolFromView[2][0]);
  vec3 eye = normalize(-vertexVC.xyz);
  vec3 thrown = reflect(-eye, normalize(normalVCVSOutput + 0.14 * ground * side));
  vec3 wall = vec3(0.27, 0.30, 0.34);
  vec3 room = mix(wall, vec3(0.84, 0.80, 0.75), 1.0 - smoothstep(-0.95, -0.15, thrown.y));
  room = mix(room, vec3(0.78, 0.83, 0.90), smoothstep(0.0, 0.75, thrown.y));
  room += 0.55 * smoothstep(0.35, 0.98, dot(thrown, normalize(vec3(-0.55, 0.35, 0.70))));
  room += 0.35 * smoothstep(0.70, 0.99, dot(thrown, normalize(vec3(0.70, -0.45, 0.55))));
  float along = pow(1.0 - max(0.0, dot(normalVCVSOutput, eye)), 5.0);
  gl_FragData[0] = vec4(room * mix(ambientColor, vec3(1.0), along) * (0.94 + 0.12 * ground) + 0.25 * along, opacity);
`;

/**
 * Bone is not of one colour: it has grains of about two millimetres and of half a millimetre, in the bone's own frame.
 *
 * The tool shades the bone beside it where the bone faces it, by the distance to the tool's box, in the tool's frame.
 */
const SHADE_DECLARED = /* glsl */ `
uniform mat4 toolFromView;
uniform mat4 boneFromView;
uniform vec3 toolMiddle;
uniform vec3 toolHalf;
uniform float toolReach;
${GRAIN}`;
const SHADE = /* glsl */ `
  vec3 spot = (boneFromView * vec4(vertexVC.xyz, 1.0)).xyz;
  gl_FragData[0].rgb *= 0.93 + 0.09 * grain(spot * 0.45) + 0.05 * grain(spot * 2.1);
  vec3 place = (toolFromView * vec4(vertexVC.xyz, 1.0)).xyz - toolMiddle;
  vec3 away = place - clamp(place, -toolHalf, toolHalf);
  float apart = length(away);
  vec3 facing = mat3(toolFromView) * normalVCVSOutput;
  float faces = smoothstep(-0.1, 0.7, -dot(facing, away) / max(apart, 1e-6));
  gl_FragData[0].rgb *= 1.0 - 0.62 * exp(-apart / toolReach) * faces;
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
}

/** Bone, which has colours by point. @param shade the tool's, read when a frame is drawn. */
export function boneActor(data: vtkPolyData, shade: ToolShade): vtkActor {
  const { actor, mapper } = actorOf(data);
  mapper.setColorModeToDirectScalars();
  const property = actor.getProperty();
  property.setAmbient(0.2);
  property.setDiffuse(0.85);
  property.setSpecular(0.12);
  property.setSpecularPower(18);
  extend(mapper, SHADE_DECLARED, SHADE, (program) => {
    program.setUniformMatrix('toolFromView', shade.toolFromView);
    program.setUniformMatrix('boneFromView', shade.boneFromView);
    program.setUniform3f('toolMiddle', ...shade.middle);
    program.setUniform3f('toolHalf', ...shade.half);
    program.setUniformf('toolReach', shade.reach);
  });
  return actor;
}

/** @param shade gives the tool's place, read when a frame is drawn. */
export function steelActor(data: vtkPolyData, colour: Rgb, shade: ToolShade): vtkActor {
  const actor = surfaceActor(data, colour);
  extend(actor.getMapper() as vtkMapper, `uniform mat4 toolFromView;\n${GRAIN}`, STEEL, (program) =>
    program.setUniformMatrix('toolFromView', shade.toolFromView),
  );
  return actor;
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
}

/** Appends code to vtk.js's fragment shader. @param tell sets its uniforms. */
function extend(mapper: vtkMapper, declared: string, done: string, tell: (program: Program) => void): void {
  const replaced = (at: string, by: string, replaceFirst: boolean) => ({
    ...{ shaderType: 'Fragment', replaceFirst, replaceAll: false },
    ...{ originalValue: `//VTK::Light::${at}`, replacementValue: `${by}\n//VTK::Light::${at}` },
  });
  Object.assign(mapper.getViewSpecificProperties(), {
    // vtk.js removes this marker when it inserts its own declarations.
    OpenGL: { ShaderReplacements: [replaced('Dec', declared, true), replaced('Impl', done, false)] },
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
