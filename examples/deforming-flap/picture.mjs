// Surfaces, dots and a view → the bytes of a PNG file: the nearest surface at each pixel, shaded, with shadows.

import { deflateSync } from 'node:zlib';

/** Supersampling: pixels along each side of a pixel, which are averaged. */
const FINER = 2;
/** mm: a point no farther than this behind another surface, seen from the light, is not in its shadow. */
const BIAS = 1.5;
/** Brightness of a surface in shadow whose normal is perpendicular to the light. */
const DUSK = 0.5;
const PAPER = [250, 250, 248];

/**
 * @param surfaces each with positions, faces and colourOf(face, isFront): [red, green, blue], 0 to 255.
 * @param dots each with point, radius (mm) and colour: drawn flat, and hidden by anything nearer.
 * @param view centre, toward (the viewer), up, light (toward it), width and height in pixels, scale in pixels a mm.
 */
export function drawPicture({ surfaces, dots, view }) {
  const [width, height] = [FINER * view.width, FINER * view.height];
  const eye = projector({ ...view, width, height, scale: FINER * view.scale });
  // The light sees the same place at the viewer's resolution.
  const lamp = projector({ ...view, toward: view.light, width, height, scale: FINER * view.scale });
  const seen = emptyBuffer(width, height);
  const lit = emptyBuffer(width, height);
  for (const [n, surface] of surfaces.entries()) {
    rasterise(surface, n + 1, eye, seen);
    rasterise(surface, n + 1, lamp, lit);
  }
  const shaders = surfaces.map((surface) => shader(surface, view, lamp, lit));
  const pixels = new Uint8Array(3 * width * height).map((_, i) => PAPER[i % 3]);
  for (let pixel = 0; pixel < width * height; pixel++) {
    const number = seen.surface[pixel];
    if (number > 0) pixels.set(shaders[number - 1](seen.face[pixel], seen.u[pixel], seen.v[pixel]), 3 * pixel);
  }
  for (const dot of dots) drawDot(dot, eye, FINER * view.scale, seen.depth, { width, height, pixels });
  return encodePng(averaged(pixels, view.width, view.height), view.width, view.height);
}

/**
 * Each pixel's nearest face: its nearness (mm), its surface (from 1; 0: none), its number, and the weights of its first
 * two corners there.
 */
function emptyBuffer(width, height) {
  const count = width * height;
  return {
    ...{ width, height },
    depth: new Float32Array(count).fill(Number.NEGATIVE_INFINITY),
    ...{ surface: new Uint8Array(count), face: new Uint32Array(count) },
    ...{ u: new Float32Array(count), v: new Float32Array(count) },
  };
}

/** A point → x and y in pixels, to the right and down, and its nearness, mm. */
function projector({ centre, toward, up, width, height, scale }) {
  const z = unit(toward);
  const x = unit(cross(up, z));
  const y = cross(z, x);
  return (point) => {
    const from = minus(point, centre);
    return [width / 2 + scale * dot(x, from), height / 2 - scale * dot(y, from), dot(z, from)];
  };
}

/** Draws a surface into a buffer, at the pixels at which it is the nearest surface yet. */
function rasterise({ positions, faces }, number, project, buffer) {
  const { width, height, depth } = buffer;
  const at = Array.from({ length: positions.length / 3 }, (_, v) => project(pointOf(positions, v)));
  for (let face = 0; face < faces.length / 3; face++) {
    const [[ax, ay, az], [bx, by, bz], [cx, cy, cz]] = [0, 1, 2].map((k) => at[faces[3 * face + k]]);
    const area = (bx - ax) * (cy - ay) - (cx - ax) * (by - ay);
    if (area === 0) continue;
    const right = Math.min(width - 1, Math.max(ax, bx, cx) - 0.5);
    const bottom = Math.min(height - 1, Math.max(ay, by, cy) - 0.5);
    for (let j = Math.max(0, Math.ceil(Math.min(ay, by, cy) - 0.5)); j <= bottom; j++)
      for (let i = Math.max(0, Math.ceil(Math.min(ax, bx, cx) - 0.5)); i <= right; i++) {
        const u = ((cx - bx) * (j + 0.5 - by) - (i + 0.5 - bx) * (cy - by)) / area;
        const v = ((ax - cx) * (j + 0.5 - cy) - (i + 0.5 - cx) * (ay - cy)) / area;
        const near = u * az + v * bz + (1 - u - v) * cz;
        const pixel = i + width * j;
        if (u < 0 || v < 0 || u + v > 1 || near <= depth[pixel]) continue;
        depth[pixel] = near;
        buffer.surface[pixel] = number;
        buffer.face[pixel] = face;
        buffer.u[pixel] = u;
        buffer.v[pixel] = v;
      }
  }
}

/** @returns a function: a face and weights → the colour there. */
function shader({ positions, faces, colourOf }, view, lamp, lit) {
  const normals = vertexNormals(positions, faces);
  const [light, toward] = [unit(view.light), unit(view.toward)];
  return (face, u, v) => {
    const [a, b, c] = [3 * faces[3 * face], 3 * faces[3 * face + 1], 3 * faces[3 * face + 2]];
    const at = (of, k) => u * of[a + k] + v * of[b + k] + (1 - u - v) * of[c + k];
    const mixed = (of) => [at(of, 0), at(of, 1), at(of, 2)];
    const normal = mixed(normals);
    const isFront = dot(normal, toward) > 0;
    const facing = ((isFront ? 1 : -1) * dot(normal, light)) / Math.sqrt(dot(normal, normal));
    const [x, y, depth] = lamp(mixed(positions));
    const [i, j] = [Math.floor(x), Math.floor(y)];
    const isInside = i >= 0 && i < lit.width && j >= 0 && j < lit.height;
    const isLit = facing > 0 && !(isInside && depth < lit.depth[i + lit.width * j] - BIAS);
    const bright = DUSK + 0.15 * facing + (isLit ? 0.37 * facing : 0);
    return colourOf(face, isFront).map((shade) => Math.min(255, shade * bright));
  };
}

/** The sum of the faces' normals at each vertex, not of unit length. */
function vertexNormals(positions, faces) {
  const normals = new Float64Array(positions.length);
  for (let i = 0; i < faces.length; i += 3) {
    const corners = [...faces.subarray(i, i + 3)];
    const [a, b, c] = corners.map((v) => pointOf(positions, v));
    const normal = cross(minus(b, a), minus(c, a));
    for (const v of corners) for (let k = 0; k < 3; k++) normals[3 * v + k] += normal[k];
  }
  return normals;
}

function drawDot({ point, radius, colour }, project, scale, nearest, { width, height, pixels }) {
  const [x, y, near] = project(point);
  const size = radius * scale;
  for (let j = Math.max(0, Math.floor(y - size)); j < Math.min(height, y + size); j++)
    for (let i = Math.max(0, Math.floor(x - size)); i < Math.min(width, x + size); i++)
      if (Math.hypot(i + 0.5 - x, j + 0.5 - y) <= size && near + radius > nearest[i + width * j])
        pixels.set(colour, 3 * (i + width * j));
}

function averaged(pixels, width, height) {
  const out = new Uint8Array(3 * width * height);
  for (let i = 0; i < out.length; i++) {
    const [pixel, k] = [Math.floor(i / 3), i % 3];
    const [column, row] = [FINER * (pixel % width), FINER * Math.floor(pixel / width)];
    let sum = 0;
    for (let n = 0; n < FINER * FINER; n++)
      sum += pixels[3 * (column + (n % FINER) + FINER * width * (row + Math.floor(n / FINER))) + k];
    out[i] = Math.round(sum / FINER ** 2);
  }
  return out;
}

/** RGB of 8 bits → PNG (ISO/IEC 15948). */
function encodePng(pixels, width, height) {
  const rows = Buffer.alloc(height * (3 * width + 1));
  for (let j = 0; j < height; j++)
    rows.set(pixels.subarray(3 * width * j, 3 * width * (j + 1)), j * (3 * width + 1) + 1);
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(rows)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
}

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type), data]);
  let crc = 0xffffffff;
  for (const byte of body) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const ends = Buffer.alloc(8);
  ends.writeUInt32BE(data.length, 0);
  ends.writeUInt32BE(~crc >>> 0, 4);
  return Buffer.concat([ends.subarray(0, 4), body, ends.subarray(4)]);
}

const dot = (u, v) => u[0] * v[0] + u[1] * v[1] + u[2] * v[2];
const cross = (u, v) => [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
const minus = (u, v) => [u[0] - v[0], u[1] - v[1], u[2] - v[2]];
const pointOf = (positions, v) => [positions[3 * v], positions[3 * v + 1], positions[3 * v + 2]];

function unit(u) {
  const length = Math.hypot(...u);
  return u.map((x) => x / length);
}
