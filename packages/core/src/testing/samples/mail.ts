import { newId, tables } from '@palaver/db';
import { eq } from 'drizzle-orm';
import { hashToken, newToken } from '../../auth/tokens.js';
import { PASSWORD } from '../world.js';
import type { AccessTable } from './access-table.js';
import { inDatabase, newCaller } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** What needs e-mail, at a service that sends none. */
export const mail: AccessTable = {
  table: `
                            | anonymous | outsider | ex-member | member   | channel member | moderator  | admin    | owner    | bot
  mail.requestVerification  | sign in   | no mail  | no mail   | no mail  | no mail        | no mail    | no mail  | no mail  | people only
  mail.verifyEmail          | sign in   | 200      | 200       | 200      | 200            | 200        | 200      | 200      | people only
  mail.requestPasswordReset | no mail   | no mail  | no mail   | no mail  | no mail        | no mail    | no mail  | no mail  | no mail
  mail.resetPassword        | bad link  | bad link | bad link  | bad link | bad link       | bad link   | bad link | bad link | bad link
  `,
  prepare: {
    'mail.requestVerification': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
      const email = `${uniqueName('person')}@example.com`;
      await caller.patch('/api/users/me', { email, currentPassword: PASSWORD });
      return { caller };
    },
    'mail.verifyEmail': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
      const token = newToken('mail');
      const address = `${uniqueName('person')}@example.com`;
      if (caller.id !== '') {
        const createdAt = new Date();
        const expiresAt = new Date(createdAt.getTime() + 60_000);
        await inDatabase(fixture, async (db) => {
          await db.update(tables.users).set({ pendingEmail: address }).where(eq(tables.users.id, caller.id));
          const link = { userId: caller.id, purpose: 'verify-email', address, mailId: newId() };
          await db
            .insert(tables.mailTokens)
            .values({ ...link, tokenHash: hashToken(token), createdAt, expiresAt });
        });
      }
      return { caller, input: { token } };
    },
    'mail.requestPasswordReset': () => ({ input: { email: 'alice@example.com' } }),
    'mail.resetPassword': () => ({ input: { token: 'plvm_guessed', newPassword: 'correct horse battery' } }),
  },
};
