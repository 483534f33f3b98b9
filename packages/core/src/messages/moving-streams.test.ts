import { createDatabase, type DatabaseHandle, tables } from '@palaver/db';
import { eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/postgres-js';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { createLocalBus } from '../log/bus.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices, type RunningServices } from '../services.js';
import { refusedWith } from '../testing/expect.js';
import type { TestUser } from '../testing/world.js';
import { expectDense, type Fixture, uploaded, useFixture } from './channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

/** How often somebody came between the read and the write of a post. */
let times: number;
/** What they do. */
let interrupt: () => Promise<unknown>;
let database: DatabaseHandle;
let services: RunningServices;
beforeEach(() => {
  times = 0;
  database = createDatabase(fixture.world.connection, { max: 4 });
  const client = withInterrupts(database.sql);
  const db = drizzle(client);
  // Hints are kept from it, so that only the write itself tells of a change.
  services = createServices({ ...fixture.world.services, db, bus: createLocalBus() });
});
afterEach(async () => {
  await services.close();
  await database.close();
});

/** The client, with `interrupt` before each write of posts: what decides about them has been read by then. */
function withInterrupts<Client extends object>(client: Client): Client {
  const methods: object = client;
  return new Proxy(client, {
    get(_, name) {
      const method = Reflect.get(methods, name);
      if (name === 'begin')
        return (work: (tx: object) => unknown) => method((tx: object) => work(withInterrupts(tx)));
      if (name !== 'unsafe') return method;
      return (text: string, ...rest: unknown[]) => {
        if (!text.includes('insert into messages')) return method(text, ...rest);
        times++;
        return interrupt().then(() => method(text, ...rest));
      };
    },
  });
}

/** Moves a stream as an event does, unless somebody holds its lock. */
const move = (streamId: string) => () =>
  fixture.world.services.db.execute(sql`
    update ${tables.streamHeads} set last_seq = last_seq + 1 where id = (
      select id from ${tables.streamHeads} where ${eq(tables.streamHeads.id, streamId)} for no key update skip locked)`);

const callOf = ({ token }: TestUser) =>
  createCallerFactory(appRouter)(
    createContext(services, { requestId: 'test', token, userAgent: null, idempotencyKey: null }),
  );

const ways = {
  'a post': async () =>
    callOf(fixture.alice).messages.send({ channelId: fixture.channelId, content: 'hello' }),
  'a post with attachments': async () => {
    const attachmentIds = [await uploaded(fixture, fixture.alice)];
    return callOf(fixture.alice).messages.send({ channelId: fixture.channelId, attachmentIds });
  },
  'a post by which its author joins': async () =>
    callOf(fixture.bob).messages.send({ channelId: fixture.channelId, content: 'hello' }),
};
type Way = keyof typeof ways;
const wayNames: Way[] = ['a post', 'a post with attachments', 'a post by which its author joins'];

test.each(wayNames.flatMap((way) => (['server', 'author'] as const).map((whose) => [way, whose] as const)))(
  '%s is written although the stream of its %s moves before every write',
  async (way, whose) => {
    const author = way === 'a post by which its author joins' ? fixture.bob : fixture.alice;
    interrupt = move(whose === 'server' ? fixture.serverId : author.id);
    const message = await ways[way]();
    expect(await fixture.alice.call.messages.get({ messageId: message.id })).toMatchObject({
      id: message.id,
    });
    expect(times).toBeGreaterThan(0);
    expect(times).toBeLessThan(8);
    expectDense(await fixture.log());
  },
);

test('many posts at once are written although the stream of their server moves before every write', async () => {
  interrupt = move(fixture.serverId);
  const { channelId } = fixture;
  await Promise.all(
    [fixture.bob, fixture.carol].map(({ call }) => call.messages.send({ channelId, content: 'first' })),
  );
  const authors = [fixture.alice, fixture.bob, fixture.carol];
  const contents = Array.from({ length: 30 }, (_, n) => `${n}`);
  const messages = await Promise.all(
    contents.map((content, n) =>
      callOf(authors[n % 3] ?? fixture.alice).messages.send({ channelId, content }),
    ),
  );
  expect(messages.map(({ content }) => content)).toEqual(contents);
  expectDense(await fixture.log());
});

test('a post is refused by what became true while its channel alone was locked', async () => {
  const { alice, serverId } = fixture;
  interrupt = async () => {
    if (times < 5) await move(serverId)();
    else await alice.call.servers.delete({ serverId });
  };
  await refusedWith('CHANNEL_NOT_FOUND', ways['a post']());
  expect(times).toBe(5);
});
