import type { Noun } from './matrix.js';
import { PIXEL } from './scene.js';

/** Profiles: one's own to change, everybody's to see for who is signed in; an avatar is public. */
export const users: Noun = {
  table: `
                     | anonymous | outsider  | ex-member | member    | channel member | admin     | owner     | bot
  users.me           | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | 200
  users.updateMe     | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | 200
  users.get          | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | 200
  users.setAvatar    | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | 200
  users.removeAvatar | sign in   | 200       | 200       | 200       | 200            | 200       | 200       | 200
  avatars.get        | 200       | 200       | 200       | 200       | 200            | 200       | 200       | 200
  avatars.get none   | no avatar | no avatar | no avatar | no avatar | no avatar      | no avatar | no avatar | no avatar
  `,
  prepare: {
    'users.me': () => ({}),
    'users.updateMe': () => ({ input: { status: 'Busy' } }),
    'users.get': ({ bystander }) => ({ parameters: { userID: bystander.id } }),
    'users.setAvatar': () => ({ file: PIXEL }),
    'users.removeAvatar': () => ({}),
    'avatars.get': async ({ bystander }, _role, variant) => {
      if (variant === 'none') return { parameters: { file: 'nothing.webp' } };
      const { body } = await bystander.get(`/api/users/${bystander.id}`);
      return { parameters: { file: body.data.avatarPath.split('/').at(-1) } };
    },
  },
};
