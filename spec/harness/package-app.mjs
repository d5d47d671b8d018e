// A user's program with the installed package that uses once each thing with a file, a chunk or a worker of its own.
// The same text runs in Node and, bundled, in a page.

import { boneFromVolume, createDetector, FormatError, inspectMesh, startHapticLoop } from 'kerf';
import { box } from 'kerf/datasets';
import { readMesh, readSurfaceFromVolume, writeMesh } from 'kerf/io';

const bone = box({ size: 10 });
const tool = box({ size: 2 });
const at = (x) => [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, x, 0, 0, 1];
/** Of boxes about the origin, along x: 4 apart, 0.25 apart, cutting, inside. */
const POSES = [10, 6.25, 5, 0];

async function detection() {
  const detector = await createDetector({ bone, tool, contactDistance: 0.5, resolution: 1, backend: 'cpu' });
  const states = [];
  for await (const { state } of detector.detectMany(POSES.flatMap(at), { workers: 2 })) states.push(state);
  detector.editBone({ remove: [0] });
  const { faces } = await detector.compactBone();
  const compact = [...faces.subarray(0, 3), detector.detectSync(at(5)).state];
  detector.dispose();
  return { states, compact };
}

/** A ball of radius 3 voxels in a volume of 9³, as VTI. */
function ball() {
  const side = Array.from({ length: 9 }, (_, i) => i - 4);
  const values = side.flatMap((z) => side.flatMap((y) => side.map((x) => 3 - Math.hypot(x, y, z))));
  const extent = '0 8 0 8 0 8';
  return new TextEncoder().encode(
    `<?xml version="1.0"?>
    <VTKFile type="ImageData" version="1.0" byte_order="LittleEndian">
      <ImageData WholeExtent="${extent}" Origin="0 0 0" Spacing="1 1 1">
        <Piece Extent="${extent}">
          <PointData Scalars="v">
            <DataArray type="Float64" Name="v" format="ascii">${values.join(' ')}</DataArray>
          </PointData>
        </Piece>
      </ImageData>
    </VTKFile>`,
  );
}

async function volume() {
  const { closed, components, volume: inside } = inspectMesh(await readSurfaceFromVolume(ball(), 'vti', 0));
  return { closed, components, share: inside / (36 * Math.PI) };
}

/** A bone with fewer faces, for which the simplifier is loaded; what is no DICOM, for which its reader is. */
async function loadedLate() {
  const { mesh } = await boneFromVolume({ bytes: ball(), format: 'vti' }, { isoValue: 0, faces: 60 });
  const refusal = ({ code }) => code;
  const noDicom = await readSurfaceFromVolume([new Uint8Array(9)], 'dicom', 0).catch(refusal);
  return { coarse: inspectMesh(mesh).closed && mesh.faces.length / 3 < 100, noDicom };
}

function files() {
  const faces = ['stl', 'ply', 'obj', 'vtp', 'vtk'].map((format) => readMesh(writeMesh(bone, format), format).faces);
  try {
    readMesh(new Uint8Array(0), 'stl');
  } catch (error) {
    // Errors of both entries have the same class.
    return { faces: faces.map(({ length }) => length / 3), refused: error instanceof FormatError && error.code };
  }
  return null;
}

async function haptics() {
  const loop = await startHapticLoop({ bone, tool, stiffness: 1 });
  loop.move(at(20));
  for (let waited = 0; waited < 200 && (loop.snapshot()?.ticks ?? 0) < 5; waited++)
    await new Promise((resolve) => setTimeout(resolve, 50));
  const ticks = loop.snapshot()?.ticks ?? 0;
  await loop.stop();
  return { transport: loop.transport, ticked: ticks >= 5 };
}

async function answers() {
  return {
    ...(await detection()),
    volume: await volume(),
    late: await loadedLate(),
    files: files(),
    haptics: await haptics(),
  };
}

globalThis.kerfAnswers = answers;
if (typeof document === 'undefined') console.log(JSON.stringify(await answers()));
