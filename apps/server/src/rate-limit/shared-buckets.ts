import type { Log, Nodes } from '@palaver/core';
import type { BucketStore, Tokens } from './bucket-store.js';
import type { LocalBuckets, Verdict } from './local-buckets.js';
import { StoreLink } from './store-link.js';

/** What several nodes need to share their buckets. */
export interface Sharing {
  readonly store: BucketStore;
  readonly nodes: Pick<Nodes, 'others' | 'onChange'>;
  readonly log: Log;
  /** How long the store may take, in milliseconds. */
  readonly lateMs?: number;
}

/**
 * The buckets of this node, and while there are others, those of the store that all share.
 *
 * The buckets here know of a part of the requests only, and what the store has told. So what they refuse is refused, and the
 * store is asked about the rest: the requests of a flood do not reach it. While the store is away, the buckets here decide
 * alone, at the full rate: N nodes then grant up to N times as much.
 */
export class SharedBuckets {
  readonly #local: LocalBuckets;
  readonly #nodes: Sharing['nodes'];
  readonly #link: StoreLink;
  #alone = 0;

  constructor(local: LocalBuckets, { nodes, ...sharing }: Sharing) {
    this.#local = local;
    this.#nodes = nodes;
    this.#link = new StoreLink({ ...sharing, local });
    const open = () => {
      // Where it fails, the first request finds out and reports it.
      if (nodes.others().size > 0) sharing.store.open().catch(() => undefined);
    };
    nodes.onChange(open);
    open();
  }

  /** Takes the tokens of one request; at once where no other node has to be known of. */
  take(key: string, cost: Tokens): Verdict | Promise<Verdict> {
    if (this.#nodes.others().size === 0) return this.#local.take(key, cost);
    const held = this.#local.holds(key, cost);
    if (!held.global) return 'global';
    if (this.#link.isAway) return this.#takeAlone(key, cost);
    return this.#ask(key, cost, held.auth);
  }

  /** The requests that this node has decided on because the store did not answer in time. */
  get alone(): number {
    return this.#alone;
  }

  /** What Auth refuses here pays Global all the same. */
  async #ask(key: string, cost: Tokens, authHolds: boolean): Promise<Verdict> {
    const verdict = await this.#link.ask(key, authHolds ? cost : { ...cost, auth: 0 });
    if (verdict === null) return this.#takeAlone(key, cost);
    return verdict === 'granted' && !authHolds ? 'auth' : verdict;
  }

  #takeAlone(key: string, cost: Tokens): Verdict {
    this.#alone++;
    return this.#local.take(key, cost);
  }
}
