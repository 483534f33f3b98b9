import { isPalaverError } from '../api/errors.js';
import type { PalaverClient } from '../client.js';
import { endedStreams } from '../events/cursors.js';
import type { PalaverEvent } from '../events/frames.js';
import { me } from '../state/me.js';
import type { ListResource, ReadTools, ResourceState, SingleResource } from '../state/resource.js';
import { applied, type Held, mayOpen, type Reading } from './held.js';
import { HeldList } from './held-list.js';
import { HeldSingle } from './held-single.js';
import type { LiveStreams } from './live-streams.js';
import { Pauses, waitMs } from './pauses.js';
import type { RunSizes } from './runs.js';
import type { StoreStorage } from './storage.js';
import { StoredResources } from './stored-resources.js';

export interface HoldingsOptions {
  readonly client: PalaverClient;
  readonly storage: StoreStorage;
  readonly userId: () => Promise<string>;
  readonly streams: Pick<LiveStreams, 'follows' | 'positionIn' | 'follow' | 'keepOnly'>;
  readonly onChange: () => void;
  readonly sizes: RunSizes;
  /** How many resources that nobody watches are kept. */
  readonly idleMax: number;
}

interface Entry {
  readonly held: Held;
  watchers: number;
  /** Whether it is being read from the storage or the service. */
  busy: boolean;
}

/** The least time between two reads of a resource that becomes outdated again and again, in milliseconds. */
const AGAIN_MS = 500;
const REFUSALS: ReadonlySet<number> = new Set([403, 404]);

/** After these, views may depend on other streams. */
const CHANGES_STREAMS = /^(access|channel|member|server)\./;

/** Everything that is held: read when it is first watched, moved on by events, and read again where events cannot tell. */
export class Holdings {
  readonly #options: HoldingsOptions;
  readonly #stored: StoredResources;
  /** By key; those that were watched last are at the end. */
  readonly #entries = new Map<string, Entry>();
  /** For each read that is not answered, the events since it began. */
  readonly #inFlight = new Set<PalaverEvent[]>();
  readonly #pauses = new Pauses();
  #states: ReadonlyMap<string, ResourceState<unknown>> = new Map();
  #closed = false;

  constructor(options: HoldingsOptions) {
    this.#options = options;
    this.#stored = new StoredResources(options.storage, (key) => this.#entries.get(key)?.held);
  }

  /** By key, what is known of each resource: another map only when something has changed. */
  get states(): ReadonlyMap<string, ResourceState<unknown>> {
    return this.#states;
  }

  /** Keeps a resource up to date until the returned function is called. */
  watch<State>(resource: SingleResource<State> | ListResource<State>): () => void {
    const { key } = resource;
    const entry = this.#entries.get(key) ?? { held: this.#hold(resource), watchers: 0, busy: false };
    entry.watchers++;
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    void this.#bring(entry);
    let released = false;
    return () => {
      if (released) return;
      released = true;
      entry.watchers--;
      this.#letIdleGo();
    };
  }

  /** Changes what is held of a resource by what the service has answered to a write; null where it must be read again. */
  patch<State>({ key }: SingleResource<State>, change: (state: State) => State | null): void {
    const entry = this.#entries.get(key);
    if (!(entry?.held instanceof HeldSingle)) return;
    entry.held.patch(change);
    this.#changed(entry);
  }

  /** Does something with a list, where it is held, and shows what comes of it. */
  async withList<Item>(
    { key }: ListResource<Item>,
    work: (list: HeldList<Item>, reading: Reading) => Promise<void> | void,
  ): Promise<void> {
    const entry = this.#entries.get(key);
    if (!(entry?.held instanceof HeldList)) return;
    const working = work(entry.held, this.#reading);
    this.#changed(entry);
    try {
      await working;
    } finally {
      this.#changed(entry);
      this.#followNeeded();
    }
  }

  receive(event: PalaverEvent): void {
    for (const events of this.#inFlight) events.push(event);
    const ended = endedStreams(event);
    for (const entry of this.#entries.values()) {
      const { held } = entry;
      if (event.type === 'resync') held.resync(event.data.channelId, event.data.seq);
      else if (held.apply(event)) this.#stored.changed(held.key);
      for (const streamId of ended) held.lose(streamId);
      if (held.of !== null && held.of === closes(event)) held.leave();
      if (mayOpen(event, held.of)) held.reopen();
      this.#changed(entry);
    }
    if (ended.length > 0 || CHANGES_STREAMS.test(event.type)) this.#followNeeded();
  }

  /** Writes what has changed to the storage. Rejects where that fails. */
  flush(): Promise<void> {
    return this.#stored.flush();
  }

  /** The service may be within reach again. */
  wake(): void {
    this.#pauses.end();
  }

  /** Forgets everything that is known, and reads it again. */
  forget(): void {
    for (const entry of this.#entries.values()) {
      entry.held.leave();
      entry.held.reopen();
      this.#changed(entry);
    }
    this.#followNeeded();
  }

  close(): void {
    this.#closed = true;
    this.#stored.close();
    this.#pauses.end();
  }

  #hold<State>(resource: SingleResource<State> | ListResource<State>): Held {
    return resource.kind === 'single'
      ? new HeldSingle(resource)
      : new HeldList(resource, this.#options.sizes);
  }

  /** Reads a resource, from the storage first, until it is not outdated. */
  async #bring(entry: Entry): Promise<void> {
    const { held } = entry;
    if (entry.busy || !held.outdated) return;
    entry.busy = true;
    if (held.state.status === 'loading') {
      await this.#stored.restore(held, (cursors) => this.#options.streams.follow(cursors));
      this.#changed(entry);
    }
    for (let failures = 0; !this.#closed && held.outdated && this.#has(entry); ) {
      try {
        await held.refresh(this.#reading);
        failures = 0;
        this.#stored.changed(held.key);
        this.#followNeeded();
      } catch (error) {
        failures++;
        // A store that is closed has closed its requests.
        if (this.#closed) break;
        if (isPalaverError(error) && REFUSALS.has(error.data.httpStatus)) held.leave();
      }
      this.#changed(entry);
      if (held.outdated) await this.#pauses.wait(failures === 0 ? AGAIN_MS : waitMs(failures));
    }
    entry.busy = false;
  }

  readonly #reading: Reading = async (read, reduce) => {
    const { client, userId, streams } = this.#options;
    const events: PalaverEvent[] = [];
    const tools: ReadTools = {
      client,
      userId,
      position: async () => {
        const id = await userId();
        const seq = streams.positionIn(id);
        return seq === undefined ? (await me.read(tools)).cursors : { [id]: seq };
      },
    };
    this.#inFlight.add(events);
    try {
      const answer = await read(tools);
      return () => {
        this.#inFlight.delete(events);
        const view = events.reduce((before, event) => applied(before, event, reduce), answer);
        return streams.follow(view.cursors) ? view : { ...view, stale: true };
      };
    } catch (error) {
      this.#inFlight.delete(events);
      throw error;
    }
  };

  #changed(entry: Entry): void {
    const { held } = entry;
    if (!this.#has(entry)) return;
    if (held.outdated) void this.#bring(entry);
    if (this.#states.get(held.key) === held.state) return;
    this.#states = new Map(this.#states).set(held.key, held.state);
    this.#options.onChange();
  }

  #has({ held }: Entry): boolean {
    return this.#entries.get(held.key)?.held === held;
  }

  /** Lets those go that nobody has watched for the longest time. */
  #letIdleGo(): void {
    const idle = [...this.#entries.values()].filter(({ watchers }) => watchers === 0);
    const surplus = idle.slice(0, Math.max(0, idle.length - this.#options.idleMax));
    if (surplus.length === 0) return;
    const states = new Map(this.#states);
    for (const { held } of surplus) {
      this.#entries.delete(held.key);
      states.delete(held.key);
    }
    this.#states = states;
    this.#followNeeded();
    this.#options.onChange();
  }

  #followNeeded(): void {
    const { streams } = this.#options;
    const needed = new Map<string, number>();
    for (const { held } of this.#entries.values()) {
      for (const cursors of held.cursors()) {
        for (const [id, seq] of Object.entries(cursors)) needed.set(id, Math.min(seq, needed.get(id) ?? seq));
      }
    }
    streams.keepOnly(new Set(needed.keys()));
    const missing = [...needed].filter(([id]) => !streams.follows(id));
    if (missing.length > 0) streams.follow(Object.fromEntries(missing));
  }
}

/** The channel or server that is gone after an event; null for any other event. */
function closes(event: PalaverEvent): string | null {
  return event.type === 'channel.deleted' || event.type === 'server.deleted' ? event.data.id : null;
}
