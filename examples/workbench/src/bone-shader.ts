// Light, grain and the tool's shade on bone: GLSL for vtk.js's fragment shader.
//
// A CPU may have to draw it, several times for a pixel where surfaces lie behind each other: code that changes nothing
// where a pixel is stands behind a condition, and powers are products.

import { LAMPS } from './colours.ts';

const vec3 = (numbers: readonly number[]) => `vec3(${numbers.map((x) => x.toFixed(6)).join(', ')})`;
const toward = LAMPS.map(({ from }) => vec3(from.map((x) => x / Math.hypot(...from))));

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
/** A lamp's light: as much as the surface faces it, and a gleam of the power 18 where the eye's ray is thrown to it. */
const lit = ({ colour, power }: (typeof LAMPS)[number], direction: string) => /* glsl */ `
  faced = dot(normalVCVSOutput, ${direction});
  if (faced > 0.0) {
    lamp = ${vec3(colour.map((x) => x * power))};
    light += faced * lamp;
    float gleam = max(1e-5, dot(thrown, ${direction}));
    gleam *= gleam;
    float eighth = gleam * gleam;
    eighth *= eighth;
    shine += eighth * eighth * gleam * lamp;
  }`;

/**
 * Bone is not of one colour: it has grains of about two millimetres and of half a millimetre, in the bone's own frame.
 *
 * All else here is about the tool's box, in the tool's frame, which a ray's three slabs meet between `enter` and
 * `leave`. The box takes light from the bone beside it, most where the bone faces it, and still half where a blade
 * stands on it. It casts the first lamp's shadow, which fades with the distance from box to bone. Bone that covers a
 * box close behind it is pale and faded, so that a buried tool is seen through it: the tool is drawn before the bone.
 * What is left out by a condition is less than half a step of a byte.
 */
export const BONE_DECLARED = /* glsl */ `
uniform mat4 toolFromView;
uniform mat4 boneFromView;
uniform vec3 toolMiddle;
uniform vec3 toolHalf;
uniform float toolReach;
uniform float toolShown;
uniform int isCoarse;
vec2 meetsTool(vec3 from, vec3 ray) {
  vec3 each = 1.0 / (ray + vec3(1e-6) * (step(0.0, ray) * 2.0 - 1.0));
  vec3 a = (-toolHalf - from) * each;
  vec3 b = (toolHalf - from) * each;
  vec3 low = min(a, b);
  vec3 high = max(a, b);
  return vec2(max(max(low.x, low.y), max(low.z, 0.0)), min(high.x, min(high.y, high.z)));
}
${GRAIN}`;

export const BONE = /* glsl */ `
  vec3 eye = normalize(-vertexVC.xyz);
  vec3 thrown = reflect(-eye, normalVCVSOutput);
  vec3 light = vec3(0.0);
  vec3 shine = vec3(0.0);
  vec3 lamp;
  float faced;
  ${LAMPS.map((one, i) => lit(one, toward[i])).join('')}
  gl_FragData[0] = vec4(ambientColor * ambient + diffuseColor * diffuse * light + specular * shine, opacity);
  vec3 spot = (boneFromView * vec4(vertexVC.xyz, 1.0)).xyz;
  float grains = 0.09 * grain(spot * 0.45);
  if (isCoarse == 0) grains += 0.05 * grain(spot * 2.1);
  else grains += 0.025;
  gl_FragData[0].rgb *= 0.93 + grains;
  vec3 place = (toolFromView * vec4(vertexVC.xyz, 1.0)).xyz - toolMiddle;
  vec3 away = place - clamp(place, -toolHalf, toolHalf);
  float apart = length(away);
  if (toolShown > 0.0 && apart < 26.0 * toolReach) {
    float taken = 0.0;
    if (apart < 6.0 * toolReach) {
      float faces = smoothstep(-0.7, 0.7, -dot(mat3(toolFromView) * normalVCVSOutput, away) / max(apart, 1e-6));
      taken = 0.72 * exp(-apart / toolReach) * faces;
    }
    float edge = 0.5 * min(toolHalf.x, min(toolHalf.y, toolHalf.z));
    faced = dot(normalVCVSOutput, ${toward[0]});
    if (faced > 0.0) {
      vec2 dark = meetsTool(place, mat3(toolFromView) * ${toward[0]});
      if (dark.y > dark.x) {
        float shadow = smoothstep(0.0, edge, dark.y - dark.x) * smoothstep(0.0, 0.3, faced);
        taken = max(taken, shadow * 0.5 * exp(-dark.x / (5.0 * toolReach)));
      }
    }
    gl_FragData[0].rgb *= 1.0 - taken;
    vec2 behind = meetsTool(place, mat3(toolFromView) * -eye);
    if (behind.y > max(behind.x, edge) && behind.x < 3.0 * toolReach) {
      float covers = smoothstep(0.0, 2.0 * edge, behind.y - behind.x) * (1.0 - smoothstep(0.0, 3.0, behind.x / toolReach));
      gl_FragData[0].rgb = mix(gl_FragData[0].rgb, vec3(0.72, 0.75, 0.78), 0.25 * covers);
      gl_FragData[0].a *= 1.0 - 0.4 * covers;
    }
  }
`;
