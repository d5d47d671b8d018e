// Drawn data → the vtk.js actors that draw it: bone, steel, plain surfaces, marks and lines.

import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import vtkActor from '@kitware/vtk.js/Rendering/Core/Actor.js';
import vtkMapper from '@kitware/vtk.js/Rendering/Core/Mapper.js';
import { LAMPS, type Rgb } from './colours.ts';

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

/**
 * Bone is not of one colour: it has grains of about two millimetres and of half a millimetre, in the bone's own frame.
 *
 * All else here is about the tool's box, in the tool's frame, which a ray's three slabs meet between `enter` and
 * `leave`. The box takes light from the bone beside it, most where the bone faces it, and still half where a blade
 * stands on it. It casts the first lamp's shadow, which fades with the distance from box to bone. Bone that covers a
 * box close behind it is pale and faded, so that a buried tool is seen through it: the tool is drawn before the bone.
 */
const SHADE_DECLARED = /* glsl */ `
uniform mat4 toolFromView;
uniform mat4 boneFromView;
uniform vec3 toolMiddle;
uniform vec3 toolHalf;
uniform float toolReach;
uniform float toolShown;
vec2 meetsTool(vec3 from, vec3 ray) {
  vec3 each = 1.0 / (ray + vec3(1e-6) * (step(0.0, ray) * 2.0 - 1.0));
  vec3 a = (-toolHalf - from) * each;
  vec3 b = (toolHalf - from) * each;
  vec3 low = min(a, b);
  vec3 high = max(a, b);
  return vec2(max(max(low.x, low.y), max(low.z, 0.0)), min(high.x, min(high.y, high.z)));
}
${GRAIN}`;
const SHADE = /* glsl */ `
  vec3 spot = (boneFromView * vec4(vertexVC.xyz, 1.0)).xyz;
  gl_FragData[0].rgb *= 0.93 + 0.09 * grain(spot * 0.45) + 0.05 * grain(spot * 2.1);
  vec3 place = (toolFromView * vec4(vertexVC.xyz, 1.0)).xyz - toolMiddle;
  vec3 away = place - clamp(place, -toolHalf, toolHalf);
  float apart = length(away);
  vec3 facing = mat3(toolFromView) * normalVCVSOutput;
  float faces = smoothstep(-0.7, 0.7, -dot(facing, away) / max(apart, 1e-6));
  float taken = 0.72 * exp(-apart / toolReach) * faces;
  vec3 lamp = normalize(vec3(${LAMPS[0].from.map((x) => x.toFixed(2)).join(', ')}));
  vec2 dark = meetsTool(place, mat3(toolFromView) * lamp);
  float edge = 0.5 * min(toolHalf.x, min(toolHalf.y, toolHalf.z));
  float shadow = smoothstep(0.0, edge, dark.y - dark.x) * smoothstep(0.0, 0.3, dot(normalVCVSOutput, lamp));
  shadow *= 0.5 * exp(-dark.x / (5.0 * toolReach));
  gl_FragData[0].rgb *= 1.0 - toolShown * max(taken, shadow);
  vec2 behind = meetsTool(place, normalize(mat3(toolFromView) * vertexVC.xyz));
  float covers = smoothstep(0.0, 2.0 * edge, behind.y - behind.x) * (1.0 - smoothstep(0.0, 3.0, behind.x / toolReach));
  covers *= toolShown * step(edge, behind.y);
  gl_FragData[0].rgb = mix(gl_FragData[0].rgb, vec3(0.72, 0.75, 0.78), 0.25 * covers);
  gl_FragData[0].a *= 1.0 - 0.4 * covers;
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
    tellTool(program, shade);
    program.setUniformMatrix('boneFromView', shade.boneFromView);
    program.setUniformf('toolReach', shade.reach);
    program.setUniformf('toolShown', shade.isShown ? 1 : 0);
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
