import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { userStream } from '../log/streams.js';
import { refusedWith } from '../testing/expect.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

const MINUTE_MS = 60_000;
const [HOME, OFFICE] = ['192.0.2.7', '2001:db8:1:2::/64'];

let world: World;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const newPerson = () => world.person(`person-${++n}`);

async function login(who: TestUser, network?: string) {
  const { username } = await who.call.users.me();
  const caller = world.userWithToken('', null, network);
  const { token } = await caller.call.auth.login({ username, password: PASSWORD });
  return world.userWithToken(who.id, token, network);
}

const told = async (who: TestUser) =>
  (await world.log(userStream(who.id))).filter(({ type }) => type === 'session.created');

describe('the list of sessions', () => {
  test('says how and from where each began, and from where it was used last', async () => {
    const who = await newPerson();
    const atHome = await login(who, HOME);
    const [session] = await atHome.call.auth.sessions();
    expect(session).toMatchObject({ method: 'password', signedInFrom: HOME, lastUsedFrom: HOME });
    expect((await who.call.auth.sessions()).at(-1)).toMatchObject({ signedInFrom: null, lastUsedFrom: null });

    world.clock.advance(MINUTE_MS);
    const moved = world.userWithToken(who.id, atHome.token, OFFICE);
    await moved.call.users.me();
    const at = world.clock.now().toISOString();
    expect((await who.call.auth.sessions())[0]).toMatchObject({
      signedInFrom: HOME,
      lastUsedFrom: OFFICE,
      lastUsedAt: at,
    });
    await world.userWithToken(who.id, atHome.token, HOME).call.users.me();
    expect((await who.call.auth.sessions())[0]).toMatchObject({ lastUsedFrom: OFFICE });
  });
});

describe('a sign-in on a new device or from a new network', () => {
  test('is told to the account alone, once, without its token; the first sign-in and a known one are not', async () => {
    const who = await newPerson();
    expect(await told(who)).toEqual([]);
    const atHome = await login(who, HOME);
    const [session] = await atHome.call.auth.sessions();
    const [event, ...others] = await told(who);
    expect(others).toEqual([]);
    expect(event).toMatchObject({
      data: {
        id: session?.id,
        userAgent: null,
        method: 'password',
        signedInFrom: HOME,
        createdAt: session?.createdAt,
      },
    });
    expect(JSON.stringify(event)).not.toContain(atHome.token);
    await login(who, HOME);
    await login(who);
    expect(await told(who)).toHaveLength(1);
    await login(who, OFFICE);
    expect(await told(who)).toHaveLength(2);
  });

  test('that is refused is told to nobody', async () => {
    const who = await newPerson();
    const { username } = await who.call.users.me();
    const elsewhere = world.userWithToken('', null, '198.51.100.9').call.auth;
    await refusedWith('WRONG_CREDENTIALS', elsewhere.login({ username, password: 'wrong password' }));
    expect(await told(who)).toEqual([]);
  });
});

describe('ending all other sessions', () => {
  test('ends them and their sockets, and neither this one nor the tokens of bots', async () => {
    const who = await newPerson();
    const { bot, token } = await who.call.bots.create({ username: `robot-${++n}` });
    const others = [await login(who), await login(who, HOME)];
    const ended: string[] = [];
    const stop = world.services.bus.onSessionEnd(({ sessionId }) => ended.push(sessionId));
    expect(await who.call.auth.endOtherSessions()).toEqual({ ok: true, ended: 2 });
    stop();
    expect(ended).toHaveLength(2);
    for (const other of others) {
      await refusedWith('UNAUTHENTICATED', world.userWithToken(who.id, other.token).call.users.me());
    }
    expect(await who.call.auth.sessions()).toMatchObject([{ current: true }]);
    await world.userWithToken(bot.id, token).call.users.me();
    expect(await who.call.auth.endOtherSessions()).toEqual({ ok: true, ended: 0 });
  });

  test('is for people with a session', async () => {
    const who = await newPerson();
    const { bot, token } = await who.call.bots.create({ username: `robot-${++n}` });
    await refusedWith('PEOPLE_ONLY', world.userWithToken(bot.id, token).call.auth.endOtherSessions());
    await refusedWith('UNAUTHENTICATED', world.anonymous.call.auth.endOtherSessions());
  });
});
