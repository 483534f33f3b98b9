import { type PalaverEvent, type Position, positionOf } from './frames.js';

/** By stream id, the `seq` of the last event received. Plain JSON: store it together with the state made of the events. */
export type Cursors = Readonly<Record<string, number>>;

/** What a received event is: a duplicate to skip, the proof of a missing event, or the positions it moves to. */
export type Verdict = 'skip' | 'gap' | readonly Position[];

/** The streams of a subscription, and the position received of each. */
export class Positions {
  /** Null for a stream that begins at the position with which the service confirms the subscription. */
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

  /** Judges the next event received, and moves on by it. `seq` is dense within a stream, so a hole proves a loss. */
  advance(event: PalaverEvent): Verdict {
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

  #jump(position: Position): Verdict {
    if (!this.#reached.has(position.streamId)) return 'skip';
    this.#reached.set(position.streamId, position.seq);
    return [position];
  }

  #step(event: PalaverEvent): Verdict {
    const position = positionOf(event);
    if (position === null) {
      this.remove(endedStreams(event));
      return [];
    }
    const reached = this.#reached.get(position.streamId) ?? null;
    if (reached === null || position.seq <= reached) return 'skip';
    return position.seq === reached + 1 ? this.#jump(position) : 'gap';
  }
}

/** The streams of which nothing more comes after this event. */
export function endedStreams(event: PalaverEvent): readonly string[] {
  if (event.type === 'subscribed') return event.data.denied;
  // With a position it is an event of the user's own stream; without one it is about this connection.
  if (event.type !== 'access.revoked' || positionOf(event) !== null) return [];
  const { channelId, serverId } = event.data;
  const ended = channelId ?? serverId;
  return ended === null ? [] : [ended];
}
