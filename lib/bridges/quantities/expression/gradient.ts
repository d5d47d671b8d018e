// The tree of an expression → its gradient: mathjs differentiates, and four functions are joined by the chain rule.
//
// mathjs has no derivative of atan2, min, max and hypot. Each call of these becomes a variable u0, u1, … of its own, in
// the order in which they depend on each other; mathjs takes the partial derivatives of what is left, by x, y, z and by
// these variables.

import type { MathNode } from 'mathjs/number';
import { compileNode, type Evaluate, slotOf } from './compile-node.ts';
import { derivative, plain, symbolNode } from './parse-expression.ts';
import { VARIABLES } from './read-tokens.ts';

/** An expression that mathjs can differentiate, and its partial derivatives by the slots on which it depends. */
interface Smooth {
  readonly value: Evaluate;
  readonly partials: readonly { readonly slot: number; readonly at: Evaluate }[];
}

/** A call of a function that mathjs cannot differentiate. */
interface Joint {
  readonly slot: number;
  readonly name: string;
  readonly args: readonly Smooth[];
}

const JOINTS = ['atan2', 'min', 'max', 'hypot'];

/** @returns a function that writes the gradient at x, y, z; not finite, or 0, where there is none. */
export function gradientOf(root: MathNode): (x: number, y: number, z: number, gradient: Float64Array) => void {
  const joints: Joint[] = [];
  const lift = (node: MathNode): MathNode => {
    const lifted = node.map((child) => lift(child));
    const call = plain(lifted);
    if (call.type !== 'FunctionNode' || !JOINTS.includes(call.fn.name)) return lifted;
    const args = (call.args as unknown as MathNode[]).map((arg) => smooth(arg));
    const name = `u${joints.length}`;
    joints.push({ slot: slotOf(name), name: call.fn.name, args });
    return symbolNode(name);
  };
  const whole = smooth(lift(root));
  const values = new Float64Array(VARIABLES.length + joints.length);
  /** Three numbers a slot. */
  const gradients = new Float64Array(3 * values.length);
  for (let axis = 0; axis < 3; axis++) gradients[4 * axis] = 1;
  const inner = new Float64Array(3);
  return (x, y, z, gradient) => {
    values[0] = x;
    values[1] = y;
    values[2] = z;
    for (const { slot, name, args } of joints) {
      const given = args.map((arg) => arg.value(values));
      values[slot] = joinedValue(name, given);
      const own = gradients.subarray(3 * slot, 3 * slot + 3).fill(0);
      args.forEach((arg, n) => {
        const weight = joinedPartial(name, given, n, values[slot]);
        if (weight === 0) return;
        writeGradient(arg, values, gradients, inner);
        for (let axis = 0; axis < 3; axis++) own[axis] += weight * inner[axis];
      });
    }
    writeGradient(whole, values, gradients, gradient);
  };
}

function smooth(node: MathNode): Smooth {
  const names = new Set<string>();
  node.traverse((part) => {
    const { type, name } = part as unknown as { type: string; name: string };
    if (type === 'SymbolNode' && (VARIABLES.includes(name) || /^u\d+$/.test(name))) names.add(name);
  });
  const partials = [...names].map((name) => ({
    slot: slotOf(name),
    at: compileNode(plain(derivative(node, name))),
  }));
  return { value: compileNode(plain(node)), partials };
}

function writeGradient({ partials }: Smooth, values: Float64Array, gradients: Float64Array, out: Float64Array): void {
  out.fill(0);
  for (const { slot, at } of partials) {
    const slope = at(values);
    for (let axis = 0; axis < 3; axis++) out[axis] += slope * gradients[3 * slot + axis];
  }
}

function joinedValue(name: string, given: readonly number[]): number {
  if (name === 'atan2') return Math.atan2(given[0], given[1]);
  return name === 'hypot' ? Math.hypot(...given) : name === 'min' ? Math.min(...given) : Math.max(...given);
}

/** The partial derivative of a call by its n-th argument; of min and max, the first that has the value counts. */
function joinedPartial(name: string, given: readonly number[], n: number, value: number): number {
  if (name === 'hypot') return given[n] / value;
  if (name !== 'atan2') return given.indexOf(value) === n ? 1 : 0;
  const [y, x] = given;
  return (n === 0 ? x : -y) / (y * y + x * x);
}
