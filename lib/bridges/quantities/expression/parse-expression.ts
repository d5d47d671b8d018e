// The text of an expression → mathjs's tree of it, and the token that each node was read from.

import * as mathjs from 'mathjs/number';
import { OptionError } from '#core';
import { expressionError, FUNCTIONS, readTokens, type Token } from './read-tokens.ts';

/** Nodes of the few kinds that the allowed tokens can make. */
export type Node =
  | { readonly type: 'ConstantNode'; readonly value: number }
  | { readonly type: 'SymbolNode'; readonly name: string }
  | { readonly type: 'ParenthesisNode'; readonly content: Node }
  | { readonly type: 'OperatorNode'; readonly op: string; readonly args: readonly Node[] }
  | { readonly type: 'FunctionNode'; readonly fn: { readonly name: string }; readonly args: readonly Node[] };

/**
 * mathjs with its parser and derivatives, and nothing that evaluates an expression. Simplification, which derivatives
 * name and do not use here, is left out.
 */
const math = mathjs.create({
  parseDependencies: mathjs.parseDependencies,
  equalDependencies: mathjs.equalDependencies,
  isZeroDependencies: mathjs.isZeroDependencies,
  createSimplify: mathjs.factory('simplify', [], () => (node: MathNode) => node),
  // Its declarations lack it.
  createDerivative: (mathjs as unknown as { createDerivative: mathjs.FactoryFunction<unknown> }).createDerivative,
} as unknown as mathjs.FactoryFunctionMap) as unknown as {
  parse(text: string): MathNode;
  derivative(node: MathNode, by: string, options: { simplify: boolean }): MathNode;
  SymbolNode: new (name: string) => MathNode;
};

type MathNode = mathjs.MathNode;

export interface ParsedExpression {
  readonly root: MathNode;
  readonly places: ReadonlyMap<Node, Token>;
}

export const symbolNode = (name: string): MathNode => new math.SymbolNode(name);

/** The node as one of the few kinds. */
export const plain = (node: MathNode): Node => node as unknown as Node;

/** @throws OptionError BAD_EXPRESSION, at the place of what is wrong. */
export function parseExpression(text: string): ParsedExpression {
  const tokens = readTokens(text);
  let root: MathNode;
  try {
    root = math.parse(tokens.map((token) => token.text).join(' '));
  } catch (error) {
    throw syntaxError(error, tokens, text);
  }
  return { root, places: placesOf(plain(root), tokens) };
}

/** The partial derivative by a variable. @throws OptionError BAD_EXPRESSION if there are too many nested parts. */
export function derivative(node: MathNode, by: string): MathNode {
  try {
    return math.derivative(node, by, { simplify: false });
  } catch (error) {
    throw tooDeep(error);
  }
}

/** A stack that has overflowed, as a refusal; anything else as it is. */
function tooDeep(error: unknown): unknown {
  if (!(error instanceof RangeError)) return error;
  return new OptionError('BAD_EXPRESSION', 'expression has too many parts inside each other; simplify it.');
}

function syntaxError(error: unknown, tokens: readonly Token[], text: string): unknown {
  if (!(error instanceof SyntaxError && 'char' in error)) return tooDeep(error);
  let token: Token | undefined;
  // mathjs counts from 1 in the tokens joined by spaces.
  for (let n = 0, end = 0; n < tokens.length && token === undefined; n++) {
    end += tokens[n].text.length;
    if (Number(error.char) <= end) token = tokens[n];
    end++;
  }
  const what = token === undefined ? 'its end' : `"${token.text}"`;
  return expressionError(what, token?.start ?? text.length, 'another part', 'correct it');
}

/** In the order of the text: what is left of an operator, the operator, what is right of it. @throws OptionError */
function placesOf(root: Node, tokens: readonly Token[]): Map<Node, Token> {
  const places = new Map<Node, Token>();
  const words = tokens.filter(({ kind }) => kind === 'number' || kind === 'name' || kind === 'operator');
  let next = 0;
  const take = (node: Node) => places.set(node, words[next++]);
  const visit = (node: Node): void => {
    if (node.type === 'ParenthesisNode') visit(node.content);
    else if (node.type === 'FunctionNode') {
      take(node);
      const [least, most] = FUNCTIONS.get(node.fn.name) ?? [0, 0];
      const { start, text } = places.get(node)!;
      if (node.args.length < least || node.args.length > most)
        throw expressionError(
          `"${text}" of ${node.args.length} arguments`,
          start,
          least === most ? `${least}` : `${least} to ${most}`,
          'correct it',
        );
      node.args.forEach(visit);
    } else if (node.type === 'OperatorNode' && node.args.length === 2) {
      visit(node.args[0]);
      take(node);
      visit(node.args[1]);
    } else if (node.type === 'OperatorNode') {
      take(node);
      node.args.forEach(visit);
    } else take(node);
  };
  visit(root);
  return places;
}
