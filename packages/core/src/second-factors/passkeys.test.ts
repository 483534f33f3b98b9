import { tables } from '@palaver/db';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { maintain } from '../maintenance/maintain.js';
import { refusedWith } from '../testing/expect.js';
import { type Faults, SoftwareAuthenticator } from '../testing/software-authenticator.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { relyingParty } from './relying-party.js';

const MINUTE_MS = 60_000;

let world: World;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPerson = () => world.person(`person-${++n}`);
const anonymous = () => world.anonymous.call.auth;

async function register(who: TestUser, authenticator = new SoftwareAuthenticator(), faults: Faults = {}) {
  const credential = authenticator.create(await who.call.auth.passkeyCreationOptions(), faults);
  const created = await who.call.auth.createPasskey({ name: 'My laptop', credential });
  return { authenticator, ...created };
}

/** Signs in with a passkey alone. */
async function signIn(authenticator: SoftwareAuthenticator, faults: Faults = {}) {
  const options = await anonymous().passkeySignInOptions();
  return anonymous().signInWithPasskey({ credential: authenticator.get(options, faults) });
}

async function login(who: TestUser, passkey?: ReturnType<SoftwareAuthenticator['get']>) {
  const { username } = await who.call.users.me();
  return anonymous().login({ username, password: PASSWORD, passkey });
}

const secondFactorOptions = () => anonymous().passkeySignInOptions({ purpose: 'second-factor' });

describe('registering a passkey', () => {
  test('gives recovery codes with the first one, lists, renames and removes', async () => {
    const who = await newPerson();
    const first = await register(who);
    expect(first.recoveryCodes).toHaveLength(10);
    const second = await register(who);
    expect(second.recoveryCodes).toBeNull();
    expect(await who.call.auth.passkeys()).toEqual([second.passkey, first.passkey]);
    const renamed = await who.call.auth.renamePasskey({ passkeyId: first.passkey.id, name: 'My phone' });
    expect(renamed).toEqual({ ...first.passkey, name: 'My phone' });
    await who.call.auth.removePasskey({ passkeyId: second.passkey.id });
    expect(await who.call.auth.secondFactors()).toEqual({
      totpSince: null,
      passkeys: [renamed],
      recoveryCodesLeft: 10,
    });
    await who.call.auth.removePasskey({ passkeyId: first.passkey.id });
    expect((await who.call.auth.secondFactors()).recoveryCodesLeft).toBe(0);
    await refusedWith('WRONG_CREDENTIALS', signIn(first.authenticator));
  });

  test.each<[string, Faults]>([
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['with a challenge that the service did not give', { challenge: 'bm90IG91cnM' }],
  ])('%s is refused', async (_name, faults) => {
    const who = await newPerson();
    await refusedWith('WRONG_SECOND_FACTOR', register(who, new SoftwareAuthenticator(), faults));
    expect(await who.call.auth.passkeys()).toEqual([]);
  });

  test('with a challenge that was used, that is too old, of another person, or for another purpose is refused', async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    const create = (challenge: string) => {
      const credential = new SoftwareAuthenticator().create({ challenge, rp: { id: 'localhost' } });
      return who.call.auth.createPasskey({ name: 'key', credential });
    };
    const used = await who.call.auth.passkeyCreationOptions();
    await create(used.challenge);
    await refusedWith('WRONG_SECOND_FACTOR', create(used.challenge));
    const theirs = await other.call.auth.passkeyCreationOptions();
    await refusedWith('WRONG_SECOND_FACTOR', create(theirs.challenge));
    const toSignIn = await anonymous().passkeySignInOptions();
    await refusedWith('WRONG_SECOND_FACTOR', create(toSignIn.challenge));
    const toVerify = await who.call.auth.passkeyVerifyOptions();
    await refusedWith('WRONG_SECOND_FACTOR', create(toVerify.challenge));
    const old = await who.call.auth.passkeyCreationOptions();
    world.clock.advance(5 * MINUTE_MS);
    await refusedWith('WRONG_SECOND_FACTOR', create(old.challenge));
    await maintain(world.services);
    expect(await world.services.db.select().from(tables.passkeyChallenges)).toEqual([]);
  });

  test('that is registered already is refused, also to another person', async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    const { authenticator } = await register(who);
    await refusedWith('PASSKEY_EXISTS', register(who, authenticator));
    await refusedWith('PASSKEY_EXISTS', register(other, authenticator));
    expect((await other.call.auth.secondFactors()).recoveryCodesLeft).toBe(0);
  });

  test('ends at twenty of a person, also with many at once', async () => {
    const who = await newPerson();
    for (let count = 0; count < 18; count++) await register(who);
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map(() => register(who)));
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    await refusedWith('TOO_MANY_PASSKEYS', register(who));
  });

  test('is not for a stolen session, a bot, or a caller without a token, and neither is removing one', async () => {
    const who = await newPerson();
    const { passkey } = await register(who);
    const options = await who.call.auth.passkeyCreationOptions();
    const { bot, token } = await who.call.bots.create({ username: `robot-${++n}` });
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.auth.passkeyCreationOptions());
    await refusedWith('UNAUTHENTICATED', anonymous().passkeyCreationOptions());
    world.clock.advance(10 * MINUTE_MS);
    await refusedWith('STEP_UP_REQUIRED', who.call.auth.passkeyCreationOptions());
    const credential = new SoftwareAuthenticator().create(options);
    await refusedWith('STEP_UP_REQUIRED', who.call.auth.createPasskey({ name: 'theirs', credential }));
    await refusedWith('STEP_UP_REQUIRED', who.call.auth.removePasskey({ passkeyId: passkey.id }));
  });

  test('leaves that of another person alone', async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    const { passkey } = await register(who);
    for (const passkeyId of [passkey.id, 'nonsense']) {
      await refusedWith('PASSKEY_NOT_FOUND', other.call.auth.removePasskey({ passkeyId }));
      await refusedWith('PASSKEY_NOT_FOUND', other.call.auth.renamePasskey({ passkeyId, name: 'mine' }));
    }
    expect(await who.call.auth.passkeys()).toEqual([passkey]);
  });

  test('refuses what is no credential with a sentence', async () => {
    const who = await newPerson();
    const good = new SoftwareAuthenticator().create(await who.call.auth.passkeyCreationOptions());
    const create = (credential: typeof good) => who.call.auth.createPasskey({ name: 'key', credential });
    const { response } = good;
    await refusedWith('INVALID_INPUT', create({ ...good, id: 'not base64url!' }));
    await refusedWith('INVALID_INPUT', create({ ...good, id: 'x'.repeat(1_367) }));
    const tooLong = { ...response, attestationObject: 'x'.repeat(32_769) };
    await refusedWith('INVALID_INPUT', create({ ...good, response: tooLong }));
    for (const clientDataJSON of ['e30', 'bnVsbA', 'bm90IGpzb24', 'eyJjaGFsbGVuZ2UiOjV9']) {
      await refusedWith(
        'WRONG_SECOND_FACTOR',
        create({ ...good, response: { ...response, clientDataJSON } }),
      );
    }
    await refusedWith(
      'WRONG_SECOND_FACTOR',
      create({ ...good, response: { ...response, attestationObject: 'AQID' } }),
    );
  });
});

describe('signing in with a passkey alone', () => {
  test('begins a session of its person, without a password or another factor', async () => {
    const who = await newPerson();
    const { authenticator, passkey } = await register(who);
    const { user, token } = await signIn(authenticator);
    expect(user.id).toBe(who.id);
    const inSession = world.userWithToken(who.id, token);
    expect(await inSession.call.auth.passkeys()).toMatchObject([
      { id: passkey.id, lastUsedAt: world.clock.now().toISOString() },
    ]);
    const [row] = await world.services.db
      .select()
      .from(tables.sessions)
      .where(and(eq(tables.sessions.method, 'passkey'), eq(tables.sessions.userId, who.id)));
    expect(row).toMatchObject({ userId: who.id, verifiedAt: world.clock.now() });
  });

  test.each<[string, Faults]>([
    ['from a page of another origin', { origin: 'https://evil.example' }],
    ['for another relying party', { rpId: 'evil.example' }],
    ['without user verification', { userVerified: false }],
    ['with a counter that went back, as that of a copy', { counter: 1 }],
    ['with a challenge that the service did not give', { challenge: 'bm90IG91cnM' }],
  ])('%s is refused', async (_name, faults) => {
    const { authenticator } = await register(await newPerson());
    await signIn(authenticator);
    await refusedWith('WRONG_CREDENTIALS', signIn(authenticator, faults));
  });

  test('with a replayed assertion, or another signature, or an unknown passkey is refused', async () => {
    const { authenticator } = await register(await newPerson());
    const credential = authenticator.get(await anonymous().passkeySignInOptions());
    await anonymous().signInWithPasskey({ credential });
    await refusedWith('WRONG_CREDENTIALS', anonymous().signInWithPasskey({ credential }));
    const fresh = authenticator.get(await anonymous().passkeySignInOptions());
    const response = { ...fresh.response, signature: credential.response.signature };
    await refusedWith(
      'WRONG_CREDENTIALS',
      anonymous().signInWithPasskey({ credential: { ...fresh, response } }),
    );
    await refusedWith('WRONG_CREDENTIALS', signIn(new SoftwareAuthenticator()));
  });

  test('with the passkey of one person and the handle of another is refused', async () => {
    const other = await newPerson();
    const { authenticator } = await register(await newPerson());
    const credential = authenticator.get(await anonymous().passkeySignInOptions());
    const userHandle = Buffer.from(other.id).toString('base64url');
    const response = { ...credential.response, userHandle };
    await refusedWith(
      'WRONG_CREDENTIALS',
      anonymous().signInWithPasskey({ credential: { ...credential, response } }),
    );
  });

  test('with a challenge for another purpose, or that is too old, is refused', async () => {
    const who = await newPerson();
    const { authenticator } = await register(who);
    const others = [await secondFactorOptions(), await who.call.auth.passkeyVerifyOptions()];
    for (const options of others) {
      const credential = authenticator.get(options);
      await refusedWith('WRONG_CREDENTIALS', anonymous().signInWithPasskey({ credential }));
    }
    const options = await anonymous().passkeySignInOptions();
    world.clock.advance(5 * MINUTE_MS);
    const credential = authenticator.get(options);
    await refusedWith('WRONG_CREDENTIALS', anonymous().signInWithPasskey({ credential }));
  });

  test('is done once with one assertion that is sent many times at once', async () => {
    const { authenticator } = await register(await newPerson());
    const credential = authenticator.get(await anonymous().passkeySignInOptions());
    const tries = await Promise.allSettled(
      [1, 2, 3, 4].map(() => anonymous().signInWithPasskey({ credential })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  test('takes an authenticator that does not count', async () => {
    const { authenticator } = await register(await newPerson(), new SoftwareAuthenticator(), { counter: 0 });
    for (let use = 0; use < 2; use++) await signIn(authenticator, { counter: 0 });
  });

  test('is refused to a deactivated account', async () => {
    const who = await newPerson();
    const { authenticator } = await register(who);
    await world.operator.call.admin.updateUser({ userId: who.id, deactivated: true });
    await refusedWith('ACCOUNT_DEACTIVATED', signIn(authenticator));
  });
});

describe('a passkey after the password', () => {
  test('is asked for, also without user verification, and works once', async () => {
    const who = await newPerson();
    const { authenticator } = await register(who);
    const error = await login(who).catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({
      errorCode: 'SECOND_FACTOR_REQUIRED',
      issues: [{ path: 'passkey' }, { path: 'recoveryCode' }],
    });
    const passkey = authenticator.get(await secondFactorOptions(), { userVerified: false });
    await login(who, passkey);
    await refusedWith('WRONG_SECOND_FACTOR', login(who, passkey));
  });

  test('of another person is refused', async () => {
    const [who, other] = [await newPerson(), await newPerson()];
    await register(who);
    const { authenticator } = await register(other);
    await refusedWith('WRONG_SECOND_FACTOR', login(who, authenticator.get(await secondFactorOptions())));
  });
});

describe('a proof by a passkey', () => {
  test('counts in the session that asked for it alone', async () => {
    const who = await newPerson();
    const { authenticator } = await register(who);
    const other = world.userWithToken(who.id, (await signIn(authenticator)).token);
    world.clock.advance(10 * MINUTE_MS);
    const options = await who.call.auth.passkeyVerifyOptions();
    expect(options.allowCredentials).toHaveLength(1);
    const passkey = authenticator.get(options);
    await refusedWith('WRONG_SECOND_FACTOR', other.call.auth.verify({ passkey }));
    await refusedWith('WRONG_SECOND_FACTOR', who.call.auth.verify({ passkey }));
    await who.call.auth.verify({ passkey: authenticator.get(await who.call.auth.passkeyVerifyOptions()) });
    await who.call.auth.newRecoveryCodes();
    await refusedWith('STEP_UP_REQUIRED', other.call.auth.newRecoveryCodes());
  });
});

describe('the domain of passkeys', () => {
  test.each([
    ['http://127.0.0.1:3000', [], 'localhost', ['http://localhost:3000']],
    ['https://chat.example.com/base', [], 'chat.example.com', ['https://chat.example.com']],
    [
      'https://api.example.com',
      ['https://chat.example.com'],
      'example.com',
      ['https://api.example.com', 'https://chat.example.com'],
    ],
    [
      'https://example.com',
      ['https://example.org'],
      'example.com',
      ['https://example.com', 'https://example.org'],
    ],
    [
      'https://chat.example.com',
      ['http://localhost:5173'],
      'chat.example.com',
      ['https://chat.example.com', 'http://localhost:5173'],
    ],
  ])('of %s with the pages %j is %s', (publicUrl, corsOrigins, id, origins) => {
    expect(relyingParty({ publicUrl, corsOrigins })).toEqual({ id, origins });
  });
});
