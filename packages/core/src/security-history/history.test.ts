import { newId, tables } from '@palaver/db';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openSession } from '../auth/sessions.js';
import { createContext } from '../create-context.js';
import { linkIdentity } from '../identities/link.js';
import type { SignInProvider } from '../kernel/services/sign-in-providers.js';
import { NO_REQUEST, transact } from '../log/transact.js';
import { type LinkPurpose, mintToken } from '../mail/tokens.js';
import { SECURITY_EVENTS, type SecurityKind } from '../protocol/records/security-event.js';
import { setUpTotp } from '../second-factors/test-support.js';
import { SoftwareAuthenticator } from '../testing/software-authenticator.js';
import { createWorld, PASSWORD, type TestUser, type World } from '../testing/world.js';

const NEW_PASSWORD = 'another good password';

let world: World;
let n = 0;
beforeAll(async () => {
  // It has no mailer: what is to be sent stays in the outbox.
  world = await createWorld();
});
afterAll(() => world.close());

interface Person {
  readonly who: TestUser;
  readonly username: string;
  readonly address: string;
}

async function person(isProven = true): Promise<Person> {
  const username = `person-${++n}`;
  const who = await world.person(username);
  const address = `${username}@example.org`;
  const set = { email: address, verifiedEmail: isProven ? address : null, admin: true };
  await world.services.db.update(tables.users).set(set).where(eq(tables.users.id, who.id));
  return { who, username, address };
}

async function link(
  purpose: LinkPurpose,
  { who, address }: Pick<Person, 'who' | 'address'>,
): Promise<string> {
  const { db, clock } = world.services;
  const [row] = await db.select().from(tables.users).where(eq(tables.users.id, who.id));
  const of = { purpose, userId: who.id, passwordHash: row?.passwordHash ?? null };
  return mintToken(db, { id: newId(), address }, of, clock.now());
}

const ofSystem = () => ({ services: world.services, ...NO_REQUEST });

async function identity({ id }: TestUser): Promise<void> {
  const at = world.clock.now();
  const row = { provider: 'acme', subject: id, userId: id, createdAt: at, lastUsedAt: at };
  await world.services.db.insert(tables.identities).values(row);
}

async function makePasskey({ call }: TestUser): Promise<string> {
  const credential = new SoftwareAuthenticator().create(await call.auth.passkeyCreationOptions());
  return (await call.auth.createPasskey({ name: 'laptop', credential })).passkey.id;
}

/** How each comes about; and what it is about, where it has a name. */
const HAPPENS: Readonly<
  Record<SecurityKind, readonly [act: (made: Person) => Promise<unknown>, about?: string]>
> = {
  'password.changed': [
    ({ who }) => who.call.auth.changePassword({ currentPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ],
  'password.reset': [
    async (made) =>
      world.anonymous.call.mail.resetPassword({
        token: await link('reset-password', made),
        newPassword: NEW_PASSWORD,
      }),
  ],
  'password.setByAdmin': [({ who }) => world.operator.call.admin.resetPassword({ userId: who.id })],
  'email.requested': [
    ({ who }) => who.call.users.updateMe({ email: 'next@example.org' }),
    'next@example.org',
  ],
  'email.changed': [
    async ({ who }) => {
      await who.call.users.updateMe({ email: 'other@example.org' });
      await who.call.mail.verifyEmail({
        token: await link('verify-email', { who, address: 'other@example.org' }),
      });
    },
    'other@example.org',
  ],
  'totp.added': [({ who }) => setUpTotp(world, who)],
  'totp.removed': [
    async ({ who }) => {
      await setUpTotp(world, who);
      await who.call.auth.removeTotp();
    },
  ],
  'passkey.added': [({ who }) => makePasskey(who), 'laptop'],
  'passkey.removed': [async ({ who }) => who.call.auth.removePasskey({ passkeyId: await makePasskey(who) })],
  'recoveryCodes.made': [
    async ({ who }) => {
      await setUpTotp(world, who);
      await who.call.auth.newRecoveryCodes();
    },
  ],
  'recoveryCode.used': [
    async ({ who, username }) => {
      const { recoveryCodes } = await setUpTotp(world, who);
      const recoveryCode = recoveryCodes[0];
      await world.anonymous.call.auth.login({ username, password: PASSWORD, recoveryCode });
    },
  ],
  'factors.removedByAdmin': [({ who }) => world.operator.call.admin.resetSecondFactor({ userId: who.id })],
  'identity.linked': [
    async ({ who }) => {
      const { token } = who;
      const ctx = createContext(world.services, {
        requestId: 'test',
        token,
        userAgent: null,
        idempotencyKey: null,
      });
      const actor = await ctx.request.authenticate(null);
      const provider = { settings: { name: 'acme', label: 'Acme' } } as SignInProvider;
      const at = { subject: who.id, email: null, isEmailVerified: false, username: null, name: null };
      await linkIdentity(ctx, { userId: who.id, sessionId: actor?.sessionId ?? '' }, provider, at);
    },
    'Acme',
  ],
  'identity.unlinked': [
    async ({ who }) => {
      await identity(who);
      await who.call.auth.unlink({ provider: 'acme' });
    },
    'acme',
  ],
  'session.created': [
    ({ who }) =>
      transact(ofSystem(), (tx, emit) =>
        openSession(
          world.services,
          tx,
          emit,
          who.id,
          { userAgent: 'Elsewhere', network: '192.0.2.9' },
          'password',
        ),
      ),
  ],
  'botToken.made': [({ who }) => who.call.bots.create({ username: `bot-${n}` })],
  'apiKey.made': [({ who }) => who.call.admin.createKey({ name: 'shop', scopes: ['users:read'] }), 'shop'],
  'account.takenOver': [
    async (made) =>
      world.anonymous.call.mail.resetPassword({
        token: await link('reset-password', made),
        newPassword: NEW_PASSWORD,
      }),
  ],
  'access.ended': [({ who }) => who.call.auth.endOtherAccess()],
};

const KINDS = Object.keys(SECURITY_EVENTS) as SecurityKind[];

describe.each(KINDS)('%s', (kind) => {
  test('is in the history of the account, and mailed once to the address that counted before', async () => {
    const made = await person(kind !== 'account.takenOver');
    const [act, about] = HAPPENS[kind];
    await act(made);
    const { securityEvents, mailOutbox } = tables;
    const rows = await world.services.db
      .select()
      .from(securityEvents)
      .where(eq(securityEvents.userId, made.who.id))
      .orderBy(asc(securityEvents.id));
    const found = rows.filter((row) => row.kind === kind);
    expect(found).toHaveLength(1);
    if (about !== undefined) expect(found[0]?.details.about).toBe(about);
    const mails = await world.services.db.select().from(mailOutbox).where(eq(mailOutbox.userId, made.who.id));
    const told = mails.filter((mail) => mail.kind === 'security' && mail.details?.what === kind);
    expect(told.map(({ address }) => address)).toEqual([made.address]);
  });
});

test('the history is that of the caller, newest first, by pages', async () => {
  const [{ who }, other] = [await person(), await person()];
  for (const name of ['one', 'two', 'three'])
    await who.call.admin.createKey({ name, scopes: ['users:read'] });
  await other.who.call.admin.createKey({ name: 'other', scopes: ['users:read'] });
  const first = await who.call.users.securityEvents({ limit: 2 });
  expect(first).toMatchObject([
    { kind: 'apiKey.made', about: 'three' },
    { kind: 'apiKey.made', about: 'two' },
  ]);
  expect(await who.call.users.securityEvents({ limit: 2, before: first[1]?.id })).toMatchObject([
    { about: 'one' },
  ]);
});
