import { tables } from '@palaver/db';
import { PASSWORD } from '../world.js';
import type { AccessTable } from './access-table.js';
import { type Fixture, inDatabase, newCaller, otherSession, type Role } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** Accounts and sessions. People manage their own sessions; bots have tokens instead. */
export const auth: AccessTable = {
  table: `
                      | anonymous   | outsider    | ex-member   | member      | channel member | moderator   | admin       | owner       | bot
  auth.register       | 201         | 201         | 201         | 201         | 201            | 201         | 201         | 201         | 201
  auth.login          | 200         | 200         | 200         | 200         | 200            | 200         | 200         | 200         | 200
  auth.logout         | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.sessions       | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.endOtherSessions | sign in   | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.otherAccess    | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.endOtherAccess | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.endSession     | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.verify         | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.changePassword | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.social         | no provider | no provider | no provider | no provider | no provider    | no provider | no provider | no provider | no provider
  auth.callback       | no provider | no provider | no provider | no provider | no provider    | no provider | no provider | no provider | no provider
  auth.socialRedirect | no provider | no provider | no provider | no provider | no provider    | no provider | no provider | no provider | no provider
  auth.exchange       | bad code    | bad code    | bad code    | bad code    | bad code       | bad code    | bad code    | bad code    | bad code
  auth.token          | bad token   | bad token   | bad token   | bad token   | bad token      | bad token   | bad token   | bad token   | bad token
  auth.options        | 200         | 200         | 200         | 200         | 200            | 200         | 200         | 200         | 200
  auth.providers      | 200         | 200         | 200         | 200         | 200            | 200         | 200         | 200         | 200
  auth.identities     | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  auth.unlink         | sign in     | no identity | no identity | no identity | no identity    | no identity | no identity | no identity | people only
  auth.unlink linked  | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200         | people only
  `,
  prepare: {
    'auth.register': () => ({ input: { username: uniqueName('new'), password: PASSWORD } }),
    'auth.login': async ({ otherMember }) => {
      const { body } = await otherMember.get('/api/users/me');
      return { input: { username: body.data.username, password: PASSWORD } };
    },
    'auth.logout': async (fixture, role) => ({ caller: await otherSession(fixture, role) }),
    'auth.sessions': () => ({}),
    'auth.endOtherSessions': withOtherSession,
    'auth.otherAccess': () => ({}),
    'auth.endOtherAccess': withOtherSession,
    'auth.endSession': async (fixture, role) => ({
      parameters: { sessionID: await sessionOf(fixture, role) },
    }),
    'auth.verify': () => ({ input: { password: PASSWORD } }),
    'auth.changePassword': async (fixture, role) => ({
      // A new account, because the change ends every other session of the account.
      caller: await newCaller(fixture, role),
      input: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
    }),
    'auth.social': () => ({ input: { provider: 'nobody' } }),
    'auth.socialRedirect': () => ({ parameters: { provider: 'nobody' } }),
    'auth.exchange': () => ({ input: { code: 'nobody' } }),
    'auth.token': () => ({ input: { token: 'nobody' } }),
    'auth.options': () => ({}),
    'auth.providers': () => ({}),
    'auth.identities': () => ({}),
    'auth.unlink': async (fixture, role, variant) => {
      if (variant === '') return { parameters: { provider: 'nobody' } };
      const caller = await newCaller(fixture, role);
      const provider = uniqueName('provider');
      const at = new Date();
      const row = { provider, subject: caller.id, userId: caller.id, createdAt: at, lastUsedAt: at };
      if (caller.id !== '') await inDatabase(fixture, (db) => db.insert(tables.identities).values(row));
      return { caller, parameters: { provider } };
    },
    'auth.callback': () => ({ parameters: { provider: 'nobody' } }),
  },
  hidden: {
    sessionID: async ({ otherMember }) => {
      const { body } = await otherMember.get('/api/auth/sessions');
      return { role: 'member', id: body.data[0].id };
    },
  },
};

/** A new account, because every other session of the account ends. */
async function withOtherSession(fixture: Fixture, role: Role) {
  const caller = await newCaller(fixture, role);
  const { body } = await caller.get('/api/users/me');
  const { username = '' } = body.data ?? {};
  await fixture.service.client(null).post('/api/auth/login', { username, password: PASSWORD });
  return { caller };
}

/** The id of another session of the caller; of `otherMember` for callers without sessions. */
async function sessionOf(fixture: Fixture, role: Role): Promise<string> {
  const isPerson = role !== 'anonymous' && role !== 'bot';
  const session = isPerson ? await otherSession(fixture, role) : fixture.otherMember;
  const { body } = await session.get('/api/auth/sessions');
  return body.data.find(({ current }: { current: boolean }) => current).id;
}
