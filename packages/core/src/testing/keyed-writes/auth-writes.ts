import { tables } from '@palaver/db';
import { SoftwareAuthenticator } from '../software-authenticator.js';
import { totpCode } from '../totp-code.js';
import { PASSWORD, type TestUser, type World } from '../world.js';
import type { Preparation, Writes } from './preparation.js';

/** The writes of sign-ins, sessions and second factors. */
export const AUTH_WRITES: Writes = {
  'auth.endOtherSessions': async (preparation) => {
    await anotherSession(preparation);
    return (call) => call.auth.endOtherSessions();
  },
  'auth.endSession': async (preparation) => {
    const sessionId = await anotherSession(preparation);
    return (call) => call.auth.endSession({ sessionId });
  },
  'auth.beginTotp': async ({ who }) => {
    await withoutTotp(who);
    return (call) => call.auth.beginTotp();
  },
  'auth.confirmTotp': async ({ world, who }) => {
    const code = await begunTotp(world, who);
    return (call) => call.auth.confirmTotp({ code });
  },
  'auth.removeTotp': async ({ world, who }) => {
    await who.call.auth.confirmTotp({ code: await begunTotp(world, who) });
    return (call) => call.auth.removeTotp();
  },
  'auth.newRecoveryCodes': async ({ who }) => {
    await newPasskey(who);
    return (call) => call.auth.newRecoveryCodes();
  },
  'auth.createPasskey': async ({ who, n }) => {
    // Not the first one, with which recovery codes come.
    await newPasskey(who);
    const credential = new SoftwareAuthenticator().create(await who.call.auth.passkeyCreationOptions());
    return (call) => call.auth.createPasskey({ name: `key ${n}`, credential });
  },
  'auth.renamePasskey': async ({ who, n }) => {
    const passkeyId = await newPasskey(who);
    return (call) => call.auth.renamePasskey({ passkeyId, name: `key ${n}` });
  },
  'auth.removePasskey': async ({ who }) => {
    const passkeyId = await newPasskey(who);
    return (call) => call.auth.removePasskey({ passkeyId });
  },
  'auth.unlink': async ({ world, who, n }) => {
    const [provider, at] = [`provider-${n}`, world.clock.now()];
    const row = { provider, subject: who.id, userId: who.id, createdAt: at, lastUsedAt: at };
    await world.services.db.insert(tables.identities).values(row);
    return (call) => call.auth.unlink({ provider });
  },
  'auth.verify': async ({ who }) => {
    return (call) => call.auth.verify({ password: passwords.get(who.id) ?? PASSWORD });
  },
  'auth.changePassword': async (preparation) => {
    const { who, n } = preparation;
    await anotherSession(preparation);
    const [currentPassword, newPassword] = [passwords.get(who.id) ?? PASSWORD, `${PASSWORD} ${n}`];
    return async (call) => {
      const done = await call.auth.changePassword({ currentPassword, newPassword });
      passwords.set(who.id, newPassword);
      return done;
    };
  },
};

async function withoutTotp(who: TestUser): Promise<void> {
  // One that was begun and not confirmed goes too.
  if ((await who.call.auth.secondFactors()).totpSince === null) await who.call.auth.beginTotp();
  await who.call.auth.removeTotp();
}

/** Begins to set an authenticator app up, and returns the code that it shows. */
async function begunTotp({ clock }: World, who: TestUser): Promise<string> {
  await withoutTotp(who);
  const { secret } = await who.call.auth.beginTotp();
  return totpCode(secret, clock.now().getTime());
}

/** Registers the only passkey of the user, and returns its id. */
async function newPasskey({ call }: TestUser): Promise<string> {
  for (const { id: passkeyId } of await call.auth.passkeys()) await call.auth.removePasskey({ passkeyId });
  const credential = new SoftwareAuthenticator().create(await call.auth.passkeyCreationOptions());
  return (await call.auth.createPasskey({ name: 'key', credential })).passkey.id;
}

/** The passwords that `auth.changePassword` has set, by user. */
const passwords = new Map<string, string>();

/** Begins the only other session of the user, and returns its id. */
async function anotherSession({ world, who }: Preparation): Promise<string> {
  const others = async () => (await who.call.auth.sessions()).filter(({ current }) => !current);
  for (const { id: sessionId } of await others()) await who.call.auth.endSession({ sessionId });
  await world.operator.call.admin.resetSecondFactor({ userId: who.id });
  const { username } = await who.call.users.me();
  await world.anonymous.call.auth.login({ username, password: passwords.get(who.id) ?? PASSWORD });
  const [other] = await others();
  if (!other) throw new Error('signing in begins a session');
  return other.id;
}
