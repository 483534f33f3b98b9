import { createHash } from 'node:crypto';
import { createDatabase, type DatabaseHandle, type Transaction, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sealUnder } from '../kernel/services/seal.js';
import { idempotencyOf } from '../procedures/idempotency-key.js';
import type { ErrorCode } from '../protocol/error-codes.js';
import { countWaiting } from '../testing/count-waiting.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

const NEW_PASSWORD = 'another good password';

let world: World;
/** A pool beside the service's own, whose transactions hold what the service waits for. */
let beside: DatabaseHandle;
beforeAll(async () => {
  world = await createWorld();
  beside = createDatabase(world.connection, { max: 2 });
});
afterAll(async () => {
  await beside.close();
  await world.close();
});

const login = (username: string, password = PASSWORD) =>
  world.anonymous.call.auth.login({ username, password });

/** The caller without what the service remembers of the earlier look-up of their token. */
const again = (user: TestUser) => world.userWithToken(user.id, user.token ?? '');

/**
 * Makes `calls` while a transaction holds the account, and runs `meanwhile` in it once all of them wait for a lock.
 * Answers how the calls ended.
 */
async function whileLocked(
  userId: string,
  calls: ReadonlyArray<() => Promise<unknown>>,
  meanwhile: (tx: Transaction) => Promise<unknown>,
): Promise<PromiseSettledResult<unknown>[]> {
  const { users } = tables;
  let outcomes: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await beside.db.transaction(async (tx) => {
    await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('update');
    outcomes = Promise.allSettled(calls.map((call) => call()));
    await expect.poll(() => countWaiting(beside.db)).toBe(calls.length);
    await meanwhile(tx);
  });
  return outcomes ?? [];
}

/** Asserts that a call has been refused with this error code. */
function refused(code: ErrorCode, outcome: PromiseSettledResult<unknown>): Promise<void> {
  const call = outcome.status === 'fulfilled' ? Promise.resolve() : Promise.reject(outcome.reason);
  return refusedWith(code, call);
}

test('a login whose password was verified before a change, and whose session is opened after it, is refused', async () => {
  const ada = await world.person('ada');
  const newHash = await world.services.passwords.hash(NEW_PASSWORD, { caller: '', isKnown: false });
  const tries = await whileLocked(
    ada.id,
    [1, 2, 3, 4].map(() => () => login('ada')),
    (tx) => tx.update(tables.users).set({ passwordHash: newHash }).where(eq(tables.users.id, ada.id)),
  );
  for (const one of tries) await refused('WRONG_CREDENTIALS', one);
  expect(await again(ada).call.auth.sessions()).toHaveLength(1);
});

test('no login with the old password survives a change that runs at the same time', async () => {
  const ben = await world.person('ben');
  let password = PASSWORD;
  for (let round = 0; round < 4; round++) {
    const newPassword = `${NEW_PASSWORD} ${round}`;
    const [change, ...logins] = await Promise.allSettled([
      ben.call.auth.changePassword({ currentPassword: password, newPassword }),
      ...Array.from({ length: 12 }, () => login('ben', password)),
    ]);
    expect(change.status).toBe('fulfilled');
    for (const one of logins) {
      if (one.status === 'rejected') await refused('WRONG_CREDENTIALS', one);
      else await refusedWith('UNAUTHENTICATED', world.userWithToken(ben.id, one.value.token).call.users.me());
    }
    password = newPassword;
  }
  expect(await again(ben).call.auth.sessions()).toMatchObject([{ current: true }]);
});

test('of two changes from two sessions at once one takes effect, and the session of the other is over', async () => {
  const cleo = await world.person('cleo');
  const { token } = await login('cleo');
  const callers = [cleo, world.userWithToken(cleo.id, token)];
  const changes = callers.map(({ call }, n) =>
    call.auth.changePassword({ currentPassword: PASSWORD, newPassword: `${NEW_PASSWORD} ${n}` }),
  );
  const outcomes = await Promise.allSettled(changes);
  expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const winner = outcomes.findIndex(({ status }) => status === 'fulfilled');
  await login('cleo', `${NEW_PASSWORD} ${winner}`);
  await refusedWith('WRONG_CREDENTIALS', login('cleo', `${NEW_PASSWORD} ${1 - winner}`));
});

test('a session that is ended meanwhile does not change the password', async () => {
  const dan = await world.person('dan');
  const changes = await whileLocked(
    dan.id,
    [() => dan.call.auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD })],
    (tx) => tx.delete(tables.sessions).where(eq(tables.sessions.userId, dan.id)),
  );
  for (const one of changes) await refused('UNAUTHENTICATED', one);
  await login('dan');
});

describe('a change that rotates the tokens of the bots', () => {
  const rotating = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD, rotateBots: true };
  const works = (token: string) =>
    world
      .userWithToken('', token)
      .call.users.me()
      .then(
        () => true,
        () => false,
      );

  test('ends the old ones and their sockets, and answers the new ones, those of others untouched', async () => {
    const fay = await world.person('fay');
    const gus = await world.person('gus');
    const bots = [
      await fay.call.bots.create({ username: 'fay-1' }),
      await fay.call.bots.create({ username: 'fay-2' }),
    ];
    const other = await gus.call.bots.create({ username: 'gus-1' });
    const ended: string[] = [];
    const stop = world.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
    const answer = await fay.call.auth.changePassword(rotating);
    stop();
    expect(answer.bots.map(({ bot }) => bot)).toEqual(bots.map(({ bot }) => bot).reverse());
    expect(ended).toHaveLength(2);
    for (const { token } of bots) expect(await works(token)).toBe(false);
    for (const { bot, token } of answer.bots) {
      expect(await world.userWithToken(bot.id, token).call.users.me()).toMatchObject(bot);
    }
    expect(await works(other.token)).toBe(true);
  });

  test('leaves them alone unless asked', async () => {
    const hal = await world.person('hal');
    const { token } = await hal.call.bots.create({ username: 'hal-1' });
    const { rotateBots: _, ...plain } = rotating;
    expect(await hal.call.auth.changePassword(plain)).toEqual({ ok: true, bots: [] });
    expect(await works(token)).toBe(true);
  });

  test('answers a retry with the same tokens, from the same session alone', async () => {
    const ivy = await world.person('ivy');
    await ivy.call.bots.create({ username: 'ivy-1' });
    const first = await ivy.withKey('change').call.auth.changePassword(rotating);
    expect(await ivy.withKey('change').call.auth.changePassword(rotating)).toEqual(first);
    const { token } = await login('ivy', NEW_PASSWORD);
    const second = world.userWithToken(ivy.id, token).withKey('change');
    await refusedWith('IDEMPOTENCY_KEY_REUSED', second.call.auth.changePassword(rotating));
  });

  test('leaves no token to a stolen session that makes bots and rotates tokens meanwhile', async () => {
    for (let round = 0; round < 5; round++) {
      const owner = await world.person(`owner-${round}`);
      const { token } = await login(`owner-${round}`);
      const thief = world.userWithToken(owner.id, token);
      const { bot } = await thief.call.bots.create({ username: `bot-${round}` });
      const stolen = [
        ...[1, 2, 3].map((n) => thief.call.bots.create({ username: `bot-${round}-${n}` })),
        ...[1, 2, 3].map(() => thief.call.bots.rotateToken({ botId: bot.id })),
      ];
      const change = owner.call.auth.changePassword(rotating);
      const late = [4, 5, 6].map((n) => thief.call.bots.create({ username: `bot-${round}-${n}` }));
      const outcomes = await Promise.allSettled([...stolen, ...late]);
      const { bots } = await change;
      for (const one of outcomes) {
        if (one.status === 'fulfilled') expect(await works(one.value.token)).toBe(false);
        else await refused('UNAUTHENTICATED', one);
      }
      for (const { token } of bots) expect(await works(token)).toBe(true);
    }
  });
});

test('what is kept of a change for its retries tells nothing about the passwords', async () => {
  const jon = await world.person('jon');
  const input = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD };
  await jon.withKey('kept').call.auth.changePassword(input);
  const [row] = await world.services.db
    .select()
    .from(tables.idempotencyKeys)
    .where(eq(tables.idempotencyKeys.userId, jon.id));
  const guessed = idempotencyOf('kept', 'auth.changePassword', input, sealUnder('another token'));
  expect(row?.requestHash).toBeInstanceOf(Buffer);
  expect(row?.requestHash).not.toEqual(guessed?.requestHash);
  const request = JSON.stringify(['auth.changePassword', Object.entries(input).sort()]);
  expect(row?.requestHash).not.toEqual(createHash('sha256').update(request).digest());
  const changed = { ...input, newPassword: 'yet another good password' };
  await refusedWith('IDEMPOTENCY_KEY_REUSED', jon.withKey('kept').call.auth.changePassword(changed));
});

test('a session that is ended meanwhile does not change the e-mail address', async () => {
  const kim = await world.person('kim');
  const input = { email: 'thief@example.com', currentPassword: PASSWORD };
  const outcomes = await whileLocked(kim.id, [() => kim.call.users.updateMe(input)], (tx) =>
    tx.delete(tables.sessions).where(eq(tables.sessions.userId, kim.id)),
  );
  for (const one of outcomes) await refused('UNAUTHENTICATED', one);
  expect((await login('kim')).user.email).toBeNull();
});

test('the oldest session beyond the quota ends, also with many logins at once, and its sockets close', async () => {
  const small = await createWorld({ quotas: { sessions: 3 } });
  const eve = await small.person('eve');
  const ended: string[] = [];
  small.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
  const [first] = await eve.call.auth.sessions();
  const signIn = () => small.anonymous.call.auth.login({ username: 'eve', password: PASSWORD });

  const second = await signIn();
  await signIn();
  expect(ended).toEqual([]);
  await signIn();
  expect(ended).toEqual([first?.id]);
  await refusedWith('UNAUTHENTICATED', small.userWithToken(eve.id, eve.token ?? '').call.users.me());

  const many = await Promise.all(Array.from({ length: 8 }, signIn));
  await refusedWith('UNAUTHENTICATED', small.userWithToken(eve.id, second.token).call.users.me());
  const live = many.map(({ token }) => small.userWithToken(eve.id, token).call.auth.sessions());
  const answers = await Promise.allSettled(live);
  expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
  await small.close();
});
