/**
 * What all nodes of a database have in common, each as a text without secrets that is the same for the same thing. A node with other
 * files would answer "not found" for half of them, and one with another Redis would not hear of what the others do.
 */
export interface NodeSetup {
  /** The store of the files. */
  readonly files: string;
  /** Of the bus and the rate limits. */
  readonly redis: string;
  /** Of the secret key, and after a space of the key before, where there is one. */
  readonly keys: string;
}

/** A node that others know. */
interface Known {
  readonly version: string;
  /** Null: of a release that does not say it. */
  readonly setup: Partial<NodeSetup> | null;
}

/** This node may not join the others. The message says what to do. */
export class NodeSetupError extends Error {}

const DIFFERS: Record<keyof NodeSetup, string> = {
  files:
    'Another node of this database keeps its files elsewhere. Give all nodes the same bucket (S3_BUCKET), or a folder DATA_DIR/files that they share.',
  redis:
    'REDIS_URL: another node of this database uses another Redis, or none. Set REDIS_URL to the same value on all nodes.',
  keys:
    'SECRET_KEY: another node of this database runs with another key, which this one does not know, or does not know the one of this node. Set SECRET_KEY ' +
    'to the same value on all nodes; the key of a node without it is in its DATA_DIR/secret-key. docs/rotating-secrets.md says how it is changed.',
};

const isSame = (own: string, other: string | undefined) => other === undefined || other === own;

/** Whether two nodes with these values of a part work together. */
const FITS: Record<keyof NodeSetup, (own: string, other: string | undefined) => boolean> = {
  files: isSame,
  redis: isSame,
  keys: canReadEachOther,
};

/** Each opens what the other seals. A release that does not say its key knows no key before: there a rotation has to wait. */
function canReadEachOther(own: string, other: string | undefined): boolean {
  const [current = '', before] = own.split(' ');
  if (other === undefined) return before === undefined;
  return other.split(' ').includes(current) && own.split(' ').includes(other.split(' ')[0] ?? '');
}

const names = Object.keys(DIFFERS).filter((name): name is keyof NodeSetup => name in DIFFERS);

/** Throws `NodeSetupError` with a sentence for each difference. */
export function requireSameSetup(
  own: { readonly version: string; readonly setup: NodeSetup },
  others: readonly Known[],
): void {
  const differs = names
    .filter((name) => others.some(({ setup }) => !FITS[name](own.setup[name], setup?.[name])))
    .map((name) => DIFFERS[name]);
  const far = others.find(({ version }) => !areNeighbours(version, own.version));
  if (far !== undefined)
    differs.push(
      `Another node of this database runs release ${far.version}, and this one is ${own.version}. Upgrade one release at a time (docs/upgrades.md).`,
    );
  if (differs.length === 0) return;
  throw new NodeSetupError([...differs, 'A node that was killed counts for five seconds.'].join('\n'));
}

/** Releases next to each other work together: the same major version, and a minor version that differs by one at most. */
function areNeighbours(a: string, b: string): boolean {
  const [[majorA, minorA], [majorB, minorB]] = [numbersOf(a), numbersOf(b)];
  return a === b || (majorA === majorB && Math.abs(minorA - minorB) <= 1);
}

function numbersOf(version: string): readonly [number, number] {
  const [major = 0, minor = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return [major, minor];
}
