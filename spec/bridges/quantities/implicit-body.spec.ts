import { describe, expect, test } from '@jest/globals';
import { OptionError } from '#core';
import { surfaceFacts } from '#harness/surface-facts.ts';
import { inspectMesh, type TriangleMesh } from '#mesh';
import { implicitBody } from '#quantities';

const cube = (half: number) => ({ min: [-half, -half, -half], max: [half, half, half] });

/** The largest distance of a vertex from the surface. */
function worst({ positions }: TriangleMesh, distance: (x: number, y: number, z: number) => number): number {
  let most = 0;
  for (let v = 0; v < positions.length; v += 3)
    most = Math.max(most, Math.abs(distance(positions[v], positions[v + 1], positions[v + 2])));
  return most;
}

const { hypot, sin, cos, atan2, max, abs } = Math;
const ball = (x: number, y: number, z: number) => hypot(x - 0.1, y, z + 0.2) - 5;
const torus = (x: number, y: number, z: number) => hypot(hypot(x, y) - 5, z) - 2;
/** f ÷ |∇f|: the distance to first order. */
const star = (x: number, y: number, z: number) =>
  max(
    (hypot(x, y) - 4 + 0.3 * sin(6 * atan2(y, x))) / hypot(1, (1.8 / hypot(x, y)) * cos(6 * atan2(y, x))),
    abs(z) - 2,
  );

describe('bodies of closed form: closed, oriented, every vertex on the surface:', () => {
  test.each<[string, number, (x: number, y: number, z: number) => number]>([
    ['(x - 0.1)^2 + y^2 + (z + 0.2)^2 - 25', 2, ball],
    ['1e-7 * ((x - 0.1)^2 + y^2 + (z + 0.2)^2 - 25)', 2, ball],
    ['1e9 * ((x - 0.1)^2 + y^2 + (z + 0.2)^2 - 25)^3', 2, ball],
    ['hypot(x - 0.1, y, z + 0.2) - 5', 2, ball],
    ['log(sqrt((x - 0.1)^2 + y^2 + (z + 0.2)^2 + 1e-9) / 5)', 2, ball],
    ['exp(hypot(x - 0.1, y, z + 0.2)) - e^5', 2, ball],
    ['sqrt((sqrt(x^2 + y^2) - 5)^2 + z^2) - 2', 0, torus],
    ['(hypot(x, y) - 5)^2 + z*z - 4', 0, torus],
    ['max(sqrt(x^2+y^2) - 4 + 0.3*sin(6*atan2(y,x)), abs(z) - 2)', 2, star],
    ['-min(5 - hypot(x - 0.1, y, z + 0.2), 100)', 2, ball],
  ])('%s', async (expression, euler, distance) => {
    const mesh = await implicitBody({ expression, box: cube(7.5), cell: 0.75 });
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, components: 1 });
    expect(inspectMesh(mesh).volume).toBeGreaterThan(0);
    expect(surfaceFacts(mesh)).toMatchObject({ euler, manifoldVertices: true });
    expect(worst(mesh, distance)).toBeLessThan(1e-9);
    const { positions, faces } = mesh;
    let longest = 0;
    for (let side = 0; side < faces.length; side++) {
      const [a, b] = [faces[side], faces[side % 3 === 2 ? side - 2 : side + 1]].map((v) =>
        positions.subarray(3 * v, 3 * v + 3),
      );
      longest = max(longest, hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]));
    }
    expect(longest).toBeGreaterThan(0.4);
    expect(longest).toBeLessThan(0.75 + 1e-12);
  });

  test('a gyroid in a ball', async () => {
    const gyroid = 'sin(x)*cos(y) + sin(y)*cos(z) + sin(z)*cos(x)';
    const expression = `max(abs(${gyroid}) - 0.6, hypot(x, y, z) - 6)`;
    const mesh = await implicitBody({ expression, box: cube(6.5), cell: 0.5 });
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true });
    expect(surfaceFacts(mesh).euler).toBeLessThan(-4);
    const f = (x: number, y: number, z: number) =>
      max(abs(sin(x) * cos(y) + sin(y) * cos(z) + sin(z) * cos(x)) - 0.6, hypot(x, y, z) - 6);
    expect(worst(mesh, f)).toBeLessThan(1e-9);
  });

  test('a box whose faces lie in the lattice, with f exactly 0 there and no gradient at its edges', async () => {
    const mesh = await implicitBody({ expression: 'max(abs(x), abs(y), abs(z)) - 4', box: cube(8), cell: 1 });
    expect(inspectMesh(mesh)).toMatchObject({ closed: true, oriented: true, components: 1 });
    expect(worst(mesh, (x, y, z) => max(abs(x), abs(y), abs(z)) - 4)).toBeLessThan(1e-9);
    expect(inspectMesh(mesh).volume).toBeGreaterThan(0.97 * 512);
  });

  test('every function in one body, whose value is known', async () => {
    const noughts =
      '0*(tan(x/100) + asin(y/100) + acos(z/100) + atan(x) + log(9 + x^2) + cos(y) + (1 + x^2)^(y/9)) + min(0, 1) + 2^-1 - .5 + +0';
    const mesh = await implicitBody({
      expression: `${noughts} + hypot(x - 0.1, y, z + 0.2) - 5`,
      box: cube(6),
      cell: 1,
    });
    expect(worst(mesh, ball)).toBeLessThan(1e-9);
    // −x²/100 − −(2²) is positive in this box; read otherwise, it would not be.
    expect(await implicitBody({ expression: '-x^2/100 - -2^2', box: cube(0.5), cell: 0.5 }).catch(codeOf)).toBe(
      'NO_SURFACE',
    );
  });
});

const codeOf = (error: unknown) => (error instanceof OptionError ? error.code : error);

async function refusal(expression: string, box = cube(3), cell = 1): Promise<OptionError> {
  const error = await implicitBody({ expression, box, cell }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(OptionError);
  const { message } = error as OptionError;
  expect(message).toMatch(/^[^\n]+\.$/);
  expect(message.length).toBeLessThan(450);
  return error as OptionError;
}

describe('refused, with the place:', () => {
  test.each<[expression: string, says: string]>([
    ['x + foo(y)', 'expression has "foo" at character 5, expected the names x, y, z, pi, e, sqrt,'],
    ['2x + y', '"x" at character 2, expected an operator before it; write * for a product'],
    ['x(3)', '"(" at character 2'],
    ['(x + 1)(y)', '"(" at character 8'],
    ['sin x', '"sin" at character 1, expected "(" behind it'],
    ['x + sin', '"sin" at character 5'],
    ['x + * y', '"*" at character 5, expected another part; correct it.'],
    ['x +', 'its end at character 4, expected another part'],
    ['x + 2)', '")" at character 6, expected "(" before it'],
    ['(x + 2', 'its end at character 7'],
    ['x, y', '"," at character 2'],
    ['atan2(y)', '"atan2" of 1 arguments at character 1, expected 2; correct it.'],
    ['x + sqrt(x, y)', '"sqrt" of 2 arguments at character 5, expected 1'],
    ['max()', '"max" of 0 arguments at character 1, expected 1 to 100'],
    ['x + 1e999', '"1e999" at character 5'],
    ['   ', 'nothing at character 1'],
  ])('%s', async (expression, says) => {
    const { code, message } = await refusal(expression);
    expect([code, message]).toEqual(['BAD_EXPRESSION', expect.stringContaining(says)]);
  });

  test.each<[expression: string, code: string, says: string]>([
    ['x + sqrt(y - 9) - 1', 'NOT_A_NUMBER', 'no real value of "sqrt" at character 5 where x, y, z is '],
    ['x^2 + log(-1 - y^2)', 'NOT_A_NUMBER', 'of "log" at character 7'],
    ['(x - 10)^(1/3)', 'NOT_A_NUMBER', 'of "^" at character 9'],
    ['x*0 + 0/0', 'NOT_A_NUMBER', 'of "/" at character 8'],
    ['x^2 + y^2 + 1', 'NO_SURFACE', 'expression has values from 1 to '],
    ['-1', 'SURFACE_AT_BORDER', 'expression is -1 where x, y, z is '],
    ['x + 1', 'SURFACE_AT_BORDER', 'enlarge the box, or close the body by max(…, …).'],
    [
      'hypot(x, y, z) - 9',
      'SURFACE_AT_BORDER',
      'beyond the box [-3,-3,-3] to [3,3,3], expected a positive value there',
    ],
    ['max(1/(x - 0.1), hypot(x, y, z) - 2)', 'NOT_CONTINUOUS', 'jumps where x, y, z is 0.1'],
    ['max(atan2(y, -x), hypot(x, y, z) - 2)', 'NOT_CONTINUOUS', 'jumps where x, y, z is '],
    ['max((x - 0.1)/abs(x - 0.1), hypot(x, y, z) - 2)', 'NOT_A_NUMBER', '"/" at character 14 where x, y, z is 0.1'],
    ['max(1 - atan2(0*y^2, x - 0.1), hypot(x, y, z) - 2)', 'NOT_CONTINUOUS', 'jumps where x, y, z is 0.1'],
    ['max(tan(x), hypot(x, y, z) - 2)', 'NOT_CONTINUOUS', 'jumps where x, y, z is -1.5708'],
  ])('%s', async (expression, code, says) => {
    const error = await refusal(expression);
    expect([error.code, error.message]).toEqual([code, expect.stringContaining(says)]);
  });

  test('boxes and cells', async () => {
    const expression = 'hypot(x, y, z) - 2';
    for (const [box, cell, code] of [
      [{ min: [0, 0, 0], max: [1, 1, 0] }, 1, 'BAD_BOX'],
      [{ min: [0, 0, Number.NaN], max: [1, 1, 1] }, 1, 'BAD_BOX'],
      [{ min: [0, 0], max: [1, 1, 1] }, 1, 'BAD_BOX'],
      [cube(3), 0, 'BAD_CELL'],
      [cube(3), 1e-3, 'BAD_CELL'],
      [cube(3), Number.NaN, 'BAD_CELL'],
    ] as const)
      expect((await refusal(expression, box as never, cell)).code).toBe(code);
  });
});

describe('nothing but arithmetic on numbers is read; refused at once:', () => {
  test.each<[name: string, expression: string]>([
    ['import', 'import("fs")'],
    ['import of an object', 'import({a: 1})'],
    ['createUnit', 'createUnit("foo")'],
    ['evaluate', 'evaluate("1")'],
    ['parse', 'parse("x")'],
    ['simplify', 'simplify("x")'],
    ['derivative', 'derivative("x", "x")'],
    ['config', 'config(1)'],
    ['a constructor', 'cos.constructor("return process")()'],
    ['a constructor by brackets', 'cos["constructor"]("return process")()'],
    ['constructor as a name', 'constructor'],
    ['constructor as a function', 'constructor(x)'],
    ['__proto__', '__proto__'],
    ['a property of x', 'x.__proto__'],
    ['toString', 'toString(x)'],
    ['a text', '"x"'],
    ['a text in other quotes', "'x'"],
    ['a matrix', '[1, 2, 3]'],
    ['an object', '{a: x}'],
    ['a range', '1:1000000000'],
    ['an assignment', 'x = 3'],
    ['a function of its own', 'f(x) = x'],
    ['two expressions', 'x; y'],
    ['two lines', 'x\ny'],
    ['a comment', 'x # y'],
    ['a comparison', 'x < y'],
    ['a condition', 'x ? y : z'],
    ['a unit', '2 cm'],
    ['a factorial', 'x!'],
    ['a transpose', "x'"],
    ['a percentage', 'x % 2'],
    ['i', 'sqrt(-1) * i'],
    ['u0, a name of its own', 'u0 + x'],
    ['a hexadecimal number', '0x1F'],
    ['floor, which is not continuous', 'floor(x)'],
    ['another alphabet', 'х + 1'],
    ['half a character', '\ud800'],
    ['a million characters', 'x+'.repeat(500_000)],
    ['100,000 parentheses', '('.repeat(100_000)],
    ['4,000 parentheses', `${'('.repeat(4_000)}x${')'.repeat(4_000)}`],
    ['100 parentheses', `${'('.repeat(100)}x${')'.repeat(100)}`],
    ['9,999 signs', `${'-'.repeat(9_999)}x`],
    ['4,000 powers', `${'x^'.repeat(4_000)}x`],
    ['4,000 terms', `${'x+'.repeat(4_000)}x`],
  ])('%s', async (_, expression) => {
    const begin = performance.now();
    const { code } = await refusal(expression);
    expect(code).toBe('BAD_EXPRESSION');
    expect(performance.now() - begin).toBeLessThan(5_000);
  });

  test.each<[name: string, expression: string]>([
    ['as many signs as are allowed', `${'-'.repeat(998)}(x^2)`.slice(-990)],
    ['as many powers', `${'1^'.repeat(490)}(x^2)`],
    ['as many factors', `${'x*'.repeat(490)}x + 1`],
    ['as many terms', `${'x*x+'.repeat(245)}1`],
    ['as many parentheses', `${'sin('.repeat(60)}x${')'.repeat(60)}^2 + 1`],
  ])('%s: read, and answered', async (_, expression) => {
    const begin = performance.now();
    const code = await implicitBody({ expression, box: cube(1), cell: 1 }).then(() => 'a mesh', codeOf);
    expect(['NO_SURFACE', 'SURFACE_AT_BORDER', 'BAD_EXPRESSION', 'NOT_A_NUMBER']).toContain(code);
    expect(performance.now() - begin).toBeLessThan(20_000);
  });
});
