// Meshes and reports as polydata: what is shared, and each cell against the row that it shows.

import { beforeAll, describe, expect, test } from '@jest/globals';
import type vtkPolyData from '@kitware/vtk.js/Common/DataModel/PolyData.js';
import { box, meshCorpus, sawBlade, sphere } from '#datasets';
import { type ContactReport, createDetector, createMesh } from '#kerf';
import { cellsPolyData } from '#poly-data/cells-poly-data.ts';
import { meshFromPolyData, polyDataFromMesh, polyDataFromReport } from '#vtk';

describe('polyDataFromMesh, and back', () => {
  test.each([
    ...meshCorpus()
      .flatMap(({ bone, tool }) => [bone, tool])
      .slice(0, 40)
      .map((mesh, i) => [`${i}: ${mesh.name}`, mesh] as const),
    ['a saw', sawBlade({ targetFaces: 2_000 })] as const,
    [
      'a sphere of f32',
      createMesh(
        Float32Array.from(sphere({ radius: 3, subdivisions: 2 }).positions),
        sphere({ radius: 3, subdivisions: 2 }).faces,
      ),
    ] as const,
  ])('%s: the same positions, shared, and the same faces', (_, mesh) => {
    const polyData = polyDataFromMesh(mesh);
    expect(polyData.getPoints().getData()).toBe(mesh.positions);
    expect(polyData.getNumberOfPolys()).toBe(mesh.faces.length / 3);
    const back = meshFromPolyData(polyData, { name: mesh.name });
    expect(back.mesh.positions).toBe(mesh.positions);
    expect(back.mesh.faces).toEqual(mesh.faces);
    expect(back.mesh.name).toBe(mesh.name);
    expect(back.cellOfFace).toEqual(Uint32Array.from({ length: mesh.faces.length / 3 }, (_, face) => face));
    expect(back.skipped).toEqual({ verts: 0, lines: 0 });
  });

  test('a mesh that is none is refused before anything is made', () => {
    expect(() =>
      polyDataFromMesh({ positions: new Float64Array(9), faces: Uint32Array.of(0, 1, 7), name: 'bad' }),
    ).toThrow(expect.objectContaining({ code: 'INDEX_OUT_OF_RANGE' }));
  });
});

describe('cells of one size', () => {
  const points = Float32Array.from({ length: 18 }, (_, i) => i);
  const cellsOf = (polyData: vtkPolyData) =>
    [polyData.getVerts(), polyData.getLines(), polyData.getPolys()].map((cells) => Array.from(cells.getData()));
  test.each([
    [1, [1, 0, 1, 1, 1, 2, 1, 3, 1, 4, 1, 5]],
    [2, [2, 0, 1, 2, 2, 3, 2, 4, 5]],
    [3, [3, 0, 1, 2, 3, 3, 4, 5]],
  ] as const)('%d: each point in one cell; or the cells that are given', (size, own) => {
    const polyData = cellsPolyData(points, size);
    expect(polyData.getPoints().getData()).toBe(points);
    expect(cellsOf(polyData)).toEqual([1, 2, 3].map((other) => (other === size ? own : [])));
    const corners = Uint32Array.from({ length: size }, (_, k) => 5 - k);
    expect(cellsOf(cellsPolyData(points, size, corners))[size - 1]).toEqual([size, ...corners]);
  });
});

describe('polyDataFromReport', () => {
  let report: ContactReport;
  beforeAll(async () => {
    const bodies = { bone: sphere({ radius: 5, subdivisions: 2 }), tool: box({ size: [4, 3, 2] }) };
    const detector = await createDetector({ ...bodies, contactDistance: 0.3, resolution: 1, backend: 'cpu' });
    report = detector.detectSync([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0.3, 0.2, 5.1, 1]);
    detector.dispose();
  });
  const columnsOf = (attributes: { getArrays(): { getName(): string; getData(): unknown }[] }) =>
    Object.fromEntries(attributes.getArrays().map((array) => [array.getName(), array.getData()]));

  test('contacts: a triangle for each row, with the columns of the table', () => {
    const { contacts: table } = report;
    expect(table.length).toBeGreaterThan(50);
    const { contacts } = polyDataFromReport(report);
    expect(contacts.getNumberOfPolys()).toBe(table.length);
    expect((contacts.getPoints().getData() as Float64Array).buffer).toBe(table.corners.buffer);
    const { distance, low, high, normal, body, face, patch } = columnsOf(contacts.getCellData());
    const { length } = table;
    expect([distance, low, high]).toEqual([table.distance, table.low, table.high].map((c) => c.subarray(0, length)));
    expect(normal).toEqual(table.normal.subarray(0, 3 * length));
    expect([body, face, patch]).toEqual([table.body, table.face, table.patch].map((c) => c.subarray(0, length)));
    expect(contacts.getCellData().getScalars().getName()).toBe('distance');
  });

  test('curves: a line for each pair of faces that share a segment', () => {
    const { intersectingFaces: pairs, intersectionSegments: segments } = report;
    expect(segments.length).toBeGreaterThan(60);
    const { curves } = polyDataFromReport(report);
    expect(curves.getPoints().getData()).toBe(segments);
    expect(curves.getNumberOfLines()).toBe(segments.length / 6);
    const { boneFace, toolFace } = columnsOf(curves.getCellData());
    expect(boneFace).toEqual(pairs.filter((_, i) => i % 2 === 0));
    expect(toolFace).toEqual(pairs.filter((_, i) => i % 2 === 1));
  });

  test('patches: a point at each centroid', () => {
    expect(report.patches.length).toBeGreaterThan(1);
    const { patches } = polyDataFromReport(report);
    expect(patches.getNumberOfVerts()).toBe(report.patches.length);
    const { area, depth, normal, body, contacts } = columnsOf(patches.getPointData()) as Record<string, Float64Array>;
    const points = patches.getPoints().getData() as Float64Array;
    report.patches.forEach((patch, i) => {
      expect(Array.from(points.subarray(3 * i, 3 * i + 3))).toEqual(Array.from(patch.centroid));
      expect(Array.from(normal.subarray(3 * i, 3 * i + 3))).toEqual(Array.from(patch.normal));
      const bodyOf = patch.body === 'bone' ? 0 : 1;
      expect([area[i], depth[i], body[i], contacts[i]]).toEqual([patch.area, patch.depth, bodyOf, patch.contactCount]);
    });
  });

  test('of bodies apart: polydata without cells', () => {
    const none = {
      ...report,
      patches: [],
      intersectingFaces: new Uint32Array(),
      intersectionSegments: new Float64Array(),
    };
    const empty = polyDataFromReport({ ...none, contacts: { ...report.contacts, length: 0 } });
    expect(empty.contacts.getNumberOfPolys()).toBe(0);
    expect(empty.curves.getNumberOfLines()).toBe(0);
    expect(empty.patches.getNumberOfVerts()).toBe(0);
  });
});
