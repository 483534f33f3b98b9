import { PASSWORD } from '../../src/testing/test-service.js';
import type { Noun } from './matrix.js';
import { freshName, otherSession, type Role, type Scene } from './scene.js';

/** Accounts and sessions. Whoever has an account, and nobody else, looks after its sessions; bots have tokens. */
export const auth: Noun = {
  table: `
                      | anonymous   | outsider    | ex-member   | member      | channel member | admin       | owner       | bot
  auth.register       | 201         | 201         | 201         | 201         | 201            | 201         | 201         | 201
  auth.login          | 200         | 200         | 200         | 200         | 200            | 200         | 200         | 200
  auth.logout         | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | 200
  auth.sessions       | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | people only
  auth.endSession     | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | people only
  auth.changePassword | sign in     | 200         | 200         | 200         | 200            | 200         | 200         | people only
  auth.social         | no provider | no provider | no provider | no provider | no provider    | no provider | no provider | no provider
  auth.callback       | no provider | no provider | no provider | no provider | no provider    | no provider | no provider | no provider
  `,
  prepare: {
    'auth.register': () => ({ input: { username: freshName('new'), password: PASSWORD } }),
    'auth.login': async ({ bystander }) => {
      const { body } = await bystander.get('/api/users/me');
      return { input: { username: body.data.username, password: PASSWORD } };
    },
    'auth.logout': async (scene, role) => ({ caller: await otherSession(scene, role) }),
    'auth.sessions': () => ({}),
    'auth.endSession': async (scene, role) => ({ parameters: { sessionID: await sessionOf(scene, role) } }),
    'auth.changePassword': async ({ service, people }, role) => ({
      // Of a new account, because every other session of it ends.
      caller: role === 'anonymous' || role === 'bot' ? people[role] : await service.person(freshName('new')),
      input: { currentPassword: PASSWORD, newPassword: `${PASSWORD}!` },
    }),
    'auth.social': () => ({ input: { provider: 'nobody' } }),
    'auth.callback': () => ({ parameters: { provider: 'nobody' } }),
  },
};

/** The id of another session of whoever plays a role; of the bystander's for those who have none. */
async function sessionOf(scene: Scene, role: Role): Promise<string> {
  const isPerson = role !== 'anonymous' && role !== 'bot';
  const session = isPerson ? await otherSession(scene, role) : scene.bystander;
  const { body } = await session.get('/api/auth/sessions');
  return body.data.find(({ current }: { current: boolean }) => current).id;
}
