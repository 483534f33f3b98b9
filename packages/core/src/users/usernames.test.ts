import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type World } from '../testing/world.js';
import { Username } from './schemas.js';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const messageOf = (username: string) => Username.safeParse(username).error?.issues[0]?.message ?? null;

describe('names that mentions, pages and people need', () => {
  test.each([
    'here',
    'channel',
    'everyone',
    'all',
    'system',
    'me',
    'admin',
    'root',
    'api',
    'Palaver',
    'DELETED',
  ])('%s belongs to nobody: not at registration, not as a bot, not by a change', async (username) => {
    await refusedWith('INVALID_INPUT', world.anonymous.call.auth.register({ username, password: PASSWORD }));
    const alice = await world.person(`alice-${username}`);
    await refusedWith('INVALID_INPUT', alice.call.bots.create({ username }));
    const { bot } = await alice.call.bots.create({ username: `bot-${username}` });
    await refusedWith('INVALID_INPUT', alice.call.bots.update({ botId: bot.id, username }));
  });
});

test.each([
  ['..', 'must have a letter or a digit'],
  ['.-_', 'must have a letter or a digit'],
  ['admin', 'is a name that nobody may take'],
  ['a', 'must be 2 to 32 of the letters A to Z, digits, ".", "_" and "-"'],
  ['ａｌｉｃｅ', 'must be 2 to 32 of the letters A to Z, digits, ".", "_" and "-"; it has "ａ" U+FF41'],
  ['..a', null],
  ['administrators', null],
])('%j: %j', (username, message) => {
  expect(messageOf(username)).toBe(message);
});
