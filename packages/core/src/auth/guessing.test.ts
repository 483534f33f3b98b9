import { tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createContext } from '../create-context.js';
import { createCallerFactory } from '../procedures/trpc.js';
import { appRouter } from '../router.js';
import { createServices } from '../services.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { purgeExpiredSessions } from './sessions.js';

const WRONG = 'wrong password';
const HOUR_MS = 3600 * 1000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

let networks = 0;
const newNetwork = () => `10.0.${Math.floor(networks / 256)}.${networks++ % 256}`;

interface Attempt {
  readonly username: string;
  readonly password?: string;
  readonly network?: string;
  readonly token?: string | null;
}

const login = ({ username, password = WRONG, network = newNetwork(), token = null }: Attempt) =>
  world.userWithToken('', token, network).call.auth.login({ username, password });

/** Registers a person from a network of their own, which is known from then on. */
async function personAt(username: string): Promise<TestUser & { network: string }> {
  const network = newNetwork();
  const input = { username, password: PASSWORD, email: `${username}@example.com` };
  const { token, user } = await world.userWithToken('', null, network).call.auth.register(input);
  return { ...world.userWithToken(user.id, token, network), network };
}

/** What an attacker learns from an attempt. */
const learned = (call: Promise<unknown>) =>
  call.then(
    () => 'signed in',
    (error: Error) => error.message,
  );

/** Wrong passwords from as many networks. */
async function guess(username: string, times: number): Promise<string[]> {
  const answers: string[] = [];
  for (let n = 0; n < times; n++) answers.push(await learned(login({ username })));
  return answers;
}

describe('many wrong passwords for one account', () => {
  test('are refused before hashing, from any number of networks, and the owner is not', async () => {
    const ada = await personAt('ada');
    expect(new Set(await guess('ada', 10))).toEqual(new Set(['The name or the password is wrong.']));
    await refusedWith('TOO_MANY_ATTEMPTS', login({ username: 'ada' }));
    const refused = await guess('ada', 190);
    expect(refused.every((answer) => answer.includes('too many wrong passwords'))).toBe(true);
    await refusedWith('TOO_MANY_ATTEMPTS', login({ username: 'ada', password: PASSWORD }));

    await login({ username: 'ada', password: PASSWORD, network: ada.network });
    await login({ username: 'ada', password: PASSWORD, token: ada.token });
    await refusedWith('TOO_MANY_ATTEMPTS', login({ username: 'ada' }));
  });

  test('also when they come at once', async () => {
    await personAt('bea');
    const answers = await Promise.all(Array.from({ length: 40 }, () => learned(login({ username: 'bea' }))));
    expect(answers.filter((answer) => answer === 'The name or the password is wrong.')).toHaveLength(10);
  });

  test('but never right ones that come at once, from however many networks', async () => {
    await personAt('bob');
    const logins = Array.from({ length: 25 }, () => login({ username: 'bob', password: PASSWORD }));
    expect(new Set((await Promise.allSettled(logins)).map(({ status }) => status))).toEqual(
      new Set(['fulfilled']),
    );
  });

  test('get the same answers as wrong passwords for a name of no account', async () => {
    await personAt('cat');
    const [real, none] = [await guess('cat', 15), await guess('no-such-cat', 15)];
    expect(none).toEqual(real);
  });

  test('count together however the name is spelled, and an e-mail address in either field', async () => {
    const email = 'dot@example.com';
    await personAt('dot');
    await guess('dot', 5);
    await guess('DOT', 5);
    await refusedWith('TOO_MANY_ATTEMPTS', login({ username: 'dot' }));
    await guess(email, 5);
    for (let n = 0; n < 5; n++) {
      const { call } = world.userWithToken('', null, newNetwork());
      await refusedWith(
        'WRONG_CREDENTIALS',
        call.auth.login({ email: email.toUpperCase(), password: WRONG }),
      );
    }
    await refusedWith('TOO_MANY_ATTEMPTS', login({ username: email }));
  });

  test('delay others for longer and longer, at most five minutes, and are forgotten', async () => {
    await personAt('eli');
    await guess('eli', 10);
    for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256, 300, 300]) {
      expect(await learned(login({ username: 'eli' }))).toContain(` ${seconds} s`);
      world.clock.advance(seconds * 1000);
      await refusedWith('WRONG_CREDENTIALS', login({ username: 'eli' }));
    }
    world.clock.advance(HOUR_MS);
    expect(new Set(await guess('eli', 10))).toEqual(new Set(['The name or the password is wrong.']));
  });

  test('from a known network delay that network alone, and a right one makes up for them', async () => {
    const fay = await personAt('fay');
    const here = { username: 'fay', network: fay.network };
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 9; n++) await refusedWith('WRONG_CREDENTIALS', login(here));
      await login({ ...here, password: PASSWORD });
    }
    for (let n = 0; n < 10; n++) await refusedWith('WRONG_CREDENTIALS', login(here));
    await refusedWith('TOO_MANY_ATTEMPTS', login({ ...here, password: PASSWORD }));
    await login({ username: 'fay', password: PASSWORD });
  });
});

test('many wrong passwords from one network are refused for every name, but not for who signed in there', async () => {
  const gus = await personAt('gus');
  const network = newNetwork();
  await login({ username: 'gus', password: PASSWORD, network });
  for (let n = 0; n < 30; n++) {
    await refusedWith('WRONG_CREDENTIALS', login({ username: `name-${n}`, network }));
  }
  await refusedWith('TOO_MANY_ATTEMPTS', login({ username: 'name-31', network }));
  await login({ username: 'gus', password: PASSWORD, network });
  await login({ username: 'gus', password: PASSWORD, network: gus.network });
});

describe('the networks of an account', () => {
  const known = (userId: string) =>
    world.services.db.select().from(tables.knownNetworks).where(eq(tables.knownNetworks.userId, userId));

  test('are known after a restart', async () => {
    const hal = await personAt('hal');
    const restarted = createServices(world.services);
    const call = (network: string) => {
      const request = { requestId: 'test', token: null, userAgent: null, idempotencyKey: null, network };
      return createCallerFactory(appRouter)(createContext(restarted, request));
    };
    for (let n = 0; n < 10; n++) {
      const wrong = { username: 'hal', password: WRONG };
      await refusedWith('WRONG_CREDENTIALS', call(newNetwork()).auth.login(wrong));
    }
    const right = { username: 'hal', password: PASSWORD };
    await refusedWith('TOO_MANY_ATTEMPTS', call(newNetwork()).auth.login(right));
    await call(hal.network).auth.login(right);
    await restarted.close();
  });

  test('are the sixteen that were used last', async () => {
    const ida = await personAt('ida');
    for (let n = 0; n < 20; n++) {
      world.clock.advance(1000);
      await login({ username: 'ida', password: PASSWORD });
    }
    const rows = await known(ida.id);
    expect(rows).toHaveLength(16);
    expect(rows.map(({ network }) => network)).not.toContain(ida.network);
  });

  test('are forgotten when no sign-in came from them for as long as a session can last', async () => {
    const ivy = await personAt('ivy');
    world.clock.advance(100 * DAY_MS);
    const network = newNetwork();
    await login({ username: 'ivy', password: PASSWORD, network });
    world.clock.advance(81 * DAY_MS);
    await purgeExpiredSessions(world.services);
    expect(await known(ivy.id)).toMatchObject([{ network }]);
  });

  test('are forgotten with a changed password, but for the one of the change', async () => {
    const jim = await personAt('jim');
    await login({ username: 'jim', password: PASSWORD });
    await jim.call.auth.changePassword({ currentPassword: PASSWORD, newPassword: 'another good password' });
    expect(await known(jim.id)).toMatchObject([{ network: jim.network }]);
  });
});

describe('wrong passwords in a session', () => {
  const change = (user: TestUser, currentPassword: string) =>
    user.call.auth.changePassword({ currentPassword, newPassword: 'another good password' });

  test('end it after five, and its sockets', async () => {
    const kay = await personAt('kay');
    const ended: string[] = [];
    const stop = world.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
    const [session] = await kay.call.auth.sessions();
    for (let n = 0; n < 5; n++) {
      expect(ended).toEqual([]);
      await refusedWith('WRONG_PASSWORD', change(kay, WRONG));
    }
    stop();
    expect(ended).toEqual([session?.id]);
    await refusedWith('UNAUTHENTICATED', change(world.userWithToken(kay.id, kay.token), PASSWORD));
    await login({ username: 'kay', password: PASSWORD });
  });

  test('are five at most when they come at once', async () => {
    const lea = await personAt('lea');
    const changes = Array.from({ length: 30 }, () => learned(change(lea, WRONG)));
    const answers = await Promise.all(changes);
    expect(
      answers.filter((answer) => answer === 'The current password is wrong.').length,
    ).toBeLessThanOrEqual(5);
    await refusedWith('UNAUTHENTICATED', world.userWithToken(lea.id, lea.token).call.users.me());
  });

  test('are forgotten after a right one', async () => {
    const max = await personAt('max');
    let password = PASSWORD;
    for (let round = 0; round < 3; round++) {
      for (let n = 0; n < 4; n++) await refusedWith('WRONG_PASSWORD', change(max, WRONG));
      const newPassword = `another good password ${round}`;
      await max.call.auth.changePassword({ currentPassword: password, newPassword });
      password = newPassword;
    }
  });

  test('are counted by signing in with the session as well', async () => {
    const nia = await personAt('nia');
    for (let n = 0; n < 5; n++) {
      await refusedWith('WRONG_CREDENTIALS', login({ username: 'nia', token: nia.token }));
    }
    await refusedWith('UNAUTHENTICATED', world.userWithToken(nia.id, nia.token).call.users.me());
  });
});
