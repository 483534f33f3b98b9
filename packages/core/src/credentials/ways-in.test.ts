import { newId, tables } from '@palaver/db';
import { and, eq, isNull } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeSockets, openSession } from '../auth/sessions.js';
import { publicError } from '../kernel/errors/error-shape.js';
import { NO_REQUEST, transact } from '../log/transact.js';
import { type LinkPurpose, mintToken } from '../mail/tokens.js';
import { totpCode } from '../testing/totp-code.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';
import { ACCESS_EVENTS, type AccessEvent, FATES, type WayIn } from './ways-in.js';

const NEW_PASSWORD = 'another good password';

let world: World;
let n = 0;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

/** An account with every way in. */
interface Account {
  readonly own: TestUser;
  readonly username: string;
  readonly address: string;
  readonly alive: Readonly<Record<WayIn, () => Promise<boolean>>>;
  readonly mint: (purpose: LinkPurpose, address: string) => Promise<string>;
}

const works = (call: Promise<unknown>) =>
  call.then(
    () => true,
    () => false,
  );

async function account(isProven: boolean): Promise<Account> {
  const { db } = world.services;
  const username = `owner-${++n}`;
  const address = `${username}@example.org`;
  const own = await world.person(username);
  const verifiedEmail = isProven ? address : null;
  await db
    .update(tables.users)
    .set({ email: address, verifiedEmail, admin: true })
    .where(eq(tables.users.id, own.id));
  const other = await world.anonymous.call.auth.login({ username, password: PASSWORD });
  const minted = await transact({ services: world.services, ...NO_REQUEST }, (tx, emit) =>
    openSession(world.services, tx, emit, own.id, { userAgent: null, network: null }, 'token'),
  );
  const caller = world.userWithToken(own.id, other.token);
  await caller.call.realtime.ticket();
  const { token: bot } = await own.call.bots.create({ username: `bot-${n}` });
  const { key } = await own.call.admin.createKey({ name: 'shop', scopes: ['users:read'] });
  const at = world.clock.now();
  await db
    .insert(tables.identities)
    .values({ provider: 'acme', subject: own.id, userId: own.id, createdAt: at, lastUsedAt: at });
  await db.insert(tables.exchangeCodes).values({
    codeHash: Buffer.from(own.id),
    userId: own.id,
    provider: 'acme',
    expiresAt: new Date(at.getTime() + 60_000),
  });
  for (const name of ['one', 'two']) {
    const credentialId = `${own.id} ${name}`;
    const passkey = { id: newId(), userId: own.id, credentialId, publicKey: Buffer.from('x'), counter: 0 };
    await db.insert(tables.passkeys).values({ ...passkey, name, createdAt: at });
  }
  const { secret } = await own.call.auth.beginTotp();
  await own.call.auth.confirmTotp({ code: totpCode(secret, at.getTime()) });

  const mint = async (purpose: LinkPurpose, to: string) => {
    const [row] = await db.select().from(tables.users).where(eq(tables.users.id, own.id));
    const link = { purpose, userId: own.id, passwordHash: row?.passwordHash ?? null };
    return mintToken(db, { id: newId(), address: to }, link, world.clock.now());
  };
  const reset = await mint('reset-password', address);
  await mint('verify-email', address);
  const isActive = async () => {
    const [row] = await db.select().from(tables.users).where(eq(tables.users.id, own.id));
    return row?.deactivatedAt === null;
  };
  const has = (table: Parameters<typeof db.$count>[0], where: Parameters<typeof db.$count>[1]) => async () =>
    (await isActive()) && (await db.$count(table, where)) > 0;
  const signsIn = (token: string | null) => () => works(world.userWithToken(own.id, token).call.users.me());
  const { identities, totpSecrets, passkeys, recoveryCodes, wsTickets, sessions, apiKeys, mailTokens } =
    tables;
  const alive: Account['alive'] = {
    password: async () => {
      const login = world.anonymous.call.auth.login({ username, password: PASSWORD });
      // A second factor is asked for once the password was right.
      return login
        .then(
          () => true,
          (error) => publicError(error).code === 'SECOND_FACTOR_REQUIRED',
        )
        .then(async (isRight) => isRight && isActive());
    },
    identity: has(identities, eq(identities.userId, own.id)),
    totp: has(totpSecrets, eq(totpSecrets.userId, own.id)),
    passkey: has(passkeys, and(eq(passkeys.userId, own.id), eq(passkeys.name, 'one'))),
    recoveryCode: has(recoveryCodes, eq(recoveryCodes.userId, own.id)),
    ownSession: signsIn(own.token),
    otherSession: signsIn(other.token),
    mintedSession: signsIn(minted.token),
    ticket: async () => {
      const ofOther = db.select({ id: sessions.id }).from(sessions).where(eq(sessions.userId, own.id));
      const rows = await db
        .select()
        .from(wsTickets)
        .innerJoin(ofOther.as('s'), eq(wsTickets.sessionId, ofOther.as('s').id));
      return rows.length > 0;
    },
    botToken: () => works(world.userWithToken(own.id, bot).call.users.me()),
    apiKey: async () => (await db.$count(apiKeys, eq(apiKeys.id, key.id))) > 0,
    resetLink: () =>
      works(world.anonymous.call.mail.resetPassword({ token: reset, newPassword: `${NEW_PASSWORD} 2` })),
    verificationLink: has(
      mailTokens,
      and(eq(mailTokens.userId, own.id), eq(mailTokens.purpose, 'verify-email'), isNull(mailTokens.usedAt)),
    ),
    exchangeCode: has(tables.exchangeCodes, eq(tables.exchangeCodes.userId, own.id)),
  };
  return { own, username, address, alive, mint };
}

/** How each event comes about. */
const HAPPENS: Readonly<Record<AccessEvent, (made: Account) => Promise<unknown>>> = {
  takenOver: ({ own, address }) =>
    transact({ services: world.services, ...NO_REQUEST }, async (tx, emit, afterCommit) => {
      const client = { userAgent: null, network: null, requestId: 'test' };
      const proven = { userId: own.id, address, client };
      const ended = await world.services.upward.takeOver(world.services, tx, emit, proven);
      afterCommit(() => closeSockets(world.services, ended ?? []));
    }),
  addressProven: async ({ own, address, mint }) =>
    own.call.mail.verifyEmail({ token: await mint('verify-email', address) }),
  passwordReset: async ({ address, mint }) =>
    world.anonymous.call.mail.resetPassword({
      token: await mint('reset-password', address),
      newPassword: NEW_PASSWORD,
    }),
  passwordChanged: ({ own }) =>
    own.call.auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  addressChanged: async ({ own, address, mint }) => {
    const next = `next-${address}`;
    await own.call.users.updateMe({ email: next });
    await own.call.mail.verifyEmail({ token: await mint('verify-email', next) });
  },
  factorChanged: async ({ own }) => {
    const passkey = (await own.call.auth.secondFactors()).passkeys.find(({ name }) => name === 'two');
    await own.call.auth.removePasskey({ passkeyId: passkey?.id ?? '' });
  },
  accessEnded: ({ own }) => own.call.auth.endOtherAccess(),
  deactivated: ({ own }) => world.operator.call.admin.updateUser({ userId: own.id, deactivated: true }),
};

const isUnproven = (event: AccessEvent) => event === 'takenOver' || event === 'addressProven';

// Each with an account that has every way in: about 0.1 s.
describe.each(Object.keys(ACCESS_EVENTS) as AccessEvent[])('%s', (event) => {
  test('leaves each way in as the table says', async () => {
    const made = await account(!isUnproven(event));
    await HAPPENS[event](made);
    // Trying the reset link uses it up, and ends the sessions: last.
    const ways = (Object.keys(FATES) as WayIn[]).sort(
      (a, b) => Number(a === 'resetLink') - Number(b === 'resetLink'),
    );
    const now = new Map<WayIn, boolean>();
    for (const way of ways)
      if (event !== 'deactivated' || way !== 'resetLink') now.set(way, await made.alive[way]());
    if (event === 'deactivated') now.set('resetLink', await made.alive.resetLink());
    const later = new Map<WayIn, boolean>(now);
    if (event === 'deactivated') {
      await world.operator.call.admin.updateUser({ userId: made.own.id, deactivated: false });
      for (const way of ways) later.set(way, await made.alive[way]());
    }
    const seen = Object.fromEntries(
      ways.map((way) => [way, now.get(way) ? 'stays' : later.get(way) ? 'paused' : 'ends']),
    );
    expect(seen).toEqual(Object.fromEntries(ways.map((way) => [way, FATES[way][event]])));
  });
});
