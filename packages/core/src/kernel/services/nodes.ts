import { randomUUID } from 'node:crypto';

/** The nodes that run on one database, as this one knows them. A node is one process. */
export interface Nodes {
  /** Of this node: a UUID that every start makes anew. */
  readonly id: string;
  /** Of the other nodes that live. It is empty where this node is alone: then nothing needs to leave the process. */
  others(): ReadonlySet<string>;
  /** Calls back after other nodes have come, gone or begun to stop. The returned function cancels that. */
  onChange(listener: () => void): () => void;
}

/** The only node on its database. */
export function soleNode(): Nodes {
  const none: ReadonlySet<string> = new Set();
  return { id: randomUUID(), others: () => none, onChange: () => () => {} };
}
