import { uniqueName } from '../../src/testing/shared-service.js';
import { PASSWORD } from '../../src/testing/test-service.js';
import { PIXEL } from './fixture.js';
import type { AccessTable } from './matrix.js';

/** Profiles: signed-in callers change their own and see all; avatars are public. */
export const users: AccessTable = {
  table: `
                       | anonymous | outsider  | ex-member | member    | channel member | moderator  | admin     | owner     | bot
  users.me             | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.updateMe       | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | 200
  users.updateMe email | sign in   | 200       | 200       | 200       | 200            | 200        | 200       | 200       | people only
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
    'users.updateMe': (_fixture, _role, variant) => {
      if (variant !== 'email') return { input: { status: 'Busy' } };
      return { input: { email: `${uniqueName('me')}@example.com`, currentPassword: PASSWORD } };
    },
    'users.search': ({ serverId }, _role, variant) => ({
      input: variant === 'server' ? { q: 'a', serverId } : { q: 'a' },
    }),
    'users.block': async ({ service }) => {
      const { id } = await service.person(uniqueName('blocked'));
      return { parameters: { userID: id } };
    },
    'users.unblock': ({ otherMember }) => ({ parameters: { userID: otherMember.id } }),
    'users.blocks': () => ({}),
    // Whoever does it is gone; what a role is does not count.
    'users.deleteMe': async ({ service, clients }, role) => ({
      caller:
        role === 'anonymous' || role === 'bot' ? clients[role] : await service.person(uniqueName('gone')),
    }),
    'users.export': () => ({}),
    'users.get': ({ otherMember }) => ({ parameters: { userID: otherMember.id } }),
    'users.setAvatar': () => ({ file: PIXEL }),
    'users.removeAvatar': () => ({}),
    'avatars.get': async ({ otherMember }, _role, variant) => {
      if (variant === 'none') return { parameters: { file: 'nothing.webp' } };
      const { body } = await otherMember.get(`/api/users/${otherMember.id}`);
      return { parameters: { file: body.data.avatarPath.split('/').at(-1) } };
    },
  },
};
