import { setTimeout as pause } from 'node:timers/promises';
import type { SocketClient } from '../../websocket/socket-client.js';
import { openSocketClient } from '../../websocket/socket-client.js';
import { roomAddress, roomsHandshake } from '../../xmpp/room-handshake.js';
import type { Act, Writing } from '../acts.js';
import type { XmppSpec } from '../day-job.js';
import type { DayPerson } from '../day-person.js';
import type { DayRecord } from '../day-record.js';
import { ReadMarks } from '../read-marks.js';
import { MARKS, sinceSent, withTime } from '../sent-at.js';
import { headOf } from './stanza.js';

const PAGE = 50;
const STATES = 'http://jabber.org/protocol/chatstates';
/** A message that is not archived (XEP-0334). */
const PASSING = '<no-store xmlns="urn:xmpp:hints"/>';
const BODY = Buffer.from('<body>');

interface Waiting {
  readonly resolve: () => void;
  readonly reject: (error: Error) => void;
}

/**
 * The same acts for rooms (XEP-0045): an archive page for a channel (XEP-0313), chat states (XEP-0085) while somebody types,
 * markers (XEP-0333) where somebody has read, and reactions (XEP-0444). Rooms have no drafts and no pictures.
 */
export class XmppPerson implements DayPerson {
  readonly #spec: XmppSpec;
  readonly #record: DayRecord;
  /** By the id of what was asked or sent. */
  readonly #waiting = new Map<string, Waiting>();
  readonly #held = new Set<string>();
  /** By room, the last message in it. */
  readonly #last = new Map<string, string>();
  readonly #unread = new Set<string>();
  /** They hurry before another room is open. */
  readonly #readMarks = new ReadMarks(async (_room, last) =>
    this.#send(`<displayed xmlns="urn:xmpp:chat-markers:0" id="${last}"/>${PASSING}`),
  );
  #socket: SocketClient | null = null;
  /** What was refused though nobody waited for it, or why the connection ended. */
  #failure: string | null = null;
  #open = '';
  #visible = false;
  #count = 0;

  constructor(spec: XmppSpec, record: DayRecord) {
    this.#spec = spec;
    this.#record = record;
  }

  async do(act: Act): Promise<void> {
    this.#requireSound();
    await this.#begin(act);
    this.#requireSound();
  }

  #requireSound(): void {
    if (this.#failure !== null) throw new Error(this.#failure);
  }

  async #begin(act: Act): Promise<void> {
    switch (act.kind) {
      case 'arrive':
      case 'return':
        await this.#record.timed(act.kind, () => this.#enter(this.#room(act.channel)));
        break;
      case 'switch':
        await this.#show(this.#room(act.channel));
        break;
      case 'post':
      case 'reply':
        await this.#write(act);
        break;
      case 'upload':
        await this.#record.timed('upload', () => this.#say(withTime('', 'post'), ''));
        break;
      case 'react':
        await this.#react(act.emoji);
        break;
      case 'away':
        this.#visible = false;
        this.#readMarks.hurry();
        break;
      case 'back':
        this.#visible = true;
        this.#mark();
        break;
      case 'leave':
        this.close();
    }
  }

  close(): void {
    this.#readMarks.hurry();
    if (this.#socket) this.#record.socketClosed(this.#socket);
    this.#socket?.close();
    this.#socket = null;
    this.#visible = false;
  }

  async #enter(room: string): Promise<void> {
    const { url, domain, account, rooms } = this.#spec;
    this.#held.clear();
    const connection = {
      url,
      headers: { 'sec-websocket-protocol': 'xmpp' },
      handshake: roomsHandshake({ domain, account }, rooms),
    };
    const onDisconnect = (reason: string) => {
      this.#failure = reason;
      for (const { reject } of this.#waiting.values()) reject(new Error(reason));
    };
    this.#socket = await openSocketClient(
      connection,
      (bytes, start, end) => this.#receive(bytes, start, end),
      onDisconnect,
    );
    this.#visible = true;
    await this.#show(room);
  }

  async #show(room: string): Promise<void> {
    this.#readMarks.hurry();
    this.#open = room;
    if (!this.#held.has(room)) {
      this.#held.add(room);
      const set = `<set xmlns="http://jabber.org/protocol/rsm"><max>${PAGE}</max><before/></set>`;
      await this.#record.timed('switch', () =>
        this.#ask(
          (id) =>
            `<iq type="set" id="${id}" to="${this.#address(room)}"><query xmlns="urn:xmpp:mam:2">${set}</query></iq>`,
        ),
      );
    }
    this.#mark();
  }

  async #write({ kind, text, typingMs, pauseMs }: Writing): Promise<void> {
    const thread = kind === 'reply' ? `<thread>${this.#last.get(this.#open) ?? 'first'}</thread>` : '';
    this.#record.typed(this.#spec.account.username);
    this.#send(`<composing xmlns="${STATES}"/>${PASSING}`);
    await pause(typingMs + pauseMs);
    await this.#record.timed(kind, () => this.#say(withTime(text, kind), thread));
  }

  /** Resolves when the room has sent it back. */
  #say(body: string, thread: string): Promise<void> {
    const content = `<body>${body}</body>${thread}<active xmlns="${STATES}"/><markable xmlns="urn:xmpp:chat-markers:0"/>`;
    return this.#ask((id) => this.#message(content, id));
  }

  async #react(emoji: string): Promise<void> {
    const last = this.#last.get(this.#open);
    if (last === undefined) return;
    const reaction = `<reactions id="${last}" xmlns="urn:xmpp:reactions:0"><reaction>${emoji}</reaction></reactions>`;
    this.#record.reacts(last, this.#spec.account.username);
    await this.#record.timed('react', () => this.#ask((id) => this.#message(`${reaction}${PASSING}`, id)));
  }

  /** Says in the open room how far it is read; not in the one of everybody, where each would be told of each. */
  #mark(): void {
    const last = this.#last.get(this.#open);
    if (!this.#visible || last === undefined || !this.#unread.delete(this.#open)) return;
    if (this.#open !== this.#spec.rooms[0]) this.#readMarks.set(this.#open, last);
  }

  #receive(bytes: Buffer, start: number, end: number): void {
    const text = bytes.toString('latin1', start, end);
    const { name, id, room, author, isError, isArchived } = headOf(text);
    if (isArchived) return;
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (!isError) waiting?.resolve();
    else if (waiting) waiting.reject(new Error(text));
    else this.#failure = text;
    if (name !== 'message' || isError) return;
    const body = bytes.indexOf(BODY, start);
    if (body !== -1 && body < end) this.#hear(bytes, body + BODY.length, { room, author, id });
    else if (author === this.#spec.account.username) return;
    else if (text.includes('<composing')) this.#record.typingDelivered(author);
    else {
      const [, reacted] = /<reactions[^>]*? id='([^']*)'/.exec(text) ?? [];
      if (reacted !== undefined) this.#record.reactionDelivered(reacted, author);
    }
  }

  #hear(
    bytes: Buffer,
    at: number,
    { room, author, id }: Readonly<Record<'room' | 'author' | 'id', string>>,
  ): void {
    const mark = bytes.toString('latin1', at, at + MARKS.post.length);
    if (mark !== MARKS.post && mark !== MARKS.reply) return;
    this.#last.set(room, id);
    if (author === this.#spec.account.username) return;
    this.#record.delivered(sinceSent(bytes, at + mark.length));
    this.#unread.add(room);
    if (room === this.#open) this.#mark();
  }

  #ask(stanzaOf: (id: string) => string): Promise<void> {
    const id = `${this.#spec.account.username}-${++this.#count}`;
    const answered = new Promise<void>((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
    this.#socket?.send(stanzaOf(id));
    return answered;
  }

  /** Sends what nobody waits for to the open room. */
  #send(content: string): void {
    this.#socket?.send(this.#message(content, `${this.#spec.account.username}-${++this.#count}`));
  }

  #message(content: string, id: string): string {
    return `<message to="${this.#address(this.#open)}" type="groupchat" id="${id}">${content}</message>`;
  }

  #address(room: string): string {
    return roomAddress({ domain: this.#spec.domain, room });
  }

  #room(n: number): string {
    return this.#spec.rooms[n % this.#spec.rooms.length] ?? '';
  }
}
