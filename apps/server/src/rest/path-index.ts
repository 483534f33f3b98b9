import type { Operation } from './operation.js';

/** The operation that answers a request, and its path parameters, still percent-encoded. */
export interface Match {
  readonly operation: Operation;
  readonly parameters: Readonly<Record<string, string>>;
}

/** The segments that may follow a segment of a path. */
interface Node {
  readonly literals: Map<string, Node>;
  parameter: Node | undefined;
  /** The operations whose path ends here, by method. */
  readonly operations: Map<string, Operation>;
}

type Find = (method: string, path: string) => Match | undefined;

/**
 * Finds operations by the segments of a path. Case does not count, nor does one slash at the end; a literal wins against
 * a parameter, and a parameter takes one whole segment that is not empty.
 */
export function createPathIndex(operations: readonly Operation[]): Find {
  const root = newNode();
  for (const operation of operations) {
    let node = root;
    for (const segment of segmentsOf(operation.template.text)) node = childFor(node, segment);
    node.operations.set(operation.method, operation);
  }
  return (method, path) => {
    const values: string[] = [];
    const operation = path.startsWith('/') ? search(root, method, segmentsOf(path), 0, values) : undefined;
    return operation && { operation, parameters: named(operation.template.parameters, values) };
  };
}

function search(
  node: Node,
  method: string,
  segments: readonly string[],
  at: number,
  values: string[],
): Operation | undefined {
  const segment = segments[at];
  if (segment === undefined) return node.operations.get(method);
  const literal = node.literals.get(segment) ?? node.literals.get(segment.toLowerCase());
  const found = literal && search(literal, method, segments, at + 1, values);
  if (found !== undefined || node.parameter === undefined || segment === '') return found;
  values.push(segment);
  const operation = search(node.parameter, method, segments, at + 1, values);
  if (operation === undefined) values.pop();
  return operation;
}

function segmentsOf(path: string): string[] {
  const end = path.length > 1 && path.endsWith('/') ? path.length - 1 : path.length;
  return path.slice(1, end).split('/');
}

function childFor(node: Node, segment: string): Node {
  if (segment.startsWith('{')) {
    node.parameter ??= newNode();
    return node.parameter;
  }
  const name = segment.toLowerCase();
  const child = node.literals.get(name) ?? newNode();
  node.literals.set(name, child);
  return child;
}

function newNode(): Node {
  return { literals: new Map(), parameter: undefined, operations: new Map() };
}

function named(names: readonly string[], values: readonly string[]): Record<string, string> {
  const parameters: Record<string, string> = {};
  for (const [index, name] of names.entries()) parameters[name] = values[index] ?? '';
  return parameters;
}
