import { hash } from 'node:crypto';
import type { Renamed } from './renamed.js';

/** An account that a line stands for. */
export interface KnownUser {
  readonly id: string;
  /** Whose files those of the account count as. */
  readonly personId: string;
  /** Whether the account was deleted here: it stays the author of what it wrote, and comes into nothing. */
  readonly isGone: boolean;
  /** Null for who is called the same here as in the archive. */
  readonly renamed: Renamed | null;
}

/** How a user is written down whose account was deleted here: nothing says who it was (`account-deletion/queries.ts`). */
export function goneKey(source: string, sourceId: string): string {
  return `deleted:${hash('sha256', `${source}\n${sourceId}`, 'hex')}`;
}

/** The accounts of the users of a source, by their ids there. */
export class KnownUsers extends Map<string, KnownUser> {
  readonly #source: string;

  constructor(source: string) {
    super();
    this.#source = source;
  }

  override get(sourceId: string): KnownUser | undefined {
    return super.get(sourceId) ?? super.get(goneKey(this.#source, sourceId));
  }

  override has(sourceId: string): boolean {
    return this.get(sourceId) !== undefined;
  }
}
