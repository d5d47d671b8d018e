// A node of an expression → a function that evaluates it in plain f64, and the part of it that is not a number.
//
// mathjs reads and differentiates; what runs are these functions, which know no names but the variables' slots.

import type { Node, ParsedExpression } from './parse-expression.ts';
import { CONSTANTS, type Token, VARIABLES } from './read-tokens.ts';

/** @param at x, y, z, then the values of the parts that have a slot of their own. */
export type Evaluate = (at: Float64Array) => number;

const UNARY: ReadonlyMap<string, (a: number) => number> = new Map([
  ['+', (a: number) => a],
  ['-', (a: number) => -a],
  ...(['sqrt', 'abs', 'sin', 'cos', 'tan', 'asin', 'acos', 'atan', 'exp', 'log'] as const).map(
    (name) => [name, Math[name]] as const,
  ),
  // Derivatives of the above have these.
  ['sec', (a: number) => 1 / Math.cos(a)],
]);
const BINARY: ReadonlyMap<string, (a: number, b: number) => number> = new Map([
  ['+', (a: number, b: number) => a + b],
  ['-', (a: number, b: number) => a - b],
  ['*', (a: number, b: number) => a * b],
  ['/', (a: number, b: number) => a / b],
  ['^', (a: number, b: number) => a ** b],
  ...(['atan2', 'min', 'max', 'hypot'] as const).map(
    (name) => [name, (a: number, b: number) => Math[name](a, b)] as const,
  ),
]);
const ANY: ReadonlyMap<string, (...all: number[]) => number> = new Map([
  ['min', Math.min],
  ['max', Math.max],
  ['hypot', Math.hypot],
]);

/** The slot of a variable; of a part of its own, `u0` being the first. */
export const slotOf = (name: string): number =>
  name.startsWith('u') ? VARIABLES.length + Number(name.slice(1)) : VARIABLES.indexOf(name);

export function compileNode(node: Node): Evaluate {
  switch (node.type) {
    case 'ParenthesisNode':
      return compileNode(node.content);
    case 'ConstantNode': {
      const value = Number(node.value);
      return () => value;
    }
    case 'SymbolNode': {
      const constant = CONSTANTS.get(node.name);
      if (constant !== undefined) return () => constant;
      const slot = slotOf(node.name);
      return (at) => at[slot];
    }
    case 'OperatorNode':
      return compileCall(node.op, node.args.map(compileNode));
    case 'FunctionNode':
      return compileCall(node.fn.name, node.args.map(compileNode));
  }
}

function compileCall(name: string, args: readonly Evaluate[]): Evaluate {
  const [a, b] = args;
  const unary = args.length === 1 ? UNARY.get(name) : undefined;
  if (unary !== undefined) return (at) => unary(a(at));
  const binary = args.length === 2 ? BINARY.get(name) : undefined;
  if (binary !== undefined) return (at) => binary(a(at), b(at));
  const any = ANY.get(name);
  if (any === undefined) throw new Error(`The derivative has ${name} of ${args.length}, which is not evaluated.`);
  return (at) => any(...args.map((arg) => arg(at)));
}

/** The innermost part that is NaN at a point where all that it is made of is a number. */
export function partWithoutValue({ root, places }: ParsedExpression, at: Float64Array): Token | undefined {
  const search = (node: Node): Token | undefined => {
    const inner = node.type === 'ParenthesisNode' ? [node.content] : 'args' in node ? node.args : [];
    for (const one of inner) {
      const found = search(one);
      if (found !== undefined) return found;
    }
    return Number.isNaN(compileNode(node)(at)) ? places.get(node) : undefined;
  };
  return search(root as unknown as Node);
}
