import { pastId } from '@palaver/db';
import { oneOf } from '../../load/day/random.js';
import { RARE_MESSAGES, RARE_WORD, sentence, wordsOf } from './words.js';
import { type Place, SPACING_MS, type World } from './world.js';

/** What a message was changed by. Times are in milliseconds. */
export interface Edit {
  readonly seq: number;
  readonly at: number;
  readonly before: string;
}

export interface Reaction {
  readonly emoji: string;
  readonly person: number;
  readonly at: number;
}

/** A message with all that belongs to it. */
export interface MadeMessage {
  readonly id: string;
  readonly place: Place;
  readonly seq: number;
  readonly at: number;
  readonly author: number;
  content: string;
  readonly root: MadeMessage | null;
  readonly isAlsoInChannel: boolean;
  readonly mentioned: readonly number[];
  readonly mentionsAll: boolean;
  reactions: readonly Reaction[];
  file: boolean;
  readonly edit: Edit | null;
  deletedAt: number | null;
  readonly pin: number | null;
  /** Whether nobody follows the thread any more: that of the longest one. */
  isQuiet: boolean;
  /** Replies that are not deleted, in order. */
  readonly replies: MadeMessage[];
}

const EMOJI = ['👍', '🎉', '❤️', '😂', '👀'];
/** Without edits, deletions and pins, whose events would be needed: what is younger has its events in the log. */
export const PLAIN_MS = 8 * 24 * 3_600_000;
/** In the busiest channel, one of this number of messages is a reply to its first message. That makes the longest thread. */
const LONG_THREAD_EVERY = 30;
const RECENT = 64;
const THREADS_OPEN = 8;
const PINS_MAX = 40;

/** Makes the messages of a world one after the other, in the order of time. */
export class MessageMaker {
  readonly #world: World;
  readonly #word: () => string;
  readonly #open = new Map<Place, MadeMessage[]>();
  #first: MadeMessage | null = null;
  #made = 0;
  #inFirstPlace = 0;

  constructor(world: World) {
    this.#world = world;
    this.#word = wordsOf(world.random);
  }

  /** The root of the longest thread: the first message of the busiest channel. */
  get first(): MadeMessage | null {
    return this.#first;
  }

  /**
   * The next messages, of which all is known: threads end with them, but the longest one. Of one in fifty threads the first message was
   * deleted after its replies.
   */
  block(count: number): MadeMessage[] {
    const messages = Array.from({ length: count }, () => this.#next());
    for (const message of messages) {
      if (message.replies.length > 0 && message !== this.#first && this.#world.random() < 0.02)
        this.#bury(message);
    }
    this.#open.clear();
    return messages;
  }

  #bury(message: MadeMessage): void {
    const isYoung = this.#world.end - message.at < PLAIN_MS;
    if (isYoung || message.pin !== null || message.mentioned.length > 0 || message.mentionsAll) return;
    message.place.seq++;
    message.deletedAt = (message.replies.at(-1)?.at ?? message.at) + 30_000;
    message.content = '';
    message.reactions = [];
    message.file = false;
    const { recent } = message.place;
    const at = recent.findIndex(({ id }) => id === message.id);
    if (at !== -1) recent.splice(at, 1);
  }

  #next(): MadeMessage {
    const { random, places, begin, end, size } = this.#world;
    const n = this.#made++;
    const rareEvery = Math.max(1, Math.floor(size.messages / RARE_MESSAGES));
    const isRare = n % rareEvery === Math.floor(rareEvery / 2) && n < rareEvery * RARE_MESSAGES;
    const busiest = places[0];
    const place = isRare && busiest ? busiest : this.#world.placeOf(random());
    const at = Math.round(begin + n * SPACING_MS);
    const isPlain = end - at < PLAIN_MS;
    const author = oneOf(random, place.members);
    const root = this.#rootFor(place, isRare);
    const mentioned =
      root === null && random() < 0.05 ? [oneOf(random, place.members)].filter((one) => one !== author) : [];
    const mentionsAll =
      root === null && mentioned.length === 0 && place.members.length < 100 && random() < 0.003;
    let content = sentence(random, this.#word);
    if (isRare) content += ` ${RARE_WORD}`;
    for (const person of mentioned) content = `@${this.#world.people[person]?.username ?? ''} ${content}`;
    if (mentionsAll) content = `@channel ${content}`;
    const message = this.#message({
      place,
      at,
      author,
      content,
      root,
      mentioned,
      mentionsAll,
      isPlain,
      isRare,
    });
    this.#remember(message);
    return message;
  }

  #message(given: {
    place: Place;
    at: number;
    author: number;
    content: string;
    root: MadeMessage | null;
    mentioned: number[];
    mentionsAll: boolean;
    isPlain: boolean;
    isRare: boolean;
  }): MadeMessage {
    const { random } = this.#world;
    const { place, at, root, content, isPlain, isRare, mentioned } = given;
    const seq = ++place.seq;
    const isBare = root === null && mentioned.length === 0 && !given.mentionsAll && !isPlain && !isRare;
    const isDeleted = isBare && this.#first !== null && random() < 0.01;
    const reactions = isDeleted ? [] : this.#reactions(place, at);
    place.seq += reactions.length;
    const isEdited = isBare && !isDeleted && random() < 0.03;
    const edit = isEdited
      ? { seq: ++place.seq, at: at + 20_000, before: `${content} ${this.#word()}` }
      : null;
    const deletedAt = isDeleted ? at + 25_000 : null;
    if (isDeleted) place.seq++;
    const isPinned = isBare && !isDeleted && place.pins < PINS_MAX && random() < 0.001;
    if (isPinned) place.pins++;
    const pin = isPinned ? ++place.seq : null;
    return {
      id: pastId(new Date(at), this.#made & 0xffff, place.serverId ?? place.id),
      place,
      seq,
      at,
      author: given.author,
      content: isDeleted ? '' : content,
      root,
      isAlsoInChannel: root !== null && root !== this.#first && random() < 0.05,
      mentioned,
      mentionsAll: given.mentionsAll,
      reactions,
      file: !isDeleted && random() < 0.02,
      edit,
      deletedAt,
      pin,
      isQuiet: false,
      replies: [],
    };
  }

  #reactions(place: Place, at: number): Reaction[] {
    const { random } = this.#world;
    if (random() > 0.12) return [];
    const people = new Set(
      Array.from({ length: 1 + Math.floor(random() * 4) }, () => oneOf(random, place.members)),
    );
    const emoji = oneOf(random, EMOJI);
    return [...people].map((person, n) => ({ emoji, person, at: at + 1_000 * (n + 1) }));
  }

  /** A reply is one to a thread of the same block, or to the first message of all. */
  #rootFor(place: Place, isRare: boolean): MadeMessage | null {
    const { random, places } = this.#world;
    if (isRare) return null;
    if (place === places[0] && this.#first !== null && ++this.#inFirstPlace % LONG_THREAD_EVERY === 0)
      return this.#first;
    const open = this.#open.get(place);
    return open && random() < 0.15 ? oneOf(random, open) : null;
  }

  #remember(message: MadeMessage): void {
    const { place, root } = message;
    if (root !== null) root.replies.push(message);
    if (message.deletedAt !== null) return;
    if (root === null || message.isAlsoInChannel) {
      place.recent.push({ id: message.id, seq: message.seq, at: message.at });
      if (place.recent.length > RECENT) place.recent.shift();
    }
    if (root !== null || message.edit !== null) return;
    if (this.#first === null && place === this.#world.places[0]) {
      this.#first = message;
      message.isQuiet = true;
      return;
    }
    if (place.members.length === 2 || this.#world.random() > 0.2) return;
    const open = this.#open.get(place) ?? [];
    open.push(message);
    if (open.length > THREADS_OPEN) open.shift();
    this.#open.set(place, open);
  }
}
