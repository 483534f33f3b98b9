/** A service under test, in a process of its own. */
export interface Contestant {
  /** As in the tables: `floor`, `palaver`, `ejabberd`. */
  readonly name: string;
  /** Where it answers HTTP, without a closing slash. */
  readonly url: string;
  /** The root of its process tree; its Postgres, which all share, is not below it. */
  readonly pid: number;
  stop(): Promise<void>;
}
