import { setTimeout as pause } from 'node:timers/promises';
import type { SocketClient } from '../../websocket/socket-client.js';
import type { Act, Writing } from '../acts.js';
import type { WebSpec } from '../day-job.js';
import type { DayPerson } from '../day-person.js';
import type { DayRecord } from '../day-record.js';
import { withTime } from '../sent-at.js';
import { Calls, stringAfter } from './calls.js';
import { type HeardMessage, type Hearing, hear } from './heard.js';
import { ReadMarks } from './read-marks.js';
import type { Wire } from './wire.js';

const PAGE = 50;
/** A client tells a channel so often that somebody goes on typing. */
const TYPING_EVERY_MS = 3_000;
/** So long nothing must be typed before a draft is saved. */
const DRAFT_AFTER_MS = 1_500;
const PING_EVERY_MS = 30_000;

/** What the page of an address shows before anything else, beside the channel. */
const AT_START = ['users.me', 'servers.list', 'dms.list', 'drafts.list', 'favorites.list'];
const OF_SERVER = ['channels.list', 'groups.list', 'emoji.list', 'userGroups.list'];

export interface WebPersonOptions {
  readonly spec: WebSpec;
  readonly wire: Wire;
  readonly record: DayRecord;
  readonly picture: Buffer;
}

/** Sends what the web client sends for each act; a test compares the two. */
export class WebPerson implements DayPerson, Hearing {
  readonly #options: WebPersonOptions;
  readonly #spec: WebSpec;
  readonly #wire: Wire;
  readonly #calls: Calls;
  readonly #record: DayRecord;
  readonly #readMarks: ReadMarks;
  readonly #channels: ReadonlySet<string>;
  /** By stream. */
  readonly #positions = new Map<string, number>();
  /** Channels whose messages the client has. */
  readonly #held = new Set<string>();
  /** By channel, the last message in it of somebody else that the person knows. */
  readonly #last = new Map<string, string>();
  readonly #unread = new Map<string, number>();
  #socket: SocketClient | null = null;
  #pings: ReturnType<typeof setInterval> | undefined;
  #open = '';
  #visible = false;
  #draftVersion: string | null = null;
  #readsSaved = false;
  #readsThreads = false;
  #working: Array<Promise<unknown>> = [];

  constructor(options: WebPersonOptions) {
    const { spec, wire, record } = options;
    this.#options = options;
    this.#spec = spec;
    this.#wire = wire;
    this.#calls = new Calls(wire);
    this.#record = record;
    this.#channels = new Set(spec.channelIds);
    this.#readMarks = new ReadMarks((channelId, messageId) =>
      this.#calls.mutate('readState.markRead', { channelId, messageId }),
    );
  }

  async do(act: Act): Promise<void> {
    switch (act.kind) {
      case 'arrive':
        await this.#record.timed('arrive', () => this.#arrive(this.#channel(act.channel)));
        break;
      case 'return':
        await this.#record.timed('return', () => this.#return(this.#channel(act.channel)));
        break;
      case 'switch':
        await this.#switch(this.#channel(act.channel));
        break;
      case 'post':
        await this.#post(act);
        break;
      case 'reply':
        await this.#reply(act);
        break;
      case 'react':
        await this.#react(act.emoji);
        break;
      case 'upload':
        await this.#upload();
        break;
      case 'away':
        this.#visible = false;
        break;
      case 'back':
        this.#visible = true;
        this.#send({ type: 'ping', data: {} });
        this.#markRead();
        break;
      case 'leave':
        this.close();
    }
    await this.settled();
  }

  close(): void {
    clearInterval(this.#pings);
    if (this.#socket) this.#record.socketClosed(this.#socket);
    this.#socket?.close();
    this.#socket = null;
    this.#visible = false;
  }

  /** Resolves when the client has had all its answers. Rejects when one was a refusal. */
  async settled(): Promise<void> {
    const working = this.#working;
    this.#working = [];
    await Promise.all([...working, this.#readMarks.settled()]);
  }

  async #arrive(channelId: string): Promise<void> {
    this.#open = channelId;
    this.#visible = true;
    const { serverId } = this.#spec;
    await this.#wire.get('/api/users/me');
    const connected = this.#connect();
    const answers = await Promise.all([
      this.#readUnread(),
      this.#calls.query('notifications.list', { limit: PAGE }),
      ...AT_START.map((procedure) => this.#calls.query(procedure)),
      ...OF_SERVER.map((procedure) => this.#calls.query(procedure, { serverId })),
      ...this.#openChannel(channelId),
    ]);
    for (const answer of answers) this.#learn(answer?.streamSeq ?? null);
    await connected;
    this.#subscribe();
    await Promise.all([
      this.#calls.query('servers.members', { serverId, before: nextId(this.#spec.userId), limit: 1 }),
      // Before answers of bots are shown.
      this.#calls.query('users.me'),
    ]);
    this.#markRead();
  }

  /** What was kept is shown; the events since then come on the socket. */
  async #return(channelId: string): Promise<void> {
    const isHeld = this.#held.has(channelId);
    this.#open = channelId;
    this.#visible = true;
    await this.#wire.get('/api/users/me');
    const connected = this.#connect();
    await Promise.all([this.#calls.query('users.me'), ...(isHeld ? [] : this.#openChannel(channelId))]);
    await connected;
    this.#subscribe();
    await this.#calls.query('users.me');
    this.#markRead();
  }

  async #switch(channelId: string): Promise<void> {
    this.#open = channelId;
    if (!this.#held.has(channelId)) {
      await this.#record.timed('switch', () => Promise.all(this.#openChannel(channelId)));
    }
    this.#markRead();
  }

  /** What the page of a channel reads. */
  #openChannel(channelId: string): Array<Promise<{ readonly streamSeq: string | null } | null>> {
    this.#held.add(channelId);
    const list = async () => {
      const answer = await this.#calls.query('messages.list', { channelId, limit: PAGE });
      const id = stringAfter(answer.text, '"data":[{"id":"');
      if (id !== '' && id > (this.#last.get(channelId) ?? '')) this.#last.set(channelId, id);
      return answer;
    };
    return [
      this.#calls.query('channels.getById', { channelId }),
      list(),
      this.#calls.query('notificationPreferences.getForChannelById', { channelId }),
      this.#calls.query('channels.membersById', { channelId }),
    ];
  }

  async #post(writing: Writing): Promise<void> {
    const channelId = this.#open;
    const typed = this.#typeFor(writing.typingMs, channelId);
    await typed;
    await this.#pauseBeforeSending(writing, { channelId });
    await this.#record.timed('post', () =>
      this.#sendMessage({ channelId, content: withTime(writing.text, 'post') }),
    );
  }

  async #reply(writing: Writing): Promise<void> {
    const channelId = this.#open;
    const messageId = this.#last.get(channelId);
    if (messageId === undefined) return;
    await Promise.all([
      this.#calls.query('messages.thread', { messageId, limit: PAGE }),
      this.#calls.query('messages.get', { messageId }),
      ...(this.#readsThreads ? [] : this.#readThreads()),
    ]);
    await pause(writing.typingMs);
    const where = { channelId, threadId: messageId };
    await this.#pauseBeforeSending(writing, where);
    const content = withTime(writing.text, 'reply');
    await this.#record.timed('reply', () => this.#sendMessage({ channelId, content, threadId: messageId }));
  }

  async #sendMessage(message: {
    channelId: string;
    content: string;
    threadId?: string;
    attachmentIds?: string[];
  }) {
    const { channelId, content, threadId, attachmentIds = [] } = message;
    const where = { channelId, ...(threadId === undefined ? {} : { threadId }) };
    if (this.#draftVersion !== null) {
      this.#work(this.#calls.mutate('drafts.delete', { ...where, updatedAt: this.#draftVersion }));
      this.#draftVersion = null;
    }
    const nonce = Math.random().toString(36).slice(2).padEnd(16, '0');
    await this.#calls.mutate('messages.send', { ...where, content, attachmentIds, nonce });
  }

  async #typeFor(ms: number, channelId: string): Promise<void> {
    for (let left = ms; left > 0; left -= TYPING_EVERY_MS) {
      this.#record.typed(this.#spec.userId);
      this.#send({ type: 'typing', data: { channelId } });
      await pause(Math.min(left, TYPING_EVERY_MS));
    }
  }

  /** Whoever thinks longer has a draft. */
  async #pauseBeforeSending({ text, pauseMs }: Writing, where: object): Promise<void> {
    if (pauseMs < DRAFT_AFTER_MS) return pause(pauseMs);
    await pause(DRAFT_AFTER_MS);
    const stored = await this.#calls.mutate('drafts.put', { ...where, content: text });
    this.#draftVersion = stringAfter(stored.text, '"updatedAt":"');
    await pause(pauseMs - DRAFT_AFTER_MS);
  }

  async #react(emoji: string): Promise<void> {
    const messageId = this.#last.get(this.#open);
    if (messageId === undefined) return;
    if (!this.#readsSaved) {
      this.#readsSaved = true;
      this.#work(this.#calls.batched('savedMessages.list', { limit: PAGE }));
      this.#work(this.#calls.query('users.me'));
    }
    this.#record.reacts(messageId, this.#spec.userId);
    await this.#record.timed('react', () => this.#calls.mutate('messages.react', { messageId, emoji }));
  }

  async #upload(): Promise<void> {
    const channelId = this.#open;
    await this.#record.timed('upload', async () => {
      const id = await this.#calls.upload(channelId, this.#options.picture);
      await this.#sendMessage({ channelId, content: withTime('', 'post'), attachmentIds: [id] });
    });
  }

  /** Followed threads, and the position of what tells of them. */
  #readThreads(): Array<Promise<unknown>> {
    this.#readsThreads = true;
    return [this.#calls.query('users.me'), this.#calls.batched('threads.list', { limit: PAGE })];
  }

  // What is heard.

  message({ id, channelId, userId, isReply, sinceMs, attachmentId }: HeardMessage): void {
    if (userId !== this.#spec.userId) this.#record.delivered(sinceMs);
    const isShown = this.#visible && channelId === this.#open;
    if (isShown && attachmentId !== '') this.#work(this.#showPicture(attachmentId));
    if (isReply || userId === this.#spec.userId) return;
    this.#last.set(channelId, id);
    this.#unread.set(channelId, (this.#unread.get(channelId) ?? 0) + 1);
    if (isShown) this.#markRead();
  }

  reaction(messageId: string, userId: string): void {
    if (userId !== this.#spec.userId) this.#record.reactionDelivered(messageId, userId);
  }

  typing(_channelId: string, userId: string): void {
    this.#record.typingDelivered(userId);
  }

  /** The event has no text, so that the list is read again. */
  draft(): void {
    this.#work(this.#calls.query('drafts.list'));
  }

  followed(): void {
    if (this.#readsThreads) for (const reading of this.#readThreads()) this.#work(reading);
  }

  position(streamId: string, seq: number): void {
    if (seq > (this.#positions.get(streamId) ?? seq)) this.#positions.set(streamId, seq);
  }

  async #connect(): Promise<void> {
    const ticket = await this.#calls.ticket();
    const socket = await this.#wire.open(
      `/api/ws?ticket=${encodeURIComponent(ticket)}`,
      (bytes, start, end) => hear(bytes, start, end, this),
    );
    this.#socket = socket;
    this.#pings = setInterval(() => this.#send({ type: 'ping', data: {} }), PING_EVERY_MS);
  }

  /** To all streams that the client knows, from where it knows them. */
  #subscribe(): void {
    const since = Object.fromEntries(this.#positions);
    this.#send({ type: 'subscribe', data: { channelIds: Object.keys(since), since } });
  }

  async #readUnread() {
    const answer = await this.#calls.query('readState.list');
    for (const { channelId, unreadCount } of itemsIn(answer.text)) this.#unread.set(channelId, unreadCount);
    return answer;
  }

  /** Learns positions from the header `Stream-Seq`. */
  #learn(header: string | null): void {
    for (const entry of header?.split(',') ?? []) {
      const [id = '', seq] = entry.trim().split('=');
      const isOwn = this.#channels.has(id) || id === this.#spec.userId || id === this.#spec.serverId;
      if (isOwn) this.#positions.set(id, Math.min(Number(seq), this.#positions.get(id) ?? Number(seq)));
    }
  }

  #markRead(): void {
    const messageId = this.#last.get(this.#open);
    const isUnread = (this.#unread.get(this.#open) ?? 0) > 0;
    if (!this.#visible || messageId === undefined || !isUnread) return;
    this.#unread.set(this.#open, 0);
    this.#readMarks.set(this.#open, messageId);
  }

  async #showPicture(attachmentId: string): Promise<void> {
    const { text } = await this.#calls.batched('attachments.address', { attachmentId });
    await this.#wire.get(stringAfter(text, '"url":"'));
  }

  #send(frame: object): void {
    this.#socket?.send(JSON.stringify(frame));
  }

  /** Does not keep the person waiting. */
  #work(work: Promise<unknown>): void {
    // It is awaited after the act.
    work.catch(() => {});
    this.#working.push(work);
  }

  #channel(n: number): string {
    return this.#spec.channelIds[n % this.#spec.channelIds.length] ?? '';
  }
}

function itemsIn(text: string): ReadonlyArray<{ channelId: string; unreadCount: number }> {
  return JSON.parse(text).result.data;
}

/** The id after one, so that a page before it begins with that one. */
function nextId(id: string): string {
  const last = Number.parseInt(id.slice(-8), 16) + 1;
  return id.slice(0, -8) + last.toString(16).padStart(8, '0');
}
