// One kind of large input → read or written by the built package; prints the result. Run with a small heap: storage for
// numbers must lie outside it.

import { readMesh, readSurfaceFromVolume, writeMesh } from '../../dist/index.js';

/** `count` copies of a piece between a head and a tail. */
function repeated(head, piece, count, tail) {
  const text = new TextEncoder();
  const [first, part, last] = [head, piece, tail].map((words) => text.encode(words));
  const bytes = new Uint8Array(first.length + count * part.length + last.length);
  bytes.set(first);
  for (let i = 0, at = first.length; i < count; i++, at += part.length) bytes.set(part, at);
  bytes.set(last, bytes.length - last.length);
  return bytes;
}

const FACET = 'facet normal 0 0 0 outer loop vertex 0 0 0 vertex 1 0 0 vertex 0 1 0 endloop endfacet\n';

/** A VTI of n³ bytes that rise and fall from voxel to voxel. */
function noisyVolume(n) {
  const head =
    '<VTKFile type="ImageData" byte_order="LittleEndian" header_type="UInt64">' +
    `<ImageData WholeExtent="${[n, n, n].map((count) => `0 ${count - 1}`).join(' ')}"><Piece><PointData Scalars="a">` +
    '<DataArray type="UInt8" Name="a" format="appended" offset="0"/></PointData></Piece></ImageData>' +
    '<AppendedData encoding="raw">_';
  const bytes = repeated(`${head}________`, '\0', n ** 3, '</AppendedData></VTKFile>');
  new DataView(bytes.buffer).setBigUint64(head.length, BigInt(n ** 3), true);
  let seed = 1;
  for (let i = 0; i < n ** 3; i++) {
    seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
    bytes[head.length + 8 + i] = seed >>> 24;
  }
  return bytes;
}

const CASES = {
  obj: (count) => readMesh(repeated('', 'v 0 1 2\n', count, 'f 1 2 3\n'), 'obj'),
  'obj-lines': (count) => readMesh(repeated('v 0 0 0\nv 1 0 0\nv 0 1 0\nf', '\\\n', count, ' 1 2 3\n'), 'obj'),
  stl: (count) => readMesh(repeated('solid\n', FACET, count, 'endsolid\n'), 'stl'),
  vtp: (count) => {
    const points = '<Points><DataArray type="Float32" NumberOfComponents="3" format="ascii">';
    const polys = ['connectivity', 'offsets'].map(
      (name, i) => `<DataArray type="Int32" Name="${name}" format="ascii">${['0 1 2', '3'][i]}</DataArray>`,
    );
    const head = `<VTKFile type="PolyData"><PolyData><Piece NumberOfPoints="${count}" NumberOfPolys="1">${points}`;
    const tail = `</DataArray></Points><Polys>${polys.join('')}</Polys></Piece></PolyData></VTKFile>`;
    return readMesh(repeated(head, '0 1 2 ', count, tail), 'vtp');
  },
  volume: (count) => readSurfaceFromVolume(noisyVolume(count), 'vti', 127.5),
  write: (count) => {
    const positions = Float64Array.from({ length: 3 * count }, (_, i) => i / 7);
    const faces = Uint32Array.from({ length: 3 * count }, (_, i) => i % count);
    return readMesh(writeMesh({ positions, faces, name: 'large' }, 'obj'), 'obj');
  },
  tags: (count) =>
    readMesh(repeated('<VTKFile type="PolyData"><PolyData>', '<a></a>', count, '</PolyData></VTKFile>'), 'vtp'),
};

const [name, count] = process.argv.slice(2);
try {
  const { positions, faces } = await CASES[name](Number(count));
  console.log(JSON.stringify({ vertices: positions.length / 3, faces: faces.length / 3, last: positions.at(-1) }));
} catch (error) {
  console.log(JSON.stringify({ refused: error.code, message: error.message }));
}
