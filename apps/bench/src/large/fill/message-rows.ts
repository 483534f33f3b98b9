import { newId } from '@palaver/db';
import { eventRows } from './event-rows.js';
import type { Items } from './items.js';
import type { MadeMessage } from './message.js';
import { type Push, READ_MS } from './message-tables.js';
import { SearchRows } from './search-row.js';
import { SPACING_MS, type World } from './world.js';

const iso = (at: number) => new Date(at).toISOString();
const isoOrNull = (at: number | null) => (at === null ? null : iso(at));

/** Writes the rows of messages as the service has them when all that belongs to them has happened. */
export class MessageRows {
  readonly #world: World;
  readonly #search: SearchRows;
  readonly #items: Items;
  readonly #push: Push;

  constructor(world: World, items: Items, push: Push) {
    this.#world = world;
    this.#search = new SearchRows(world);
    this.#items = items;
    this.#push = push;
  }

  write(message: MadeMessage): void {
    const { id, place, seq, root, edit } = message;
    const isDeleted = message.deletedAt !== null;
    this.#message(message);
    if (isDeleted) {
      if (message.replies.length > 0) this.#push('deleted_roots', [place.id, id]);
    } else this.#push('message_search', this.#search.of(message));
    for (const { emoji, person, at } of message.reactions)
      this.#push('reactions', [id, emoji, this.#id(person), iso(at)]);
    if (message.file) this.#attachment(message);
    for (const person of message.mentioned)
      this.#push('message_mentions', [this.#id(person), place.id, seq, id, null, seq, false]);
    if (message.mentionsAll) this.#push('message_mentions', [place.id, place.id, seq, id, null, seq, false]);
    if (edit)
      this.#push('message_edits', [id, edit.seq, edit.before, this.#id(message.author), iso(edit.at)]);
    if (message.pin !== null) this.#push('message_pins', [id, place.id, message.pin]);
    if (root && message.isAlsoInChannel) this.#push('channel_replies', [id, root.id, seq]);
    this.#items.add(message);
    for (const row of eventRows(this.#world, message)) this.#push('events', row);
  }

  /** The follows of a thread, when all of its replies are known. */
  writeFollows(root: MadeMessage): void {
    const last = root.replies.at(-1);
    if (!last) return;
    const own = new Map<number, MadeMessage | null>([[root.author, null]]);
    for (const reply of root.replies) own.set(reply.author, reply);
    const isRead = this.#world.end - last.at > READ_MS;
    for (const [person, reply] of own) {
      const read = isRead ? last : reply;
      const isNamed = isRead || reply?.isAlsoInChannel === true;
      this.#push('thread_follows', [
        this.#id(person),
        root.id,
        root.place.id,
        !root.isQuiet,
        read?.seq ?? 0,
        isNamed ? (read?.id ?? null) : null,
        0,
        true,
      ]);
    }
  }

  #message(message: MadeMessage): void {
    const { root, edit, mentioned, mentionsAll, isAlsoInChannel } = message;
    const author = this.#id(message.author);
    const isInThreadAlone = root !== null && !isAlsoInChannel;
    const userIds = mentioned.map((person) => this.#id(person));
    const hasMentions = userIds.length > 0 || mentionsAll;
    this.#push('messages', [
      message.id,
      message.place.id,
      message.seq,
      author,
      isInThreadAlone ? root.id : null,
      message.content,
      edit !== null,
      message.replies.length,
      iso(message.at),
      iso(edit?.at ?? message.at),
      isoOrNull(message.deletedAt),
      edit?.seq ?? null,
      hasMentions ? JSON.stringify({ userIds, groupIds: [], channel: mentionsAll, here: false }) : null,
      message.pin === null ? null : iso(message.at + 60_000),
      message.pin === null ? null : author,
      root && isAlsoInChannel ? JSON.stringify({ alsoInThread: root.id }) : null,
    ]);
  }

  #attachment({ id, place, author, at }: MadeMessage): void {
    const [width, height] = [1_200, 800];
    const size = 40_000 + Math.floor(this.#world.random() * 400_000);
    const created = iso(at - Math.min(5_000, SPACING_MS));
    const row = [
      newId(place.serverId ?? place.id),
      place.id,
      this.#id(author),
      id,
      0,
      'photo.png',
      'image/png',
      size,
    ];
    this.#push('attachments', [...row, width, height, created]);
  }

  #id(person: number): string {
    return this.#world.people[person]?.id ?? '';
  }
}
