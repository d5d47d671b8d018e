// Two surfaces at a pose, drawn with depth and stencil → the pixels in which their depth extents overlap, and the faces
// at these. This is the classic form, for comparison with kerf's image: G. Baciu, W. S.-K. Wong, H. Sun, "RECODE: an
// image-based collision detection algorithm", 1999.
//
//   depth ▲    ┌──┐                 The overlap of the bodies' boxes is looked at along its thinnest axis. In a pixel
//         │  ──┼──┼── bone's far    the bone's greatest depth is drawn, and the stencil counts the tool's faces, front
//         │    └──┘   tool          and back, that are not behind it; then the bone's least depth, and the tool's faces
//         │  ──────── bone's near   that are not before it. Where neither count is 0, the extents overlap.
//
// A face is kept if its rectangle of pixels, grown by one on every side, contains such a pixel; a pair search runs on
// the faces kept of both bodies. This is not conservative, and no report may rest on it: a pixel is sampled at its
// centre, so faces thinner than a pixel, or seen edge on, may not be drawn anywhere; corners are rounded to the
// rasteriser's fractions of a pixel, and depths to 24 bits. Growing faces does not help if no pixel is marked at all.
// It yields no distance either: it does not find faces that come near without meeting.
//
// It runs wherever there is a GPUDevice, in Node or in a page; WebGPU's constants must be global.

const FORMAT = 'depth24plus-stencil8';
/** The bytes of a texture row in a buffer are a multiple of this. */
const ROW_BYTES = 256;
/** The two looks: the cleared depth, which of the bone's depths is kept, which of the tool's faces are counted. */
const LOOKS = [
  { clear: 0, kept: 'greater', counted: 'less-equal' },
  { clear: 1, kept: 'less', counted: 'greater-equal' },
];

export class StencilOverlap {
  #device;
  /** For each look: the bone's pipeline and the tool's. */
  #pipelines;

  constructor(device, pipelines) {
    this.#device = device;
    this.#pipelines = pipelines;
  }

  static async make(device, code) {
    const module = device.createShaderModule({ label: 'stencil overlap', code });
    const pipelineOf = (depthCompare, isCounted) => {
      const face = { compare: 'always', passOp: isCounted ? 'increment-clamp' : 'keep' };
      return device.createRenderPipelineAsync({
        label: `stencil overlap, ${depthCompare}`,
        layout: 'auto',
        vertex: {
          module,
          buffers: [{ arrayStride: 12, attributes: [{ shaderLocation: 0, offset: 0, format: 'float32x3' }] }],
        },
        primitive: { topology: 'triangle-list', cullMode: 'none' },
        depthStencil: {
          ...{ format: FORMAT, depthCompare, depthWriteEnabled: !isCounted },
          ...{ stencilFront: face, stencilBack: face },
        },
      });
    };
    const pipelines = await Promise.all(
      LOOKS.map(({ kept, counted }) => Promise.all([pipelineOf(kept, false), pipelineOf(counted, true)])),
    );
    return new StencilOverlap(device, pipelines);
  }

  /** See stencil-overlap.d.mts. */
  async look(bone, tool, pose, across) {
    const positions = [bone.positions, posed(tool.positions, pose)];
    const boxes = positions.map(boxOf);
    const overlap = overlapOf(boxes);
    if (overlap === null) return null;
    const image = imageOf(overlap, boxes, across);
    const corners = [bone, tool].map(({ faces }, body) => cornersIn(image, positions[body], faces));
    const [beforeFar, behindNear] = await this.#draw(image, corners);
    const mask = beforeFar.map((count, pixel) => Number(count > 0 && behindNear[pixel] > 0));
    const sums = sumsOf(image, mask);
    const [boneFaces, toolFaces] = corners.map((own) => facesAt(image, overlap, sums, own));
    return { ...image, beforeFar, behindNear, mask, boneFaces, toolFaces };
  }

  /** @returns for each look, the counts of all pixels. */
  async #draw({ columns, rows }, corners) {
    const device = this.#device;
    const made = [];
    const keep = (resource) => {
      made.push(resource);
      return resource;
    };
    const buffers = corners.map((exact) => {
      const own = Float32Array.from(exact);
      const buffer = keep(device.createBuffer({ size: own.byteLength, usage: GPUBufferUsage.VERTEX | GPUBufferUsage.COPY_DST })); // biome-ignore format: one call
      device.queue.writeBuffer(buffer, 0, own);
      return buffer;
    });
    const bytesPerRow = ROW_BYTES * Math.ceil(columns / ROW_BYTES);
    const encoder = device.createCommandEncoder();
    const readings = LOOKS.map(({ clear }, look) => {
      const texture = keep(
        device.createTexture({
          ...{ size: [columns, rows], format: FORMAT },
          usage: GPUTextureUsage.RENDER_ATTACHMENT | GPUTextureUsage.COPY_SRC,
        }),
      );
      const pass = encoder.beginRenderPass({
        colorAttachments: [],
        depthStencilAttachment: {
          ...{ view: texture.createView(), depthClearValue: clear, depthLoadOp: 'clear', depthStoreOp: 'discard' },
          ...{ stencilClearValue: 0, stencilLoadOp: 'clear', stencilStoreOp: 'store' },
        },
      });
      buffers.forEach((buffer, body) => {
        pass.setPipeline(this.#pipelines[look][body]);
        pass.setVertexBuffer(0, buffer);
        pass.draw(corners[body].length / 3);
      });
      pass.end();
      const back = keep(device.createBuffer({ size: bytesPerRow * rows, usage: GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ })); // biome-ignore format: one call
      encoder.copyTextureToBuffer({ texture, aspect: 'stencil-only' }, { buffer: back, bytesPerRow }, [columns, rows]);
      return back;
    });
    device.queue.submit([encoder.finish()]);
    const counts = await Promise.all(
      readings.map(async (back) => {
        await back.mapAsync(GPUMapMode.READ);
        const bytes = new Uint8Array(back.getMappedRange());
        const out = new Uint8Array(columns * rows);
        for (let row = 0; row < rows; row++)
          out.set(bytes.subarray(bytesPerRow * row, bytesPerRow * row + columns), columns * row);
        return out;
      }),
    );
    for (const resource of made) resource.destroy();
    return counts;
  }
}

/** Positions in the bone's frame. @param m 16 numbers, column-major. */
function posed(positions, m) {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < out.length; i += 3)
    for (let k = 0; k < 3; k++)
      out[i + k] = m[k] * positions[i] + m[4 + k] * positions[i + 1] + m[8 + k] * positions[i + 2] + m[12 + k];
  return out;
}

/** Low x, y, z, high x, y, z. */
function boxOf(positions) {
  const box = [...Array(3).fill(Number.POSITIVE_INFINITY), ...Array(3).fill(Number.NEGATIVE_INFINITY)];
  for (let i = 0; i < positions.length; i++) {
    box[i % 3] = Math.min(box[i % 3], positions[i]);
    box[3 + (i % 3)] = Math.max(box[3 + (i % 3)], positions[i]);
  }
  return box;
}

function overlapOf([a, b]) {
  const box = a.map((x, i) => (i < 3 ? Math.max(x, b[i]) : Math.min(x, b[i])));
  return [0, 1, 2].some((k) => box[k] > box[3 + k]) ? null : box;
}

/**
 * Square pixels over the overlap, `across` of them along its longer visible side; in depth the box holds both bodies
 * whole, since clipping would change their extents.
 */
function imageOf(overlap, [a, b], across) {
  const sizes = [0, 1, 2].map((k) => overlap[3 + k] - overlap[k]);
  const axis = sizes.indexOf(Math.min(...sizes));
  const [u, v] = [(axis + 1) % 3, (axis + 2) % 3];
  const longer = Math.max(sizes[u], sizes[v]);
  const pixelsOf = (size) => Math.max(1, Math.ceil((across * size) / longer || 0));
  const box = [...overlap];
  box[axis] = Math.min(a[axis], b[axis]);
  box[3 + axis] = Math.max(a[3 + axis], b[3 + axis]);
  return { box, axis, columns: pixelsOf(sizes[u]), rows: pixelsOf(sizes[v]) };
}

/** A coordinate along axis k relative to the box; monotonic: a greater coordinate never gets a smaller result. */
function partOf(box, x, k) {
  const size = box[3 + k] - box[k];
  return (x - box[k]) / (size > 0 ? size : 1);
}

/** Nine numbers per face: u, v and depth of its corners, relative to the box. */
function cornersIn({ box, axis }, positions, faces) {
  const out = new Float64Array(3 * faces.length);
  for (let i = 0; i < out.length; i++) {
    const k = (axis + 1 + (i % 3)) % 3;
    out[i] = partOf(box, positions[3 * faces[Math.floor(i / 3)] + k], k);
  }
  return out;
}

/** For each corner of the pixels, how many pixels of the mask lie before it in both directions. */
function sumsOf({ columns, rows }, mask) {
  const sums = new Uint32Array((columns + 1) * (rows + 1));
  for (let row = 0; row < rows; row++)
    for (let column = 0, sum = 0; column < columns; column++) {
      sum += mask[columns * row + column];
      const at = (columns + 1) * row + column + 1;
      sums[at + columns + 1] = sums[at] + sum;
    }
  return sums;
}

/** The faces whose rectangles, grown by a pixel, contain one of the mask, and that reach the overlap in depth. */
function facesAt({ box, axis, columns, rows }, overlap, sums, corners) {
  const found = [];
  const [near, far] = [partOf(box, overlap[axis], axis), partOf(box, overlap[3 + axis], axis)];
  const [low, high] = [[0, 0, 0], [0, 0, 0]]; // biome-ignore format: a pair
  for (let at = 0; at < corners.length; at += 9) {
    for (let k = 0; k < 3; k++) {
      low[k] = Math.min(corners[at + k], corners[at + 3 + k], corners[at + 6 + k]);
      high[k] = Math.max(corners[at + k], corners[at + 3 + k], corners[at + 6 + k]);
    }
    const firstColumn = Math.max(0, Math.floor(low[0] * columns) - 1);
    const endColumn = Math.min(columns, Math.floor(high[0] * columns) + 2);
    const firstRow = Math.max(0, Math.floor(low[1] * rows) - 1);
    const endRow = Math.min(rows, Math.floor(high[1] * rows) + 2);
    if (firstColumn >= endColumn || firstRow >= endRow || low[2] > far || high[2] < near) continue;
    const before = (row, column) => sums[(columns + 1) * row + column];
    const held =
      before(endRow, endColumn) -
      before(firstRow, endColumn) -
      before(endRow, firstColumn) +
      before(firstRow, firstColumn);
    if (held > 0) found.push(at / 9);
  }
  return Uint32Array.from(found);
}
