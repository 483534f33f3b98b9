import { type PalaverEvent, type Position, positionOf } from './frames.js';

/** By stream, the `seq` of the last event taken. Plain JSON: to be stored with the state that it belongs to. */
export type Cursors = Readonly<Record<string, number>>;

/** What an event is to a subscription: one to be passed over, proof that one was missed, or where it leads. */
export type Verdict = 'skip' | 'gap' | readonly Position[];

/** The streams of a subscription, and how far what came in reaches in each. */
export class Positions {
  /** Null: it begins where the stream is when the service admits us. */
  readonly #reached = new Map<string, number | null>();

  get ids(): string[] {
    return [...this.#reached.keys()];
  }

  /** Adds streams, and returns those that are new. */
  add(ids: readonly string[], since: Cursors): string[] {
    const added = [...new Set(ids)].filter((id) => !this.#reached.has(id));
    for (const id of added) this.#reached.set(id, since[id] ?? null);
    return added;
  }

  remove(ids: readonly string[]): void {
    for (const id of ids) this.#reached.delete(id);
  }

  cursorsOf(ids: readonly string[]): Cursors {
    const cursors: Record<string, number> = {};
    for (const id of ids) {
      const seq = this.#reached.get(id);
      if (typeof seq === 'number') cursors[id] = seq;
    }
    return cursors;
  }

  /** Takes what comes in, in its order. `seq` is dense within a stream, so a hole proves a loss. */
  take(event: PalaverEvent): Verdict {
    switch (event.type) {
      case 'subscribed':
        this.remove(event.data.denied);
        return this.#begin(event.data.channels);
      case 'resync':
        return this.#jump({ streamId: event.data.channelId, seq: event.data.seq });
      default:
        return this.#step(event);
    }
  }

  #begin(channels: ReadonlyArray<{ readonly id: string; readonly seq: number }>): Verdict {
    const begun = channels.filter(({ id }) => this.#reached.get(id) === null);
    for (const { id, seq } of begun) this.#reached.set(id, seq);
    return begun.map(({ id, seq }) => ({ streamId: id, seq }));
  }

  #jump(place: Position): Verdict {
    if (!this.#reached.has(place.streamId)) return 'skip';
    this.#reached.set(place.streamId, place.seq);
    return [place];
  }

  #step(event: PalaverEvent): Verdict {
    const place = positionOf(event);
    if (place === null) {
      this.remove(lostBy(event));
      return [];
    }
    const reached = this.#reached.get(place.streamId) ?? null;
    if (reached === null || place.seq <= reached) return 'skip';
    return place.seq === reached + 1 ? this.#jump(place) : 'gap';
  }
}

/** The streams of which nothing more comes after this. */
export function lostBy(event: PalaverEvent): readonly string[] {
  if (event.type === 'subscribed') return event.data.denied;
  // One with a place tells of it as history; the connection's own, which has none, as a fact.
  if (event.type !== 'access.revoked' || positionOf(event) !== null) return [];
  const { channelId, serverId } = event.data;
  const lost = channelId ?? serverId;
  return lost === null ? [] : [lost];
}
