import { TRPCError } from '@trpc/server';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { publicError } from '../kernel/errors/error-shape.js';
import { refusedWith } from '../testing/expect.js';
import { createRoles, type Roles } from '../testing/roles.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

let world: World;
let roles: Roles;
let alice: TestUser;
let bob: TestUser;
let carol: TestUser;
let dave: TestUser;
let robot: TestUser;

beforeAll(async () => {
  world = await createWorld();
  roles = await createRoles(world);
  ({ alice, bob, carol, dave, robot } = roles);
});
afterAll(() => world.close());

/** A new server with a public channel. */
async function newServer() {
  const serverId = await roles.newServer();
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
  return { serverId, channelId };
}

/** For input that TypeScript refuses and that a client can send nevertheless. */
const untyped = (value: unknown) => value as never;

/** Where the issues of a refused call are. */
async function issuePaths(call: Promise<unknown>): Promise<string[]> {
  const error = await call.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof TRPCError)) throw new Error(`expected a refusal, not ${String(error)}`);
  const { code, issues } = publicError(error);
  expect(code).toBe('INVALID_INPUT');
  return [...new Set(issues?.map((issue) => issue.path))];
}

const UNSET = {
  level: null,
  mutedUntil: null,
  quietStart: null,
  quietEnd: null,
  quietDays: null,
  timezone: null,
  updatedAt: null,
};
const FULL = {
  level: 'mentions',
  mutedUntil: '2026-03-08T09:30:00.000Z',
  quietStart: '22:00',
  quietEnd: '07:00',
  quietDays: ['saturday', 'sunday'],
  timezone: 'Europe/Berlin',
} as const;

/** The same operations on both scopes. */
const SCOPES = [
  [
    'a server',
    (someone: TestUser, { serverId }: { serverId: string; channelId: string }) => {
      const { setForServer, getForServer } = someone.call.notificationPreferences;
      return {
        scope: { serverId, channelId: null },
        set: (fields: object) => setForServer({ serverId, ...fields }),
        get: () => getForServer({ serverId }),
      };
    },
  ],
  [
    'a channel',
    (someone: TestUser, { serverId, channelId }: { serverId: string; channelId: string }) => {
      const { setForChannel, getForChannel } = someone.call.notificationPreferences;
      return {
        scope: { serverId, channelId },
        set: (fields: object) => setForChannel({ serverId, channelId, ...fields }),
        get: () => getForChannel({ serverId, channelId }),
      };
    },
  ],
] as const;

describe.each(SCOPES)('preferences for %s', (_name, of) => {
  test('are null in every field at first', async () => {
    const { scope, get } = of(bob, await newServer());
    expect(await get()).toEqual({ ...scope, ...UNSET, keywords: null });
  });

  test('are set, changed in part and cleared', async () => {
    const { scope, set, get } = of(bob, await newServer());
    const first = await set(FULL);
    expect(first).toEqual({ ...scope, ...FULL, keywords: null, updatedAt: world.clock.now().toISOString() });
    expect(await get()).toEqual(first);

    world.clock.advance(1000);
    const second = await set({ level: 'nothing', mutedUntil: null });
    const updatedAt = world.clock.now().toISOString();
    expect(second).toEqual({ ...first, level: 'nothing', mutedUntil: null, updatedAt });

    const { updatedAt: _, ...cleared } = UNSET;
    expect(await set(cleared)).toEqual({ ...scope, ...cleared, keywords: null, updatedAt });
    expect(await get()).toEqual({ ...scope, ...cleared, keywords: null, updatedAt });
  });

  test('do not change without any field', async () => {
    const { scope, set } = of(bob, await newServer());
    expect(await set({})).toEqual({ ...scope, ...UNSET, keywords: null });
    const stored = await set({ level: 'all' });
    world.clock.advance(1000);
    expect(await set({ level: undefined, colour: 'blue' })).toEqual(stored);
  });

  test('belong to one person each', async () => {
    const ids = await newServer();
    const [alices, bobs] = [of(alice, ids), of(bob, ids)];
    await alices.set({ level: 'nothing' });
    await bobs.set({ level: 'all' });
    expect((await alices.get()).level).toBe('nothing');
    expect((await bobs.get()).level).toBe('all');
  });

  test('can be set by a bot, too', async () => {
    const { set, get } = of(robot, await newServer());
    expect(await set({ level: 'mentions' })).toEqual(await get());
  });

  test('changes of different fields at once are all stored, also the first ones', async () => {
    const { set, get } = of(bob, await newServer());
    const { level, mutedUntil, quietStart, quietEnd, quietDays, timezone } = FULL;
    await Promise.all([
      set({ level }),
      set({ mutedUntil }),
      set({ quietStart, quietEnd }),
      set({ timezone }),
      set({ quietDays: [...quietDays] }),
    ]);
    expect(await get()).toMatchObject(FULL);
  });

  test('one end of the quiet hours can change only when the other is set', async () => {
    const { scope, set, get } = of(bob, await newServer());
    expect(await issuePaths(set({ quietStart: '22:00' }))).toEqual(['quietEnd']);
    expect(await issuePaths(set({ quietEnd: '07:00', level: 'all' }))).toEqual(['quietStart']);
    expect(await get()).toEqual({ ...scope, ...UNSET, keywords: null });

    const stored = await set({ quietStart: '22:00', quietEnd: '07:00' });
    expect(await issuePaths(set({ quietStart: null }))).toEqual(['quietStart']);
    expect(await issuePaths(set({ quietEnd: null }))).toEqual(['quietEnd']);
    expect(await issuePaths(set({ quietStart: '07:00' }))).toEqual(['quietEnd']);
    expect(await issuePaths(set({ quietStart: '10:00', quietEnd: '10:00' }))).toEqual(['quietEnd']);
    expect(await get()).toEqual(stored);
    expect(await set({ quietStart: '23:00' })).toMatchObject({ quietStart: '23:00', quietEnd: '07:00' });
    expect(await set({ quietStart: null, quietEnd: null })).toMatchObject({
      quietStart: null,
      quietEnd: null,
    });
  });

  test('two changes of one end each, at once, leave neither one end alone nor both equal', async () => {
    const { set, get } = of(bob, await newServer());
    await set({ quietStart: '22:00', quietEnd: '07:00' });
    const tries = await Promise.allSettled([set({ quietStart: '12:00' }), set({ quietEnd: '12:00' })]);
    expect(tries.map((one) => one.status).sort()).toEqual(['fulfilled', 'rejected']);
    const { quietStart, quietEnd } = await get();
    expect([quietStart, quietEnd].filter((time) => time === '12:00')).toHaveLength(1);
  });

  test.each([
    { level: 'all' },
    { level: 'mentions' },
    { level: 'nothing' },
    { quietStart: '00:00', quietEnd: '23:59' },
    { quietStart: '23:59', quietEnd: '00:00' },
    { timezone: 'UTC' },
    { timezone: 'America/Argentina/Buenos_Aires' },
  ])('take %j', async (fields) => {
    const { set } = of(bob, await newServer());
    expect(await set(fields)).toMatchObject(fields);
  });

  test.each([
    ['2026-03-01T12:00:00Z', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00.123456789Z', '2026-03-01T12:00:00.123Z'],
    ['2026-03-01T12:00:00+00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00-00:00', '2026-03-01T12:00:00.000Z'],
    ['2026-03-01T12:00:00+05:30', '2026-03-01T06:30:00.000Z'],
    ['2026-03-01T00:30:00+14:00', '2026-02-28T10:30:00.000Z'],
    ['2028-02-29T23:59:59.999-12:00', '2028-03-01T11:59:59.999Z'],
    ['1970-01-01T00:00:00Z', '1970-01-01T00:00:00.000Z'],
    ['1970-01-01T01:00:00+01:00', '1970-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ])('are muted until %s, which is %s', async (mutedUntil, utc) => {
    const { set, get } = of(bob, await newServer());
    expect((await set({ mutedUntil })).mutedUntil).toBe(utc);
    expect((await get()).mutedUntil).toBe(utc);
  });

  test.each([
    ['level', ['', 'ALL', 'none', 0, true, ['all'], {}, 'all\0', '\ud800']],
    [
      'mutedUntil',
      [
        ...[
          '',
          'tomorrow',
          '2026-03-01',
          '12:00:00Z',
          '2026-03-01T12:00:00',
          '2026-03-01 12:00:00Z',
          '2026-03-01T12:00Z',
        ],
        ...['2026-02-29T00:00:00Z', '2026-13-01T00:00:00Z', '2026-03-01T24:00:00Z', '2026-03-01T23:59:60Z'],
        ...[
          '2026-03-01T12:00:00+24:00',
          '2026-03-01T12:00:00+0100',
          '+002026-03-01T12:00:00Z',
          '0000-01-01T00:00:00Z',
        ],
        ...['1969-12-31T23:59:59.999Z', '1970-01-01T00:59:59+01:00', '9999-12-31T23:59:59-00:01'],
        ...[
          '2026-03-01T12:00:00Z\0',
          '2026-03-01T12:00:00Z\ud800',
          `2026-03-01T12:00:00.${'0'.repeat(100_000)}Z`,
        ],
        ...[1772366400000, true, ['2026-03-01T12:00:00Z'], {}],
      ],
    ],
    [
      'quietStart',
      [
        '',
        '7:00',
        '07:0',
        '24:00',
        '23:60',
        '-1:00',
        '07:00:00',
        '07.00',
        '0700',
        ' 07:00',
        '07:00\n',
        '٠٧:٠٠',
        '07:00\0',
        7,
        {},
      ],
    ],
    ['quietEnd', ['24:00', '12:60', '7:00', '\ud800', 'x'.repeat(100_000), 7, ['07:00']]],
    [
      'timezone',
      [
        '',
        'Mars/Olympus',
        '+02:00',
        'UTC+2',
        'Europe/Berlin\0',
        '\ud800',
        'Europe/Berlin ',
        'x'.repeat(100_000),
        2,
        ['UTC'],
      ],
    ],
  ])('refuse a wrong %s', async (field, values) => {
    const { scope, set, get } = of(bob, await newServer());
    for (const value of values) expect(await issuePaths(set({ [field]: value }))).toEqual([field]);
    expect(await get()).toEqual({ ...scope, ...UNSET, keywords: null });
  });

  test('follow a simple model, for random changes', async () => {
    const { set, get } = of(bob, await newServer());
    const time = fc.constantFrom(null, '00:00', '07:00', '22:00');
    const put = fc.record(
      {
        level: fc.constantFrom(null, 'all', 'mentions', 'nothing'),
        mutedUntil: fc.option(
          fc
            .date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
            .map((date) => date.toISOString()),
        ),
        quietStart: time,
        quietEnd: time,
        quietDays: fc.option(fc.subarray(['monday', 'friday', 'sunday'])),
        timezone: fc.constantFrom(null, 'UTC', 'Asia/Kathmandu'),
      },
      { requiredKeys: [] },
    );
    const { updatedAt: _, ...cleared } = UNSET;
    await fc.assert(
      fc.asyncProperty(fc.array(put, { minLength: 1, maxLength: 6 }), async (puts) => {
        await set(cleared);
        let model: Record<string, unknown> = cleared;
        for (const fields of puts) {
          const next: Record<string, unknown> = { ...model, ...fields };
          const { quietStart, quietEnd } = next;
          const sound =
            quietStart === null ? quietEnd === null : quietEnd !== null && quietStart !== quietEnd;
          if (sound) model = next;
          if (sound) expect(await set(fields)).toMatchObject(next);
          else await refusedWith('INVALID_INPUT', set(fields));
        }
        expect(await get()).toMatchObject(model);
      }),
      { numRuns: 40 },
    );
  });
});

describe('a preference', () => {
  test('for the server and for its channels are kept apart', async () => {
    const { serverId, channelId } = await newServer();
    const { setForServer, setForChannel, getForServer, getForChannel } = bob.call.notificationPreferences;
    const forChannel = await setForChannel({ serverId, channelId, level: 'all' });
    const forServer = await setForServer({ serverId, level: 'nothing', timezone: 'UTC' });
    expect(await getForServer({ serverId })).toEqual(forServer);
    expect(await getForChannel({ serverId, channelId })).toEqual(forChannel);
    expect(forChannel).toMatchObject({ channelId, level: 'all', timezone: null });
  });

  test('is kept for a user who leaves the server and joins again', async () => {
    const { serverId } = await newServer();
    const { code } = await alice.call.servers.createInvite({ serverId });
    await carol.call.servers.acceptInvite({ code });
    const stored = await carol.call.notificationPreferences.setForServer({ serverId, level: 'nothing' });
    await carol.call.servers.leave({ serverId });
    await refusedWith('SERVER_NOT_FOUND', carol.call.notificationPreferences.getForServer({ serverId }));
    await carol.call.servers.acceptInvite({ code });
    expect(await carol.call.notificationPreferences.getForServer({ serverId })).toEqual(stored);
  });

  test.each([
    ['an outsider', () => carol, 'NOT_FOUND'],
    ['an ex-member', () => dave, 'NOT_FOUND'],
    ['nobody', () => world.anonymous, 'UNAUTHENTICATED'],
  ] as const)('is not for %s', async (_who, someone, code) => {
    const { serverId, channelId } = await newServer();
    const { setForServer, setForChannel, getForServer, getForChannel } =
      someone().call.notificationPreferences;
    const hidden = (noun: 'SERVER' | 'CHANNEL') =>
      code === 'NOT_FOUND' ? (`${noun}_NOT_FOUND` as const) : code;
    await refusedWith(hidden('SERVER'), setForServer({ serverId, level: 'all' }));
    await refusedWith(hidden('SERVER'), getForServer({ serverId }));
    await refusedWith(hidden('CHANNEL'), setForChannel({ serverId, channelId, level: 'all' }));
    await refusedWith(hidden('CHANNEL'), getForChannel({ serverId, channelId }));
  });

  test('for a private channel is for its members, not for the owner of the server', async () => {
    const { serverId } = await newServer();
    const secret = await bob.call.channels.create({ serverId, name: 'secret', isPrivate: true });
    const input = { serverId, channelId: secret.id, level: 'all' } as const;
    expect(await bob.call.notificationPreferences.setForChannel(input)).toMatchObject(input);
    await refusedWith('CHANNEL_NOT_FOUND', alice.call.notificationPreferences.setForChannel(input));
    await refusedWith('CHANNEL_NOT_FOUND', robot.call.notificationPreferences.getForChannel(input));
    await bob.call.channels.leave(input);
    await refusedWith('CHANNEL_NOT_FOUND', bob.call.notificationPreferences.getForChannel(input));
  });

  test('is not found for a channel of another server, a direct message or a malformed id', async () => {
    const [{ serverId }, other] = [await newServer(), await newServer()];
    const dm = await alice.call.dms.create({ userIds: [bob.id] });
    const { setForServer, setForChannel, getForChannel } = bob.call.notificationPreferences;
    for (const channelId of [
      other.channelId,
      dm.id,
      '00000000-0000-7000-8000-000000000000',
      'nonsense',
      '\0',
      '\ud800',
    ]) {
      await refusedWith('CHANNEL_NOT_FOUND', setForChannel({ serverId, channelId, level: 'all' }));
      await refusedWith('CHANNEL_NOT_FOUND', getForChannel({ serverId, channelId }));
    }
    for (const unknown of ['nonsense', '', '\0', '00000000-0000-7000-8000-000000000000']) {
      await refusedWith('SERVER_NOT_FOUND', setForServer({ serverId: unknown, level: 'all' }));
      await refusedWith(
        'CHANNEL_NOT_FOUND',
        setForChannel({ serverId: unknown, channelId: other.channelId, level: 'all' }),
      );
    }
  });

  test('is refused for a deleted channel and a deleted server', async () => {
    const { serverId, channelId } = await newServer();
    await alice.call.channels.delete({ serverId, channelId });
    const { setForServer, setForChannel } = bob.call.notificationPreferences;
    await refusedWith('CHANNEL_NOT_FOUND', setForChannel({ serverId, channelId, level: 'all' }));
    await alice.call.servers.delete({ serverId });
    await refusedWith('SERVER_NOT_FOUND', setForServer({ serverId, level: 'all' }));
  });

  test('is refused when an id is not a string', async () => {
    const { setForServer } = bob.call.notificationPreferences;
    for (const serverId of [1, null, undefined, ['a'], {}]) {
      await refusedWith('INVALID_INPUT', setForServer(untyped({ serverId, level: 'all' })));
    }
  });
});
