import type { Act, Writing } from '../acts.js';
import type { WebSpec } from '../day-job.js';
import type { DayPerson } from '../day-person.js';
import type { DayRecord } from '../day-record.js';
import { ReadMarks } from '../read-marks.js';
import { Calls, type Read } from './calls.js';
import { type HeardMessage, type Hearing, hear } from './heard.js';
import { PAGE, readsAfterStart, readsAtStart, readsOfChannel, readThreads, Shape } from './web-reads.js';
import { WebSocketOfPerson } from './web-socket.js';
import { WebWriter } from './web-writer.js';
import type { Wire } from './wire.js';

/** The size in which a desk with a pixel for each of CSS loads the picture of a message. */
const PICTURE_SIZE = 480;

export interface WebPersonOptions {
  readonly spec: WebSpec;
  readonly wire: Wire;
  readonly record: DayRecord;
  readonly picture: Buffer;
}

/** Sends what the web client sends for each act; a test compares the two. */
export class WebPerson implements DayPerson, Hearing {
  readonly #spec: WebSpec;
  readonly #wire: Wire;
  readonly #calls: Calls;
  readonly #record: DayRecord;
  readonly #socket: WebSocketOfPerson;
  readonly #writer: WebWriter;
  readonly #readMarks: ReadMarks;
  readonly #streams: ReadonlySet<string>;
  /** Channels whose messages the client has. */
  readonly #held = new Set<string>();
  /** By channel, the last message in it of somebody else that the person knows. */
  readonly #last = new Map<string, string>();
  readonly #unread = new Map<string, number>();
  #open = '';
  #visible = false;
  #readsThreads = false;
  #working: Array<Promise<unknown>> = [];

  constructor({ spec, wire, record, picture }: WebPersonOptions) {
    const calls = new Calls(wire);
    const socket = new WebSocketOfPerson(calls, wire, record);
    const { userId, serverId, channelIds } = spec;
    this.#spec = spec;
    this.#wire = wire;
    this.#calls = calls;
    this.#record = record;
    this.#socket = socket;
    this.#writer = new WebWriter({
      calls,
      record,
      userId,
      picture,
      send: (frame) => socket.send(frame),
      work: (work) => this.#work(work),
    });
    this.#readMarks = new ReadMarks((channelId, messageId) =>
      calls.mutateUnkeyed('readState.markRead', { channelId, messageId }),
    );
    this.#streams = new Set([userId, serverId, ...channelIds]);
  }

  async do(act: Act): Promise<void> {
    await this.#begin(act);
    await this.settled();
  }

  close(): void {
    this.#readMarks.hurry();
    this.#socket.close();
    this.#visible = false;
  }

  /** Resolves when the client has had all its answers. Rejects when one was a refusal. */
  async settled(): Promise<void> {
    const working = this.#working;
    this.#working = [];
    await Promise.all([...working, this.#readMarks.settled()]);
  }

  async #begin(act: Act): Promise<void> {
    switch (act.kind) {
      case 'arrive':
        return this.#record.timed('arrive', () => this.#arrive(this.#channel(act.channel)));
      case 'return':
        return this.#record.timed('return', () => this.#return(this.#channel(act.channel)));
      case 'switch':
        return this.#switch(this.#channel(act.channel));
      case 'post':
        return this.#writer.post(this.#open, act);
      case 'reply':
        return this.#reply(act);
      case 'react':
        return this.#react(act.emoji);
      case 'upload':
        return this.#writer.upload(this.#open);
      case 'away':
        this.#visible = false;
        this.#readMarks.hurry();
        return;
      case 'back':
        this.#visible = true;
        this.#socket.ping();
        this.#markRead();
        return;
      case 'leave':
        this.close();
    }
  }

  async #arrive(channelId: string): Promise<void> {
    await this.#enter(channelId);
    const connected = this.#connect();
    const answers = await Promise.all([
      this.#readUnread(),
      ...readsAtStart(this.#calls, this.#spec.serverId),
      ...this.#openChannel(channelId),
    ]);
    for (const { streamSeq } of answers) this.#socket.learn(streamSeq, (id) => this.#streams.has(id));
    await connected;
    this.#socket.subscribe();
    await Promise.all(readsAfterStart(this.#calls, this.#spec));
    this.#markRead();
  }

  /** What was kept is shown; the events since then come on the socket. */
  async #return(channelId: string): Promise<void> {
    const isHeld = this.#held.has(channelId);
    await this.#enter(channelId);
    const connected = this.#connect();
    await Promise.all([this.#calls.snapshot('users.me'), ...(isHeld ? [] : this.#openChannel(channelId))]);
    await connected;
    this.#socket.subscribe();
    await this.#calls.snapshot('users.me');
    this.#markRead();
  }

  /** The page asks whether the session is known before it shows anything. */
  async #enter(channelId: string): Promise<void> {
    this.#open = channelId;
    this.#visible = true;
    await this.#wire.get('/api/users/me');
  }

  #connect(): Promise<void> {
    return this.#socket.connect((bytes, start, end) => hear(bytes, start, end, this));
  }

  async #switch(channelId: string): Promise<void> {
    this.#readMarks.hurry();
    this.#open = channelId;
    if (!this.#held.has(channelId))
      await this.#record.timed('switch', () => Promise.all(this.#openChannel(channelId)));
    this.#markRead();
  }

  #openChannel(channelId: string): ReadonlyArray<Promise<Read>> {
    this.#held.add(channelId);
    const [messages, ...others] = readsOfChannel(this.#calls, channelId);
    const learnt = messages.then((answer) => {
      const [{ id } = { id: '' }] = Shape.ids.parse(answer.data);
      if (id > (this.#last.get(channelId) ?? '')) this.#last.set(channelId, id);
      return answer;
    });
    return [learnt, ...others];
  }

  async #reply(writing: Writing): Promise<void> {
    const channelId = this.#open;
    const messageId = this.#last.get(channelId);
    if (messageId === undefined) return;
    const threads = this.#readsThreads ? [] : [readThreads(this.#calls)];
    this.#readsThreads = true;
    await Promise.all([
      this.#calls.snapshot('messages.thread', { messageId, limit: PAGE }),
      this.#calls.snapshot('messages.get', { messageId }),
      ...threads,
    ]);
    await this.#writer.reply({ channelId, threadId: messageId }, writing);
  }

  async #react(emoji: string): Promise<void> {
    const messageId = this.#last.get(this.#open);
    if (messageId !== undefined) await this.#writer.react(messageId, emoji);
  }

  message({ id, channelId, userId, isReply, sinceMs, attachmentId }: HeardMessage): void {
    const isOwn = userId === this.#spec.userId;
    if (!isOwn && this.#socket.wasLive(sinceMs)) this.#record.delivered(sinceMs);
    const isShown = this.#visible && channelId === this.#open;
    if (isShown && attachmentId !== '') this.#work(this.#showPicture(attachmentId));
    if (isReply || isOwn) return;
    this.#last.set(channelId, id);
    this.#unread.set(channelId, (this.#unread.get(channelId) ?? 0) + 1);
    if (isShown) this.#markRead();
  }

  reaction(messageId: string, userId: string): void {
    if (userId !== this.#spec.userId)
      this.#record.reactionDelivered(messageId, userId, (ms) => this.#socket.wasLive(ms));
  }

  typing(_channelId: string, userId: string): void {
    this.#record.typingDelivered(userId);
  }

  followed(): void {
    if (this.#readsThreads) this.#work(readThreads(this.#calls));
  }

  position(streamId: string, seq: number): void {
    this.#socket.advance(streamId, seq);
  }

  async #readUnread(): Promise<Read> {
    const answer = await this.#calls.snapshot('readState.list');
    for (const { channelId, unreadCount } of Shape.unread.parse(answer.data))
      this.#unread.set(channelId, unreadCount);
    return answer;
  }

  #markRead(): void {
    const messageId = this.#last.get(this.#open);
    const isUnread = (this.#unread.get(this.#open) ?? 0) > 0;
    if (!this.#visible || messageId === undefined || !isUnread) return;
    this.#unread.set(this.#open, 0);
    this.#readMarks.set(this.#open, messageId);
  }

  async #showPicture(attachmentId: string): Promise<void> {
    const { data } = await this.#calls.query('attachments.address', { attachmentId, size: PICTURE_SIZE });
    await this.#wire.get(Shape.address.parse(data).url);
  }

  /** Does not keep the person waiting; a refusal is seen after the act. */
  #work(work: Promise<unknown>): void {
    work.catch(() => {});
    this.#working.push(work);
  }

  #channel(n: number): string {
    return this.#spec.channelIds[n % this.#spec.channelIds.length] ?? '';
  }
}
