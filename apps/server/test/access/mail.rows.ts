import type { AccessTable } from './matrix.js';

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
    'mail.requestVerification': () => ({}),
    'mail.verifyEmail': () => ({ input: { token: 'plvm_guessed' } }),
    'mail.requestPasswordReset': () => ({ input: { email: 'alice@example.com' } }),
    'mail.resetPassword': () => ({ input: { token: 'plvm_guessed', newPassword: 'correct horse battery' } }),
  },
};
