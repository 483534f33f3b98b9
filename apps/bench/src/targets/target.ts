/** A server under test, in a process of its own. */
export interface Target {
  /** As in the tables: `floor`, `palaver`, `ejabberd`. */
  readonly name: string;
  /** The base URL of its HTTP server, without a slash at the end. */
  readonly url: string;
  /** The root of its process tree. The shared Postgres is not part of the tree. */
  readonly pid: number;
  stop(): Promise<void>;
}

/** The URL of a WebSocket at this path of a target. */
export function webSocketUrl({ url }: Pick<Target, 'url'>, path: string): string {
  return `${url.replace('http', 'ws')}${path}`;
}
