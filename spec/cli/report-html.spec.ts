import { describe, expect, test } from '@jest/globals';
import { contactTriangles } from '#cli/contacts-vtp.ts';
import type { KeptPose } from '#cli/kept-poses.ts';
import { type PoseRecord, rangeText, recordPose } from '#cli/pose-record.ts';
import { type ReportPayload, states, unpack, unpackPoints } from '#cli/report/payload.ts';
import { reportHtml } from '#cli/report/report-html.ts';
import { reportPayload } from '#cli/report/report-payload.ts';
import type { RunHeader } from '#cli/report-json.ts';
import { verdict } from '#cli/result-table.ts';
import { boxMesh, fakeReport, loweringPath, sphereMesh } from '#harness/fake-toolkit.ts';

const POSES = 12;
const hostile = '<img src=x onerror=alert(1)> & "co".stl';

function made(): { records: PoseRecord[]; kept: KeptPose[]; payload: ReportPayload; html: string } {
  const bone = sphereMesh(24);
  const tool = boxMesh();
  const matrices = loweringPath(POSES);
  const options = { contactDistance: 1, resolution: 0.5, sides: 'both', feed: [0, 0, -1] } as const;
  const request = { bone, tool, backend: 'cpu', ...options } as const;
  const kept: KeptPose[] = [];
  const records: PoseRecord[] = [];
  for (let pose = 0; pose < POSES; pose++) {
    const matrix = matrices.subarray(16 * pose, 16 * pose + 16);
    const report = fakeReport(request, matrix);
    kept.push({ pose, report });
    records.push(recordPose(pose, matrix, report, 'both'));
  }
  const body = (file: string, mesh: typeof bone) => ({
    file,
    vertices: mesh.positions.length / 3,
    faces: mesh.faces.length / 3,
    frame: 'unknown' as const,
  });
  const header: RunHeader = {
    format: 'kerf-report',
    formatVersion: 1,
    kerf: '9.9.9',
    units: { length: 'mm', area: 'mm²', time: 'ms', poseTime: 's' },
    bone: body(hostile, bone),
    tool: body('tool.stl', tool),
    options,
    backend: 'cpu',
    backendReason: 'a fake </script>',
    signed: { bone: true, tool: true },
    notices: [],
    verdict: verdict(records),
    posesWithContacts: kept.map((entry) => entry.pose),
  };
  const payload = reportPayload({ header, bone, tool, records, kept });
  return { records, kept, payload, html: reportHtml(payload, records, 'const a = "</script><!--";') };
}

const { records, kept, payload, html } = made();

function embedded(): ReportPayload {
  const text = /<script type="application\/json" id="kerf-data">([^<]*)<\/script>/.exec(html)?.[1];
  return JSON.parse(text!);
}

/** The largest difference between two lists of numbers; infinite if their lengths differ. */
function farthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  if (a.length !== b.length) return Number.POSITIVE_INFINITY;
  return Array.from(a).reduce((most, value, i) => Math.max(most, Math.abs(value - b[i])), 0);
}

test('the sample has poses apart, near and cutting', () => {
  const found = new Set(records.map((record) => record.state));
  expect([...found].sort()).toEqual(['intersecting', 'near', 'separated']);
});

describe('report.html', () => {
  test('asks for nothing outside itself', () => {
    expect(html).not.toMatch(/https?:|\/\/[a-z0-9.-]+\.[a-z]{2,}/i);
    expect(html).not.toMatch(/<(link|iframe|object|embed|base)\b/i);
    expect(html).not.toMatch(/\s(src|href)\s*=\s*["'](?!data:)/i);
    expect(html).toContain(`content="default-src 'none'; script-src 'unsafe-inline'`);
  });

  test('a file name cannot become markup, nor the data or the script end early', () => {
    expect(html).not.toContain('<img');
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; &amp; &quot;co&quot;.stl');
    expect(html.match(/<\/script>/g)).toHaveLength(2);
    expect(html).toContain('const a = "<\\/script><\\!--";');
    expect(embedded().header.bone.file).toBe(hostile);
  });

  test('says without JavaScript what it came to: verdict, options, every pose', () => {
    expect(html).toContain(verdict(records));
    expect(html.match(/<tr data-row=/g)).toHaveLength(POSES);
    for (const record of records) expect(html).toContain(`<td>${record.insideDistance!.toFixed(3)}</td>`);
    for (const { penetration } of records) expect(html).toContain(`<td>${rangeText(penetration!.insertion)}</td>`);
    const marks = records.filter(({ penetration }) => penetration!.through).length;
    expect(marks).toBeGreaterThan(0);
    expect(html.split('<strong class="through">THROUGH</strong>')).toHaveLength(marks + 1);
    expect(html).toContain('class="verdict through"');
    expect(html).toContain('<dd>1 mm</dd>');
    expect(html).toContain('kerf 9.9.9');
  });

  test('its data are the payload, and decode to what the reports said', () => {
    const data = embedded();
    expect(data).toEqual(JSON.parse(JSON.stringify(payload)));
    const f32 = (value: (record: PoseRecord) => number) => records.map((record) => Math.fround(value(record)));
    expect(Array.from(unpack(data.series.insideDistance))).toEqual(f32((record) => record.insideDistance!));
    expect(Array.from(unpack(data.series.protrusion))).toEqual(f32(({ penetration: p }) => p!.protrusion.high!));
    expect(Array.from(unpack(data.series.insertion))).toEqual(f32(({ penetration: p }) => p!.insertion!.high!));
    expect(Array.from(unpack(data.series.wallAhead))).toEqual(
      f32(({ penetration: p }) => p!.wallAhead?.low ?? Number.NaN),
    );
    expect(Array.from(unpack(data.series.through))).toEqual(records.map(({ penetration: p }) => (p!.through ? 1 : 0)));
    expect(Array.from(unpack(data.series.area))).toEqual(records.map((record) => Math.fround(record.area)));
    expect(Array.from(unpack(data.series.contacts))).toEqual(records.map((record) => record.contacts));
    expect(Array.from(unpack(data.series.state), (state) => states[state])).toEqual(records.map((r) => r.state));
    expect(data.poses).toHaveLength(POSES);
    for (const { pose, matrix, contacts: packed } of data.poses) {
      const { contacts, intersectionSegments } = kept[pose].report;
      expect(matrix).toEqual(records[pose].matrix);
      expect(Array.from(unpack(packed!.distance))).toEqual(Array.from(contacts.distance, Math.fround));
      expect(Array.from(unpack(packed!.body))).toEqual(Array.from(contacts.body));
      // Half a step of the rounding, plus the rounding of the f32 result.
      const limit = packed!.step / 2 + 100 * 2 ** -24;
      expect(farthest(unpackPoints(packed!.corners, packed!), contacts.corners)).toBeLessThanOrEqual(limit);
      expect(farthest(unpackPoints(packed!.segments, packed!), intersectionSegments)).toBeLessThanOrEqual(limit);
    }
  });

  test('a pose whose contacts are not kept is still placed', () => {
    const [first, ...rest] = kept;
    const { header } = payload;
    const thinned = reportPayload({ header, bone: sphereMesh(6), tool: boxMesh(), records, kept: rest });
    expect(thinned.poses).toHaveLength(POSES);
    expect(thinned.poses.map((entry) => entry.contacts !== null)).toEqual(
      records.map((_, pose) => pose !== first.pose),
    );
    expect(thinned.poses[first.pose].matrix).toEqual(records[first.pose].matrix);
  });

  test('opens at the deepest pose', () => {
    const ways = records.map(({ penetration }) => penetration!.protrusion.high!);
    expect(payload.firstPose).toBe(ways.indexOf(Math.max(...ways)));
  });
});

test('contacts.vtp has a cell for every sub-triangle of every kept pose, with its columns', () => {
  const { positions, faces, cellData } = contactTriangles(kept);
  const count = kept.reduce((sum, entry) => sum + entry.report.contacts.length, 0);
  expect(faces.length).toBe(3 * count);
  expect(positions.length / 3).toBeLessThan(2 * count);
  const places = Array.from({ length: positions.length / 3 }, (_, i) => positions.slice(3 * i, 3 * i + 3).join());
  expect(new Set(places).size).toBe(places.length);
  const column = Object.fromEntries(cellData.map((cell) => [cell.name, cell.values]));
  expect(Object.keys(column).sort()).toEqual(['body', 'distance', 'face', 'high', 'low', 'patch', 'pose']);
  let row = 0;
  for (const { pose, report } of kept) {
    const rows = [row, row + report.contacts.length] as const;
    expect(new Set(column.pose.subarray(...rows))).toEqual(new Set(report.contacts.length > 0 ? [pose] : []));
    for (const name of ['body', 'distance', 'face', 'high', 'low', 'patch'] as const)
      expect(Array.from(column[name].subarray(...rows))).toEqual(Array.from(report.contacts[name]));
    const corners = Array.from(faces.subarray(3 * row, 3 * rows[1])).flatMap((point) =>
      Array.from(positions.subarray(3 * point, 3 * point + 3)),
    );
    expect(farthest(corners, report.contacts.corners)).toBe(0);
    row = rows[1];
  }
  expect(row).toBe(count);
});
