import { PASSWORD } from '../world.js';
import type { AccessTable } from './access-table.js';
import { newCaller } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** What needs e-mail, at a service that sends none. */
export const mail: AccessTable = {
  table: `
                            | anonymous | outsider | ex-member | member   | channel member | moderator  | admin    | owner    | bot
  mail.requestVerification  | sign in   | no mail  | no mail   | no mail  | no mail        | no mail    | no mail  | no mail  | people only
  mail.verifyEmail          | bad link  | bad link | bad link  | bad link | bad link       | bad link   | bad link | bad link | bad link
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
    'mail.verifyEmail': () => ({ input: { token: 'plvm_guessed' } }),
    'mail.requestPasswordReset': () => ({ input: { email: 'alice@example.com' } }),
    'mail.resetPassword': () => ({ input: { token: 'plvm_guessed', newPassword: 'correct horse battery' } }),
  },
};
