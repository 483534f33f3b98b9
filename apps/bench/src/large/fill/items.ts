import { pastId } from '@palaver/db';
import type { MadeMessage } from './message.js';
import { type Push, READ_MS } from './message-tables.js';
import type { Value } from './table-stream.js';
import type { Place, World } from './world.js';

interface Young {
  readonly place: Place;
  readonly person: number;
  readonly seq: number;
  readonly at: number;
  readonly row: readonly Value[];
}

/** The items of the inboxes. Whether the young ones are read is known when all positions are. */
export class Items {
  readonly #world: World;
  readonly #push: Push;
  readonly #young: Young[] = [];
  /** The last position at which somebody has posted lately, by place and person: whoever posts has read what came before. */
  readonly #posted = new Map<string, number>();
  #count = 0;

  constructor(world: World, push: Push) {
    this.#world = world;
    this.#push = push;
  }

  /** Tells those whom a message is about. Call it before later messages of its thread. */
  add(message: MadeMessage): void {
    const { place, author, root } = message;
    if (message.deletedAt !== null) return;
    const isListed = root === null || message.isAlsoInChannel;
    if (isListed && this.#world.end - message.at <= READ_MS)
      this.#posted.set(`${place.id}/${author}`, message.seq);
    if (place.serverId === null) {
      for (const person of place.members) if (person !== author) this.#add(message, person, 'dm');
      return;
    }
    const mentioned = new Set(message.mentionsAll ? place.members : message.mentioned);
    mentioned.delete(author);
    for (const person of mentioned) this.#add(message, person, 'mention');
    if (root === null || root.isQuiet) return;
    const followers = new Set([root.author]);
    for (const reply of root.replies) {
      if (reply.seq >= message.seq) break;
      followers.add(reply.author);
    }
    followers.delete(author);
    for (const person of followers) this.#add(message, person, 'thread_reply');
  }

  /** Writes the young items, read where the position of the person is not before them. */
  end(positionOf: (place: Place, person: number) => number): void {
    for (const { place, person, seq, at, row } of this.#young) {
      const posted = this.#posted.get(`${place.id}/${person}`) ?? 0;
      this.#write(row, Math.max(positionOf(place, person), posted) >= seq ? at : null);
    }
  }

  #add(message: MadeMessage, person: number, kind: 'dm' | 'mention' | 'thread_reply'): void {
    const { place, seq, at, root } = message;
    const { people } = this.#world;
    const created = new Date(at).toISOString();
    const row = [
      pastId(new Date(at), this.#count++ & 0xffff),
      people[person]?.id ?? '',
      kind,
      place.serverId,
      place.id,
      message.id,
      root && !message.isAlsoInChannel ? root.id : null,
      people[message.author]?.id ?? '',
      seq,
      seq,
      1,
      false,
      created,
      created,
    ];
    if (this.#world.end - at > READ_MS) this.#write(row, at);
    else this.#young.push({ place, person, seq, at, row });
  }

  #write(row: readonly Value[], readAt: number | null): void {
    this.#push('notifications', [
      ...row,
      readAt === null ? null : new Date(readAt + 3_600_000).toISOString(),
    ]);
  }
}
