import { newId, tables } from '@palaver/db';
import { sql } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { maintain } from '../maintenance/maintain.js';
import { storeBytes } from '../messages/channel.fixture.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let alice: TestUser;
let bob: TestUser;
beforeAll(async () => {
  world = await createWorld();
  [alice, bob] = [await world.person('alice'), await world.person('bob')];
});
afterAll(() => world.close());

/** What the test knows of a message. */
interface Known {
  readonly id: string;
  readonly channel: number;
  readonly root: Known | null;
  readonly author: TestUser;
  readonly at: number;
  /** The texts that it has had, each of which is nowhere else; the last one is the content. */
  readonly texts: string[];
  readonly file: string | null;
  isGone: boolean;
}

/** What one of the places says, and since when. */
interface Policy {
  days: number | null;
  setAt: number | null;
}

const action = fc.record({
  kind: fc.constantFrom(
    'post',
    'post',
    'post',
    'reply',
    'reply',
    'replyToBoth',
    'edit',
    'react',
    'pin',
    'file',
    'delete',
    'clock',
    'clock',
    'server',
    'channel',
    'hold',
    'eraseChannel',
    'eraseMember',
    'cleanUp',
  ),
  a: fc.nat(1000),
  b: fc.nat(1000),
});
type Action = typeof action extends fc.Arbitrary<infer Of> ? Of : never;

let n = 0;

/** The service beside a naive model of it. */
class Pair {
  readonly #messages: Known[] = [];
  readonly #server: Policy = { days: null, setAt: null };
  readonly #channels: Array<Policy & { readonly id: string; hold: string | null }> = [];
  /** The texts that a hold has kept. */
  readonly #held = new Set<string>();
  readonly #serverId: string;

  private constructor(serverId: string) {
    this.#serverId = serverId;
  }

  static async begin(): Promise<Pair> {
    const { id } = await createServerWith(alice, bob);
    const pair = new Pair(id);
    for (const name of ['one', 'two']) {
      const channel = await alice.call.channels.create({ serverId: id, name });
      pair.#channels.push({ id: channel.id, days: null, setAt: null, hold: null });
    }
    return pair;
  }

  async act({ kind, a, b }: Action): Promise<void> {
    const living = this.#messages.filter(({ isGone }) => !isGone);
    const picked = living[a % Math.max(1, living.length)];
    const author = b % 2 === 0 ? alice : bob;
    switch (kind) {
      case 'post':
        return this.#post(author, a % 2, null, false);
      case 'file':
        return this.#post(author, a % 2, null, true);
      case 'reply':
      case 'replyToBoth': {
        const root = picked?.root ?? picked;
        return root && !root.isGone
          ? this.#post(author, root.channel, root, false, kind === 'replyToBoth')
          : undefined;
      }
      case 'edit':
        return picked && this.#edit(picked);
      case 'react':
        if (picked) await author.call.messages.react({ messageId: picked.id, emoji: '👍' });
        return;
      case 'pin':
        if (picked) await author.call.messages.pin({ messageId: picked.id });
        return;
      case 'delete':
        if (!picked) return;
        await picked.author.call.messages.delete({ messageId: picked.id });
        return this.#take(picked);
      case 'clock':
        // Consumers are seconds behind, and the log is kept for days.
        await consumersAreIdle();
        world.clock.advance((1 + (a % 60)) * HOUR_MS);
        return;
      case 'server':
        return this.#setServer(a % 3 === 0 ? null : 1 + (b % 8));
      case 'channel':
        return this.#setChannel(a % 2, b % 4 === 0 ? null : b % 7);
      case 'hold':
        return this.#hold(a % 2);
      case 'eraseChannel':
        return this.#eraseChannel(a % 2);
      case 'eraseMember':
        return this.#eraseMember(author);
      case 'cleanUp':
        return this.cleanUp();
    }
  }

  async #post(
    author: TestUser,
    channel: number,
    root: Known | null,
    hasFile: boolean,
    alsoInChannel = false,
  ): Promise<void> {
    const channelId = this.#channel(channel).id;
    const text = `canary-${++n}-`;
    const file = hasFile ? await storeFile(author, channelId) : null;
    const attachmentIds = file === null ? [] : [file];
    const { id } =
      root === null
        ? await author.withKey(`key-${n}`).call.messages.send({ channelId, content: text, attachmentIds })
        : await author.call.messages.reply({ messageId: root.id, content: text, alsoInChannel });
    this.#messages.push({ id, channel, root, author, at: now(), texts: [text], file, isGone: false });
  }

  async #edit(message: Known): Promise<void> {
    const text = `canary-${++n}-`;
    await message.author.call.messages.edit({ messageId: message.id, content: text });
    const before = message.texts.at(-1) ?? '';
    if (this.#channel(message.channel).hold !== null) this.#held.add(before);
    message.texts.push(text);
  }

  #take(message: Known): void {
    message.isGone = true;
    if (this.#channel(message.channel).hold === null) return;
    for (const text of message.texts) this.#held.add(text);
  }

  async #setServer(days: number | null): Promise<void> {
    await alice.call.servers.update({ serverId: this.#serverId, retentionDays: days });
    if (this.#server.days !== days) Object.assign(this.#server, { days, setAt: now() });
  }

  async #setChannel(at: number, days: number | null): Promise<void> {
    const channel = this.#channel(at);
    await alice.call.channels.update({
      serverId: this.#serverId,
      channelId: channel.id,
      retentionDays: days,
    });
    if (channel.days !== days) Object.assign(channel, { days, setAt: now() });
  }

  async #hold(at: number): Promise<void> {
    const channel = this.#channel(at);
    if (channel.hold === null) {
      const reason = 'a lawsuit';
      channel.hold = (await world.operator.call.admin.createHold({ channelId: channel.id, reason })).id;
      return;
    }
    await world.operator.call.admin.endHold({ holdId: channel.hold });
    channel.hold = null;
    await this.cleanUp();
    for (const { channel: of, texts } of this.#messages)
      if (of === at) for (const text of texts) this.#held.delete(text);
  }

  async #eraseChannel(at: number): Promise<void> {
    await alice.call.erasures.eraseChannel({
      serverId: this.#serverId,
      channelId: this.#channel(at).id,
    });
    await world.services.background.idle();
    for (const message of this.#messages) if (!message.isGone && message.channel === at) this.#take(message);
  }

  async #eraseMember(author: TestUser): Promise<void> {
    await alice.call.erasures.eraseMember({ serverId: this.#serverId, userId: author.id });
    await world.services.background.idle();
    for (const message of this.#messages)
      if (!message.isGone && message.author === author) this.#take(message);
  }

  async cleanUp(): Promise<void> {
    await maintain(world.services);
    await world.services.background.idle();
    for (const message of this.#messages) if (!message.isGone && this.#isOld(message)) this.#take(message);
  }

  #isOld({ channel: at, at: postedAt }: Known): boolean {
    const channel = this.#channel(at);
    const days = channel.days ?? this.#server.days;
    const setAt =
      channel.days === null ? Math.max(channel.setAt ?? 0, this.#server.setAt ?? 0) : channel.setAt;
    if (!days || setAt === null || channel.hold !== null) return false;
    return setAt <= now() - DAY_MS && postedAt < now() - days * DAY_MS;
  }

  /** Compares what people see with the model, and then every table and every file. */
  async compare(): Promise<void> {
    for (const [at, { id: channelId }] of this.#channels.entries()) {
      const expected = this.#messages.filter(({ channel, isGone }) => channel === at && !isGone);
      const seen: string[] = [];
      const roots = await allOf((before) => bob.call.messages.list({ channelId, before, limit: 100 }));
      seen.push(...roots.map(({ content }) => content));
      for (const root of this.#messages.filter(
        (message) => message.channel === at && message.root === null,
      )) {
        const replies = await bob.call.messages.thread({ messageId: root.id, limit: 100 });
        const inThread = replies.filter(({ alsoInChannel }) => !alsoInChannel);
        seen.push(...inThread.map(({ content }) => content));
        const inBoth = replies.filter(({ alsoInChannel }) => alsoInChannel);
        expect(roots).toEqual(expect.arrayContaining(inBoth));
      }
      expect(seen.sort()).toEqual(expected.map(({ texts }) => texts.at(-1)).sort());
    }
    await consumersAreIdle();
    const mine = new Set(this.#messages.flatMap(({ texts }) => texts));
    const living = this.#messages.filter(({ isGone }) => !isGone);
    const kept = (await textsIn(sql`held_messages`)).filter((text) => mine.has(text));
    expect([...new Set(kept)].sort()).toEqual([...this.#held].sort());
    const allowed = new Set(living.flatMap(({ texts }) => texts));
    for (const table of await tableNames()) {
      if (table === 'held_messages') continue;
      const found = await textsIn(sql.identifier(table));
      expect([table, found.filter((text) => mine.has(text) && !allowed.has(text))]).toEqual([table, []]);
    }
    for (const { file, isGone, texts } of this.#messages) {
      if (file === null) continue;
      const isThere = (await world.services.files.size(attachmentKey(file))) !== null;
      expect([file, isThere]).toEqual([file, !isGone || this.#held.has(texts.at(-1) ?? '')]);
    }
  }

  #channel(at: number) {
    const channel = this.#channels[at];
    if (!channel) throw new Error('there are two channels');
    return channel;
  }
}

const now = () => world.clock.now().getTime();
const consumersAreIdle = () => Promise.all(world.services.consumers.map((consumer) => consumer.idle()));

async function storeFile(uploader: TestUser, channelId: string): Promise<string> {
  const id = newId();
  await storeBytes(world.services, id);
  await world.services.db.insert(tables.attachments).values({
    id,
    channelId,
    uploaderId: uploader.id,
    filename: 'notes.txt',
    mimeType: 'text/plain',
    sizeBytes: 5,
    createdAt: world.clock.now(),
  });
  return id;
}

async function allOf<Item extends { readonly id: string }>(
  read: (before: string | undefined) => Promise<Item[]>,
): Promise<Item[]> {
  const items: Item[] = [];
  for (let page = await read(undefined); page.length > 0; page = await read(items.at(-1)?.id))
    items.push(...page);
  return items;
}

async function tableNames(): Promise<string[]> {
  const rows = await world.services.db.execute<{ name: string }>(sql`
    select relname as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
      and not relispartition`);
  return rows.map(({ name }) => name);
}

async function textsIn(table: ReturnType<typeof sql.identifier> | ReturnType<typeof sql>): Promise<string[]> {
  const rows = await world.services.db.execute<{ text: string }>(sql`
    select distinct found[1] as text from ${table} t, regexp_matches(t::text, 'canary-[0-9]+-', 'g') found`);
  return rows.map(({ text }) => text);
}

/** The clock moves, so sessions and proofs would end. */
async function stayThere(): Promise<void> {
  const now = world.clock.now();
  const ends = new Date(now.getTime() + 100 * DAY_MS);
  await world.services.db
    .update(tables.sessions)
    .set({ lastUsedAt: now, verifiedAt: now, expiresAt: ends, absoluteExpiresAt: ends });
}

test('what is left after any history is what the days, the holds and the erasures say', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 30, maxLength: 60 }), async (actions) => {
      const pair = await Pair.begin();
      for (const one of actions) {
        await stayThere();
        await pair.act(one);
      }
      await stayThere();
      await pair.cleanUp();
      await pair.compare();
    }),
    { numRuns: 8, endOnFailure: true },
  );
});
