import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { NO_REQUEST, transact } from '../log/transact.js';
import { createServerWith } from '../testing/create-server.js';
import { refusedWith } from '../testing/expect.js';
import { type Caller, createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { openSession, type SignInMethod } from './sessions.js';

const MINUTE_MS = 60_000;
const NEW_PASSWORD = 'another good password';

let world: World;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPerson = () => world.person(`person-${++n}`);

/** What is dangerous: each returns the call, with all that it needs prepared. */
const DANGEROUS: Readonly<Record<string, (who: TestUser) => Promise<(call: Caller) => Promise<unknown>>>> = {
  'the username': async () => (call) => call.users.updateMe({ username: `renamed-${++n}` }),
  'the e-mail address': async () => (call) => call.users.updateMe({ email: `p${++n}@example.com` }),
  'the password': async () => (call) => call.auth.changePassword({ newPassword: NEW_PASSWORD }),
  'a new bot': async () => (call) => call.bots.create({ username: `robot-${++n}` }),
  "a bot's token": async (who) => {
    const { bot } = await who.call.bots.create({ username: `robot-${++n}` });
    return (call) => call.bots.rotateToken({ botId: bot.id });
  },
  'deleting a server': async (who) => {
    const { id: serverId } = await createServerWith(who);
    return (call) => call.servers.delete({ serverId });
  },
  'handing over a server': async (who) => {
    const other = await newPerson();
    const { id: serverId } = await createServerWith(who, other);
    return (call) => call.servers.updateMember({ serverId, userId: other.id, role: 'owner' });
  },
};

describe.each(Object.entries(DANGEROUS))('%s', (_name, prepare) => {
  test('is refused ten minutes after the sign-in, until the person proves that it is them, for ten minutes', async () => {
    const who = await newPerson();
    const dangerous = await prepare(who);
    world.clock.advance(10 * MINUTE_MS);
    await refusedWith('STEP_UP_REQUIRED', dangerous(who.call));
    await refusedWith('WRONG_PASSWORD', who.call.auth.verify({ password: 'not my password' }));
    await refusedWith('STEP_UP_REQUIRED', dangerous(who.call));
    const { until } = await who.call.auth.verify({ password: PASSWORD });
    expect(until).toBe(new Date(world.clock.now().getTime() + 10 * MINUTE_MS).toISOString());
    world.clock.advance(10 * MINUTE_MS - 1);
    await dangerous(who.call);
  });

  test('is done right after the sign-in, and a proof is of one session alone', async () => {
    const who = await newPerson();
    const dangerous = await prepare(who);
    const { username } = await who.call.users.me();
    world.clock.advance(10 * MINUTE_MS);
    const { token } = await world.anonymous.call.auth.login({ username, password: PASSWORD });
    await refusedWith('STEP_UP_REQUIRED', dangerous(who.call));
    await dangerous(world.userWithToken(who.id, token).call);
  });

  test('is refused to a session of an issuer of tokens, and to one from before the update', async () => {
    const who = await newPerson();
    const dangerous = await prepare(who);
    const minted = await opened(who, 'token');
    await refusedWith('STEP_UP_REQUIRED', dangerous(minted.call));
    const { sessions } = tables;
    await world.services.db.update(sessions).set({ verifiedAt: null }).where(eq(sessions.userId, who.id));
    await refusedWith('STEP_UP_REQUIRED', dangerous(who.call));
  });

  test('is answered again to a retry whose proof is old', async () => {
    const who = await newPerson();
    const dangerous = await prepare(who);
    const key = `key-${++n}`;
    const request = sameEachTime(dangerous);
    const first = await request(who.withKey(key).call);
    world.clock.advance(10 * MINUTE_MS);
    expect(await request(who.withKey(key).call)).toEqual(first);
  });
});

/** The counter of names would make another request of a retry. */
function sameEachTime(dangerous: (call: Caller) => Promise<unknown>): (call: Caller) => Promise<unknown> {
  const at = n;
  return (call) => {
    n = at;
    return dangerous(call);
  };
}

async function opened(who: TestUser, method: SignInMethod): Promise<TestUser> {
  const client = { userAgent: null, network: null };
  const ctx = { services: world.services, ...NO_REQUEST };
  const { token } = await transact(ctx, (tx, emit) =>
    openSession(ctx.services, tx, emit, who.id, client, method),
  );
  return world.userWithToken(who.id, token);
}

test.each<SignInMethod>(['passkey', 'provider:acme'])('a sign-in by %s is a proof', async (method) => {
  const who = await opened(await newPerson(), method);
  await who.call.users.updateMe({ email: `p${++n}@example.com` });
});

test('an account without a password sets its first one, and guesses at it end the session as ever', async () => {
  const who = await newPerson();
  const { users } = tables;
  await world.services.db.update(users).set({ passwordHash: null }).where(eq(users.id, who.id));
  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await refusedWith('WRONG_PASSWORD', who.call.auth.changePassword(change));
  const { username } = await who.call.users.me();
  await refusedWith('WRONG_CREDENTIALS', world.anonymous.call.auth.login({ username, password: PASSWORD }));
  await who.call.auth.changePassword({ newPassword: NEW_PASSWORD });
  await world.anonymous.call.auth.login({ username, password: NEW_PASSWORD });
});

test('five wrong passwords in proofs end the session', async () => {
  const who = await newPerson();
  for (let guess = 0; guess < 5; guess++) {
    await refusedWith('WRONG_PASSWORD', who.call.auth.verify({ password: `guess ${guess}` }));
  }
  await refusedWith(
    'UNAUTHENTICATED',
    world.userWithToken(who.id, who.token).call.auth.verify({ password: PASSWORD }),
  );
});

test('a proof is for people: neither a bot nor a caller without a token gives one', async () => {
  const who = await newPerson();
  const { bot, token } = await who.call.bots.create({ username: `robot-${++n}` });
  const proof = { password: PASSWORD };
  await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.auth.verify(proof));
  await refusedWith('UNAUTHENTICATED', world.anonymous.call.auth.verify(proof));
});
