import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { AppError } from '../kernel/errors/app-error.js';
import { type Extra, NO_EXTRA, SET_BY } from '../protocol/records/message.js';
import { PLAIN_DRAFT } from '../testing/plain-draft.js';
import { type Fixture, useFixture } from './channel.fixture.js';
import { extraColumn, extraOf, requireMaySet, storedExtra } from './extra.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

const id = newId();
/** Each field with a value. */
const FULL: Extra = {
  externalId: 'order-1',
  metadata: { a: null, plan: 'gold' },
  webhook: { id, username: 'ci', avatarUrl: null, emoji: null },
  interaction: { id, userId: id, name: 'deploy' },
  components: [
    {
      components: [
        {
          id: 'go',
          url: null,
          type: 'button',
          label: 'Go',
          style: 'primary',
          choices: [],
          disabled: false,
          maxValues: 1,
          minValues: 1,
          placeholder: null,
        },
      ],
    },
  ],
  forwardedFrom: { messageId: id, channelId: id, userId: id, createdAt: '2026-01-01T00:00:00.000Z' },
};
const NAMES = Object.keys(FULL) as ReadonlyArray<keyof Extra>;

/** Posts a message with these fields, and returns its id. */
async function post(extra: Partial<Extra> | null): Promise<string> {
  const { world, channelId, alice } = fixture;
  const posted = await world.services.posts.post({ ...PLAIN_DRAFT, channelId, userId: alice.id, extra });
  if (posted.kind !== 'posted') throw new Error(posted.kind);
  return posted.message.id;
}

test('what is empty is not stored, and a record has every field', () => {
  expect(storedExtra(NO_EXTRA)).toBeNull();
  expect(storedExtra({})).toBeNull();
  expect(extraOf(null)).toEqual(NO_EXTRA);
  for (const name of NAMES) {
    const stored = storedExtra({ ...NO_EXTRA, [name]: FULL[name] });
    expect(stored).toEqual({ [name]: FULL[name] });
    expect(extraOf(stored)).toEqual({ ...NO_EXTRA, [name]: FULL[name] });
  }
});

test('a picture that a webhook of before named at another host is in no record', () => {
  const webhook = { id, username: 'ci', avatarUrl: 'https://i.example/x.png', emoji: '🤖' };
  expect(extraOf({ webhook }).webhook).toEqual({ ...webhook, avatarUrl: null });
});

test('a field is given by whom it says', () => {
  const key = { id, scopes: [] } as never;
  const callers = {
    'a person': { isBot: false },
    'a bot': { isBot: true },
    'an API key': { isBot: false, key },
  };
  const refusals = Object.entries(callers).flatMap(([who, actor]) =>
    NAMES.filter((name) => SET_BY[name] !== 'service').flatMap((name) => {
      try {
        requireMaySet(actor, { [name]: FULL[name] });
        return [];
      } catch (error) {
        return [[who, name, error instanceof AppError && error.errorCode]];
      }
    }),
  );
  expect(refusals).toEqual([
    ['a person', 'externalId', 'API_KEY_REQUIRED'],
    ['a person', 'components', 'BOTS_ONLY'],
    ['a bot', 'externalId', 'API_KEY_REQUIRED'],
    ['an API key', 'components', 'BOTS_ONLY'],
  ]);
});

test('each field is in the message, the page and the event, and gone after the deletion', async () => {
  const { alice, bob, channelId, log } = fixture;
  const messageId = await post(FULL);
  const message = await alice.call.messages.get({ messageId });
  expect(message).toMatchObject(FULL);
  const [listed] = await alice.call.messages.list({ channelId, limit: 1 });
  expect(listed).toEqual(message);
  await bob.call.channels.join({ serverId: fixture.serverId, channelId });
  await alice.call.messages.edit({ messageId, content: 'other' });
  expect(await bob.call.messages.get({ messageId })).toMatchObject({ ...FULL, content: 'other' });
  expect((await log()).at(-1)?.data).toMatchObject(FULL);
  await alice.call.messages.delete({ messageId });
  const left = JSON.stringify(await log());
  for (const text of ['order-1', 'gold', 'deploy', '"go"']) expect(left).not.toContain(text);
  const { db } = fixture.world.services;
  const [row] = await db.select().from(tables.messages).where(eq(tables.messages.id, messageId));
  expect(row).toMatchObject({ extra: null, externalId: null, metadata: null, components: null });
});

test('a node of the release before reads and writes the same fields', async () => {
  const { db } = fixture.world.services;
  const { messages } = tables;
  const rowOf = async (messageId: string) => {
    const [row] = await db
      .select({
        extra: extraColumn,
        externalId: messages.externalId,
        metadata: messages.metadata,
        webhook: messages.webhook,
        interaction: messages.interaction,
        components: messages.components,
      })
      .from(messages)
      .where(eq(messages.id, messageId));
    return row;
  };
  const posted = await post(FULL);
  const { forwardedFrom, ...known } = FULL;
  expect(await rowOf(posted)).toEqual({ ...known, extra: FULL });
  // As that release edits and deletes, and as it posts.
  const set = (values: Partial<typeof messages.$inferInsert>) =>
    db.update(messages).set(values).where(eq(messages.id, posted));
  await set({ metadata: { b: 1 }, components: null });
  const { components: _, ...others } = FULL;
  expect((await rowOf(posted))?.extra).toEqual({ ...others, metadata: { b: 1 } });
  const empty = { externalId: null, metadata: null, webhook: null, interaction: null, components: null };
  await set(empty);
  expect((await rowOf(posted))?.extra).toEqual({ forwardedFrom });
  await set({ ...empty, deletedAt: new Date() });
  expect((await rowOf(posted))?.extra).toBeNull();
  const [plain] = await db
    .select()
    .from(messages)
    .where(eq(messages.id, await post(null)));
  const { components, ...columns } = known;
  const old = { ...plain, ...columns, id: newId(), channelId: newId(), extra: null };
  await db.insert(messages).values(old as typeof messages.$inferInsert);
  expect((await rowOf(old.id))?.extra).toEqual(columns);
});
