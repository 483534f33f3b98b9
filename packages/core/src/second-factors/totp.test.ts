import { hash } from 'node:crypto';
import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashToken, newToken } from '../auth/tokens.js';
import { createContext } from '../create-context.js';
import { AppError } from '../kernel/errors/app-error.js';
import { maintain } from '../maintenance/maintain.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices } from '../services.js';
import { refusedWith } from '../testing/expect.js';
import { totpCode } from '../testing/totp-code.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { setUpTotp } from './test-support.js';

const MINUTE_MS = 60_000;
const WRONG = '000000';

let world: World;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPerson = () => world.person(`person-${++n}`);
const now = () => world.clock.now().getTime();

async function nameOf(who: TestUser): Promise<string> {
  return (await who.call.users.me()).username;
}

interface Given {
  readonly password?: string;
  readonly totp?: string;
  readonly recoveryCode?: string;
}

/** Signs in from a network; without one, from a new one each time. */
function login(username: string, { password = PASSWORD, ...given }: Given = {}, network = `10.0.${++n}.1`) {
  return world.userWithToken('', null, network).call.auth.login({ username, password, ...given });
}

/** Ends a sign-in by a provider from a network. */
async function exchange(userId: string, totp: string, network: string) {
  const code = newToken('exchange');
  const expiresAt = new Date(now() + MINUTE_MS);
  const codeVerifier = newToken('exchange');
  const codeChallenge = hash('sha256', codeVerifier, 'base64url');
  const row = { codeHash: hashToken(code), userId, provider: 'acme', codeChallenge, expiresAt };
  await world.services.db.insert(tables.exchangeCodes).values(row);
  return world
    .userWithToken('', null, network)
    .call.auth.exchange({ code, codeVerifier, secondFactor: { totp } });
}

/** A code that is neither the one of now nor next to it. */
function wrongCode(secret: string): string {
  const near = [-30_000, 0, 30_000].map((ms) => totpCode(secret, now() + ms));
  return [WRONG, '000001', '000002', '000003'].find((code) => !near.includes(code)) ?? '';
}

describe('setting up an authenticator app', () => {
  test('takes a secret that is shown once and a code of it, and gives ten recovery codes', async () => {
    const who = await newPerson();
    const nothing = { totpSince: null, passkeys: [], recoveryCodesLeft: 0 };
    expect(await who.call.auth.secondFactors()).toEqual(nothing);
    const { secret, url } = await who.call.auth.beginTotp();
    expect(Buffer.from(secret).length).toBe(32);
    expect(new URL(url).searchParams.get('secret')).toBe(secret);
    expect(await who.call.auth.secondFactors()).toEqual(nothing);
    await login(await nameOf(who));
    const { recoveryCodes } = await who.call.auth.confirmTotp({ code: totpCode(secret, now()) });
    expect(new Set(recoveryCodes).size).toBe(10);
    const totpSince = new Date(now()).toISOString();
    expect(await who.call.auth.secondFactors()).toEqual({ totpSince, passkeys: [], recoveryCodesLeft: 10 });
  });

  test('stores neither the secret nor a code', async () => {
    const who = await newPerson();
    const { secret, recoveryCodes } = await setUpTotp(world, who);
    const { db } = world.services;
    const stored = JSON.stringify([
      await db.select().from(tables.totpSecrets),
      await db.select().from(tables.recoveryCodes),
    ]);
    for (const hidden of [secret, ...recoveryCodes]) expect(stored).not.toContain(hidden);
  });

  test('is over after ten minutes, and nothing of it stays', async () => {
    const who = await newPerson();
    const { secret } = await who.call.auth.beginTotp();
    await refusedWith('WRONG_SECOND_FACTOR', who.call.auth.confirmTotp({ code: wrongCode(secret) }));
    world.clock.advance(10 * MINUTE_MS);
    const code = totpCode(secret, now());
    await refusedWith('SECOND_FACTOR_NOT_FOUND', who.call.auth.confirmTotp({ code }));
    await maintain(world.services);
    const { totpSecrets } = tables;
    const rows = await world.services.db.select().from(totpSecrets).where(eq(totpSecrets.userId, who.id));
    expect(rows).toEqual([]);
  });

  test('is done by one of many confirmations at once, and the codes of that one work', async () => {
    const who = await newPerson();
    const { secret } = await who.call.auth.beginTotp();
    const code = totpCode(secret, now());
    const tries = await Promise.allSettled([1, 2, 3, 4].map(() => who.call.auth.confirmTotp({ code })));
    const done = tries.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
    const refused = tries.flatMap((one) => (one.status === 'rejected' ? [one.reason] : []));
    expect(done).toHaveLength(1);
    for (const error of refused) expect((error as AppError).errorCode).toBe('SECOND_FACTOR_NOT_FOUND');
    await login(await nameOf(who), { recoveryCode: done[0]?.recoveryCodes[0] ?? '' });
  });

  test('is answered again to a retry under its key, whose answer was lost, with the same codes, to this session alone', async () => {
    const who = await newPerson();
    const begun = await who.withKey('begin').call.auth.beginTotp();
    expect(await who.withKey('begin').call.auth.beginTotp()).toEqual(begun);
    const code = totpCode(begun.secret, now());
    const first = await who.withKey('confirm').call.auth.confirmTotp({ code });
    expect(await who.withKey('confirm').call.auth.confirmTotp({ code })).toEqual(first);
    const rows = await world.services.db.select().from(tables.idempotencyKeys);
    const kept = JSON.stringify(rows);
    for (const hidden of [begun.secret, ...first.recoveryCodes]) expect(kept).not.toContain(hidden);
    const { token } = await login(await nameOf(who), { recoveryCode: first.recoveryCodes[0] ?? '' });
    const other = world.userWithToken(who.id, token).withKey('confirm');
    await refusedWith('IDEMPOTENCY_KEY_REUSED', other.call.auth.confirmTotp({ code }));
  });

  test('a second one is refused until the first is removed', async () => {
    const who = await newPerson();
    await setUpTotp(world, who);
    await refusedWith('SECOND_FACTOR_EXISTS', who.call.auth.beginTotp());
    await who.call.auth.removeTotp();
    await refusedWith('SECOND_FACTOR_NOT_FOUND', who.call.auth.removeTotp());
    expect((await who.call.auth.secondFactors()).recoveryCodesLeft).toBe(0);
    await login(await nameOf(who));
    await setUpTotp(world, who);
  });

  test('a stolen session neither removes it nor makes recovery codes nor sets one up', async () => {
    const [with_, without] = [await newPerson(), await newPerson()];
    await setUpTotp(world, with_);
    world.clock.advance(10 * MINUTE_MS);
    await refusedWith('STEP_UP_REQUIRED', with_.call.auth.removeTotp());
    await refusedWith('STEP_UP_REQUIRED', with_.call.auth.newRecoveryCodes());
    await refusedWith('STEP_UP_REQUIRED', without.call.auth.beginTotp());
  });

  test('is for people: a bot and a caller without a token have none', async () => {
    const who = await newPerson();
    const { bot, token } = await who.call.bots.create({ username: `robot-${++n}` });
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.auth.beginTotp());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.auth.beginTotp());
  });
});

describe('signing in to an account with an authenticator app', () => {
  test('takes the code, after the right password alone, which is told what can be given', async () => {
    const who = await newPerson();
    const { nextCode } = await setUpTotp(world, who);
    const name = await nameOf(who);
    const error = await login(name).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      errorCode: 'SECOND_FACTOR_REQUIRED',
      issues: [{ path: 'totp' }, { path: 'recoveryCode' }],
    });
    await login(name, { totp: nextCode() });
  });

  test('tells nothing of it to who does not know the password', async () => {
    const [with_, without] = [await newPerson(), await newPerson()];
    const { nextCode } = await setUpTotp(world, with_);
    const totp = nextCode();
    for (const name of [await nameOf(with_), await nameOf(without), 'nobody-at-all']) {
      for (const given of [{}, { totp }, { recoveryCode: 'x' }]) {
        const error = await login(name, { password: 'wrong password', ...given }).catch(
          (thrown: unknown) => thrown,
        );
        expect(error).toEqual(new AppError('WRONG_CREDENTIALS'));
      }
    }
  });

  test('a code works once, also for many at once and on two nodes', async () => {
    const who = await newPerson();
    const { nextCode } = await setUpTotp(world, who);
    const username = await nameOf(who);
    const another = createServices({ ...world.services, nodes: world.services.nodes });
    const onAnother = (network: string) =>
      createCallerFactory(appRouter)(
        createContext(another, {
          requestId: 'test',
          token: null,
          userAgent: null,
          idempotencyKey: null,
          network,
        }),
      );
    const given = { username, password: PASSWORD, totp: nextCode() };
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].flatMap((i) => [login(username, given), onAnother(`10.1.${i}.1`).auth.login(given)]),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await another.close();
  });

  test('takes a code of the period before or after, and none further away', async () => {
    const who = await newPerson();
    const { secret } = await setUpTotp(world, who);
    const name = await nameOf(who);
    world.clock.advance(5 * MINUTE_MS);
    for (const away of [-2, 2]) {
      const totp = totpCode(secret, now() + away * 30_000);
      await refusedWith('WRONG_SECOND_FACTOR', login(name, { totp }));
    }
    for (const away of [-1, 0, 1]) await login(name, { totp: totpCode(secret, now() + away * 30_000) });
    await refusedWith('WRONG_SECOND_FACTOR', login(name, { totp: totpCode(secret, now()) }));
  });

  test('a recovery code works once, however it is typed, and the others stay', async () => {
    const who = await newPerson();
    const { recoveryCodes } = await setUpTotp(world, who);
    const name = await nameOf(who);
    const [code = ''] = recoveryCodes;
    await login(name, { recoveryCode: ` ${code.toLowerCase().replaceAll('-', ' ')}` });
    await refusedWith('WRONG_SECOND_FACTOR', login(name, { recoveryCode: code }));
    expect((await who.call.auth.secondFactors()).recoveryCodesLeft).toBe(9);
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map(() => login(name, { recoveryCode: recoveryCodes[1] ?? '' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const fresh = await who.call.auth.newRecoveryCodes();
    await refusedWith('WRONG_SECOND_FACTOR', login(name, { recoveryCode: recoveryCodes[2] ?? '' }));
    world.clock.advance(1_000);
    await login(name, { recoveryCode: fresh.recoveryCodes[0] ?? '' });
  });

  test('codes are not guessed: wrong ones delay further ones, and not those from networks that the account knows', async () => {
    const who = await newPerson();
    const { secret, nextCode } = await setUpTotp(world, who);
    const name = await nameOf(who);
    const home = '192.0.2.7';
    await login(name, { totp: nextCode() }, home);
    for (let guess = 0; guess < 5; guess++) {
      await refusedWith('WRONG_SECOND_FACTOR', login(name, { totp: wrongCode(secret) }));
    }
    await refusedWith('TOO_MANY_ATTEMPTS', login(name, { totp: totpCode(secret, now() + 30_000) }));
    await login(name, { totp: nextCode() }, home);
    for (let guess = 0; guess < 5; guess++) {
      await refusedWith('WRONG_SECOND_FACTOR', login(name, { totp: wrongCode(secret) }, home));
    }
    await refusedWith('TOO_MANY_ATTEMPTS', login(name, { totp: totpCode(secret, now() + 30_000) }, home));
  });

  test('nor do they lock a person out who comes by a provider from a network that the account knows', async () => {
    const who = await newPerson();
    const { secret, nextCode } = await setUpTotp(world, who);
    const name = await nameOf(who);
    const home = '192.0.2.8';
    await login(name, { totp: nextCode() }, home);
    for (let guess = 0; guess < 5; guess++) {
      await refusedWith('WRONG_SECOND_FACTOR', login(name, { totp: wrongCode(secret) }));
    }
    const code = totpCode(secret, now() + 30_000);
    await refusedWith('TOO_MANY_ATTEMPTS', exchange(who.id, code, '192.0.2.9'));
    await exchange(who.id, code, home);
  });

  test('malformed and several factors are refused', async () => {
    const who = await newPerson();
    const { nextCode, recoveryCodes } = await setUpTotp(world, who);
    const name = await nameOf(who);
    for (const totp of ['', '12345', '1234567', '12 3456', 'abcdef', '１２３４５６']) {
      await refusedWith('INVALID_INPUT', login(name, { totp }));
    }
    const [recoveryCode = ''] = recoveryCodes;
    await refusedWith('INVALID_INPUT', login(name, { totp: nextCode(), recoveryCode }));
    await refusedWith('INVALID_INPUT', login(name, { recoveryCode: 'x'.repeat(65) }));
    await refusedWith('WRONG_SECOND_FACTOR', login(name, { recoveryCode: '' }));
  });

  test('a secret that was sealed for another account opens nothing', async () => {
    const [mine, theirs] = [await newPerson(), await newPerson()];
    const { secret } = await setUpTotp(world, mine);
    await setUpTotp(world, theirs);
    const { totpSecrets } = tables;
    const { db } = world.services;
    const [row] = await db.select().from(totpSecrets).where(eq(totpSecrets.userId, mine.id));
    const moved = { sealed: row?.sealed ?? '', lastPeriod: null };
    await db.update(totpSecrets).set(moved).where(eq(totpSecrets.userId, theirs.id));
    const totp = totpCode(secret, now());
    await refusedWith('WRONG_SECOND_FACTOR', login(await nameOf(theirs), { totp }));
  });
});

describe('a proof by a code', () => {
  test('counts as one by the password does', async () => {
    const who = await newPerson();
    const { nextCode, recoveryCodes } = await setUpTotp(world, who);
    for (const proof of [() => ({ totp: nextCode() }), () => ({ recoveryCode: recoveryCodes[0] ?? '' })]) {
      world.clock.advance(10 * MINUTE_MS);
      await refusedWith('STEP_UP_REQUIRED', who.call.auth.newRecoveryCodes());
      await who.call.auth.verify(proof());
      await who.call.users.updateMe({ username: `renamed-${++n}` });
    }
  });

  test('is no help to who guesses in a stolen session: five wrong ones end it', async () => {
    const who = await newPerson();
    const { secret, nextCode } = await setUpTotp(world, who);
    const guesses = [{ password: 'wrong password' }, ...Array(4).fill({ totp: wrongCode(secret) })];
    for (const guess of guesses) {
      const code = 'password' in guess ? 'WRONG_PASSWORD' : 'WRONG_SECOND_FACTOR';
      await refusedWith(code, who.call.auth.verify(guess));
    }
    const again = world.userWithToken(who.id, who.token);
    await refusedWith('UNAUTHENTICATED', again.call.auth.verify({ totp: nextCode() }));
  });

  test('needs one of the kinds, and is wrong for who has none', async () => {
    const who = await newPerson();
    await refusedWith('INVALID_INPUT', who.call.auth.verify({}));
    await refusedWith('INVALID_INPUT', who.call.auth.verify({ password: PASSWORD, totp: WRONG }));
    await refusedWith('WRONG_SECOND_FACTOR', who.call.auth.verify({ totp: WRONG }));
  });
});

describe('an admin who removes the factors of a person', () => {
  test('lets them sign in by the password alone, with a line in the audit log', async () => {
    const who = await newPerson();
    await setUpTotp(world, who);
    const admin = await newPerson();
    await refusedWith('INSTANCE_ADMIN_REQUIRED', admin.call.admin.resetSecondFactor({ userId: who.id }));
    await world.operator.call.admin.updateUser({ userId: admin.id, admin: true });
    await admin.call.admin.resetSecondFactor({ userId: who.id });
    await login(await nameOf(who));
    const [act] = await admin.call.admin.auditLog({ targetId: who.id });
    expect(act).toMatchObject({
      act: 'user.secondFactorReset',
      actorId: admin.id,
      details: { totp: true, passkeys: 0 },
    });
    const { bot } = await who.call.bots.create({ username: `robot-${++n}` });
    await refusedWith('INVALID_INPUT', admin.call.admin.resetSecondFactor({ userId: bot.id }));
    await refusedWith('USER_NOT_FOUND', admin.call.admin.resetSecondFactor({ userId: 'nobody' }));
  });
});
