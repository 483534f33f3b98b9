import { readFileSync } from 'node:fs';
import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { canonicalEmoji } from '../kernel/schema/emoji.js';
import { type Fixture, useFixture } from './channel.fixture.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
});

/** The emoji that Unicode recommends for general interchange. The target of the compiler has no literal with this flag. */
const [PROPERTY, FLAG] = ['\\p{RGI_Emoji}', 'v'];
const RECOMMENDED = new RegExp(`^${PROPERTY}$`, FLAG);
const TONES = ['🏻', '🏼', '🏽', '🏾', '🏿'];

/** All recommended emoji of one character, with and without selector and skin tone, and of each kind of sequence. */
function recommended(): string[] {
  const singles = Array.from({ length: 0x20000 }, (_, code) => code)
    .filter((code) => code < 0xd800 || code > 0xdfff)
    .map((code) => String.fromCodePoint(code))
    .flatMap((one) => [one, `${one}\ufe0f`, `${one}\ufe0f\u20e3`, ...TONES.map((tone) => one + tone)]);
  const sequences = [
    '❤️‍🔥',
    '👁️‍🗨️',
    '🏳️‍🌈',
    '🏴‍☠️',
    '👩‍⚕️',
    '🕵️‍♂️',
    '🕵🏻‍♂️',
    '⛹🏿‍♀️',
    '👨‍👩‍👧‍👦',
    '🧑🏽‍❤️‍💋‍🧑🏿',
    '🇩🇪',
    '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
    '🐻‍❄️',
  ];
  return [...singles, ...sequences].filter((emoji) => RECOMMENDED.test(emoji));
}

test('each recommended emoji is the form of itself, without its selectors, and with text selectors', () => {
  const all = recommended();
  expect(all.length).toBeGreaterThan(2000);
  for (const emoji of all) {
    expect(canonicalEmoji(emoji)).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', ''))).toBe(emoji);
    expect(canonicalEmoji(emoji.replaceAll('\ufe0f', '\ufe0e'))).toBe(emoji);
    expect(canonicalEmoji(`${emoji}\ufe0f`)).toBe(emoji);
  }
});

test('different emoji keep different forms', () => {
  const all = recommended();
  expect(new Set(all.map(canonicalEmoji)).size).toBe(all.length);
});

describe('names', () => {
  test.each(['shipit', 'party-parrot_2', ':+1:', '#1', '*', '100', 'é', '絵文字'])('%s stays', (name) => {
    expect(canonicalEmoji(name)).toBe(name);
  });

  test('are composed', () => {
    expect(canonicalEmoji('cafe\u0301')).toBe('café');
  });
});

test('an upgrade gives stored reactions and their events the same form, and merges those of one user', async () => {
  const { alice, bob, channelId, world } = fixture;
  const { db } = world.services;
  const { reactions, events } = tables;
  const { id: messageId } = await alice.call.messages.send({ channelId, content: 'x' });
  await alice.call.messages.react({ messageId, emoji: '❤' });
  const plain = recommended().map((emoji) => emoji.replaceAll('\ufe0f', ''));
  const stored = (emoji: string, userId: string, index: number) => ({
    messageId,
    emoji,
    userId,
    createdAt: new Date(index),
  });
  await db.delete(reactions).where(eq(reactions.messageId, messageId));
  await db.insert(reactions).values(plain.map((emoji, index) => stored(emoji, alice.id, index)));
  await db
    .insert(reactions)
    .values([stored('❤️', bob.id, 1), stored('❤', bob.id, 2), stored('shipit', bob.id, 3)]);
  const logged = (await fixture.log()).at(-1)?.data.seq ?? 0;
  const old = JSON.stringify((await fixture.log()).at(-1)).replace('\ufe0f', '');
  await db.update(events).set({ frame: old }).where(eq(events.seq, logged));

  const migration = new URL('../../../db/migrations/0010_canonical_emoji.sql', import.meta.url);
  await db.transaction(async (tx) => {
    for (const statement of readFileSync(migration, 'utf8').split('--> statement-breakpoint')) {
      await tx.execute(statement);
    }
  });

  const of = async (userId: string) => {
    const rows = await db
      .select()
      .from(reactions)
      .where(eq(reactions.userId, userId))
      .orderBy(reactions.createdAt);
    return rows.map(({ emoji }) => emoji);
  };
  expect(await of(alice.id)).toEqual(plain.map(canonicalEmoji));
  expect(await of(bob.id)).toEqual(['❤️', 'shipit']);
  expect((await fixture.log()).at(-1)).toMatchObject({ type: 'reaction.added', data: { emoji: '❤️' } });
});
