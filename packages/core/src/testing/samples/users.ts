import { PASSWORD } from '../world.js';
import type { AccessTable } from './access-table.js';
import { type Fixture, newCaller, newPerson, newPicture, once, setAvatar } from './fixture.js';
import { uniqueName } from './rest-client.js';

/** Profiles: signed-in callers change their own and see all; avatars are public. */
export const users: AccessTable = {
  table: `
                       | anonymous | outsider  | ex-member | member    | channel member | moderator  | admin     | owner     | bot
  users.me             | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.updateMe       | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.updateMe email | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.securityEvents | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.search         | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.search server  | sign in   | no server | no server | 200       | 200            | 200        | 200       | 200       | 200
  users.block          | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.unblock        | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.blocks         | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.deleteMe       | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.export         | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
  users.get            | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.setAvatar      | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.removeAvatar   | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  avatars.get          | 200       | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  avatars.get none     | no avatar | no avatar | no avatar | no avatar | no avatar      | no avatar  | no avatar | no avatar | no avatar
  `,
  prepare: {
    'users.me': () => ({}),
    'users.securityEvents': () => ({}),
    'users.updateMe': (_fixture, _role, variant) => {
      if (variant !== 'email') return { input: { status: uniqueName('busy') } };
      return { input: { email: `${uniqueName('me')}@example.com`, currentPassword: PASSWORD } };
    },
    'users.search': ({ serverId }, _role, variant) => ({
      input: variant === 'server' ? { q: 'a', serverId } : { q: 'a' },
    }),
    'users.block': async ({ service }) => {
      const { id } = await service.person(uniqueName('blocked'));
      return { parameters: { userID: id } };
    },
    'users.unblock': async (fixture, role) => {
      const { id } = await newPerson(fixture);
      await fixture.clients[role].put(`/api/users/me/blocks/${id}`);
      return { parameters: { userID: id } };
    },
    'users.blocks': () => ({}),
    // Whoever does it is gone; what a role is does not count.
    'users.deleteMe': async ({ service, clients }, role) => ({
      caller:
        role === 'anonymous' || role === 'bot' ? clients[role] : await service.person(uniqueName('gone')),
    }),
    'users.export': () => ({}),
    'users.get': ({ otherMember }) => ({ parameters: { userID: otherMember.id } }),
    'users.setAvatar': () => ({ file: newPicture() }),
    'users.removeAvatar': async (fixture, role) => {
      const caller = await newCaller(fixture, role);
      await setAvatar(caller);
      return { caller };
    },
    'avatars.get': async ({ otherMember }, _role, variant) => {
      if (variant === 'none') return { parameters: { file: 'nothing.webp' } };
      const { body } = await otherMember.get(`/api/users/${otherMember.id}`);
      return { parameters: { file: body.data.avatarPath.split('/').at(-1) } };
    },
  },
  hidden: {
    // Accounts are visible to everybody until they are deleted; memberships are not.
    userID: async (fixture, operation) => {
      const { member, outsider } = fixture.clients;
      if (operation === 'channels.removeMember') return { role: 'admin', id: member.id };
      const isOfAccounts = OF_ACCOUNTS.has(operation);
      return { role: 'owner', id: isOfAccounts ? await deletedBot(fixture) : outsider.id };
    },
  },
};

/** Operations on accounts: their {userID} need not be a member. */
export const OF_ACCOUNTS: ReadonlySet<string> = new Set([
  'users.get',
  'servers.ban',
  'servers.unban',
  'servers.endTimeout',
  'servers.deleteMessagesOf',
  'erasures.eraseMember',
  'users.block',
  'users.unblock',
]);

export function deletedBot(fixture: Fixture): Promise<string> {
  return once(fixture, 'deleted bot', async () => {
    const { service, otherMember } = fixture;
    const { id } = await service.bot(otherMember, uniqueName('bot'));
    await otherMember.delete(`/api/bots/${id}`);
    return id;
  });
}
