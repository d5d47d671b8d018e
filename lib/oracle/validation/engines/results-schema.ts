// The rows of a results file, described: a JSON Schema, a page in plain English, and a template of each form.

import type { EngineVerdict } from './engine-results.ts';

export const RESULTS_FORMAT = 'kerf-results';
export const RESULTS_VERSION = 1;
/**
 * How far a normal's length may be from 1. Components written with three decimals are off by 10^-3 / 2 each, so the
 * length by at most √3 times that, 0.87 · 10^-3; f32 is off by far less.
 */
export const NORMAL_LIMIT = 1e-3;

export const engineVerdicts: readonly EngineVerdict[] = ['separated', 'contact', 'intersecting', 'enclosed'];
export const strokeStatuses = ['free', 'initial', 'contact'] as const;

const whole = (description: string) => ({ type: 'integer', minimum: 0, description });
const length = (description: string) => ({ type: 'number', minimum: 0, description });
const vector = (description: string) => ({
  ...{ type: 'array', items: { type: 'number' }, minItems: 3, maxItems: 3 },
  description,
});
const record = <P extends Readonly<Record<string, object>>>(
  description: string,
  required: readonly (keyof P & string)[],
  properties: P,
) => ({ type: 'object', additionalProperties: false, description, required, properties }) as const;

const milliseconds = length('How long the engine took for this answer.');

/** A row of a results file in JSON Lines, each line one of these; the header may only come first. */
export const resultsSchema = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  title: 'A row of a results file: what an engine answered at one pose, or of one stroke',
  oneOf: [{ $ref: '#/$defs/answer' }, { $ref: '#/$defs/stroke' }, { $ref: '#/$defs/header' }],
  $defs: {
    header: record('The first line, which may be left out: whose results these are.', ['format', 'formatVersion'], {
      format: { const: RESULTS_FORMAT },
      formatVersion: { const: RESULTS_VERSION },
      engine: record('Who answered.', ['name'], {
        name: { type: 'string' },
        version: { type: 'string' },
        machine: { type: 'string', description: 'Processor, memory, system, as it shall stand beside times.' },
      }),
    }),
    answer: record('What the engine answered at a pose. What is left out is not judged.', ['pose'], {
      pose: whole('The number of the pose in the file of poses, from 0.'),
      verdict: {
        enum: engineVerdicts,
        description:
          'separated: no common point. intersecting: the surfaces share a point. enclosed: they do not, and one body ' +
          'lies inside the other. contact: one of the last two; the engine does not say which.',
      },
      distance: length('The smallest distance between the surfaces, mm; 0 where they share a point.'),
      depth: length(
        "How deep the tool lies in the bone, mm, by the engine's own definition; left out: as its deepest contact.",
      ),
      contacts: {
        ...{ type: 'array', items: { $ref: '#/$defs/contact' } },
        description: 'Every contact at this pose; an empty list says that there is none.',
      },
      pairs: {
        ...{ type: 'array', items: { type: 'integer', minimum: 0 } },
        description: 'Every pair of faces that share a point: bone, tool, bone, tool, …',
      },
      milliseconds,
    }),
    contact: record('A contact.', ['point'], {
      point: vector('mm, bone frame.'),
      normal: vector('Unit, from the bone to the tool: moving the tool along it parts the bodies.'),
      depth: length("How deep the bodies overlap here, mm, by the engine's own definition."),
      boneFace: whole("The bone's face, from 0."),
      toolFace: whole("The tool's face, from 0."),
    }),
    stroke: record('What the engine answered of a rigid stroke, t from 0 to 1.', ['stroke', 'status'], {
      stroke: whole('The number of the stroke in the file of strokes, from 0.'),
      status: {
        enum: strokeStatuses,
        description: 'initial: in contact at t = 0. contact: first touches at `time`. free: no contact.',
      },
      time: { type: 'number', minimum: 0, maximum: 1 },
      milliseconds,
    }),
  },
} as const;

export const resultsPage = `\
A results file holds what an engine answered at the poses of a file of poses: millimetres, bone frame, text in UTF-8.
Only the number of the pose must be there. What is left out is not judged. A second answer to the same pose, or to
another with the same 16 numbers, is a repetition, which must be the same as the first.

JSON Lines: an object a line. The first line may say whose results these are:
  {"format":"${RESULTS_FORMAT}","formatVersion":${RESULTS_VERSION},"engine":{"name":…,"version":…,"machine":…}}
A line for each pose:
  pose          its number in the file of poses, from 0
  verdict       separated      the bodies have no point in common
                intersecting   their surfaces share a point
                enclosed       they do not, and one body lies inside the other
                contact        one of the last two; the engine does not say which
  distance      the smallest distance between the surfaces, >= 0; 0 where they share a point
  depth         how deep the tool lies in the bone, >= 0, by the engine's own definition. An engine with signed
                distances writes the negative part here, without its sign. Left out: as the deepest contact
  contacts      every contact, a list of objects; [] says that there is none:
                point            x, y, z
                normal           unit to ${NORMAL_LIMIT}, from the bone to the tool: moving the tool along it parts the bodies
                depth            >= 0, by the engine's own definition
                boneFace         the faces that it is about, from 0
                toolFace
  pairs         every pair of faces that share a point: [bone, tool, bone, tool, …]
  milliseconds  how long the engine took for this answer
A line for each stroke, t from 0 to 1:
  stroke        its number in the file of strokes, from 0
  status        free: no contact; initial: in contact at t = 0; contact: first touches at time
  time          0 to 1
  milliseconds

CSV: a line that names the columns, in any order, then a row a line, separated by commas; an empty cell is absent.
Lines "# engine: NAME", "# version: …", "# machine: …" may come before it; other lines that begin with # are comments.
The column kind says what a row is; without it every row is a pose:
  pose      pose, verdict, distance, depth, milliseconds
  contact   pose, x, y, z, nx, ny, nz, depth, bone_face, tool_face
  pair      pose, bone_face, tool_face
  stroke    stroke, status, time, milliseconds
A contact or a pair belongs to the last row before it that is of kind pose and has its number. In a file that has rows
of kind contact (or pair) a pose without any says that there is none.
`;

/** A file of each form for an engine's author to fill in; the reader accepts each as it stands. */
export const resultsTemplates = {
  jsonl: `\
{"format":"${RESULTS_FORMAT}","formatVersion":${RESULTS_VERSION},"engine":{"name":"my engine","version":"1.0","machine":"processor, memory, system"}}
{"pose":0,"verdict":"separated","distance":3.25,"milliseconds":0.12}
{"pose":1,"verdict":"intersecting","distance":0,"depth":0.8,"contacts":[{"point":[12,17.5,73.2],"normal":[0,0,1],"depth":0.8,"boneFace":0,"toolFace":0}],"pairs":[0,0],"milliseconds":0.31}
{"pose":2,"verdict":"enclosed","milliseconds":0.2}
`,
  csv: `\
# engine: my engine
# version: 1.0
# machine: processor, memory, system
kind,pose,verdict,distance,depth,milliseconds,x,y,z,nx,ny,nz,bone_face,tool_face
pose,0,separated,3.25,,0.12,,,,,,,,
pose,1,intersecting,0,0.8,0.31,,,,,,,,
contact,1,,,0.8,,12,17.5,73.2,0,0,1,0,0
pair,1,,,,,,,,,,,0,0
pose,2,enclosed,,,0.2,,,,,,,,
`,
} as const;
