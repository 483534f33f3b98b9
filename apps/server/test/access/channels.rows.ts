import type { Noun } from './matrix.js';
import { type ChannelKind, createChannel, enter, freshName, type Scene } from './scene.js';

/**
 * Channels: "A private channel is seen by its members alone (and its server's owner and admins can be added, not look
 * in) … every server member can read" a public one; "admins also edit, archive and delete channels" (product.md).
 */
export const channels: Noun = {
  table: `
                                | anonymous | outsider   | ex-member  | member     | channel member | admin      | owner      | bot
  channels.create               | sign in   | no server  | no server  | 201        | 201            | 201        | 201        | 201
  channels.list                 | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  channels.get private          | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  channels.get public           | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  channels.update private       | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | admin only
  channels.update public        | sign in   | no server  | no server  | admin only | admin only     | 200        | 200        | admin only
  channels.delete private       | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | admin only
  channels.delete public        | sign in   | no server  | no server  | admin only | admin only     | 200        | 200        | admin only
  channels.join private         | sign in   | no server  | no server  | no channel | 200            | no channel | no channel | 200
  channels.join public          | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  channels.leave private        | sign in   | no server  | no server  | no channel | 200            | no channel | no channel | 200
  channels.leave public         | sign in   | no server  | no server  | 200        | 200            | 200        | 200        | 200
  channels.members private      | sign in   | no channel | no channel | no channel | 200            | no channel | no channel | 200
  channels.members public       | sign in   | no channel | no channel | 200        | 200            | 200        | 200        | 200
  channels.addMember private    | sign in   | no server  | no server  | no channel | 201            | no channel | no channel | 201
  channels.addMember public     | sign in   | no server  | no server  | 201        | 201            | 201        | 201        | 201
  channels.removeMember private | sign in   | no server  | no server  | no channel | admin only     | no channel | no channel | admin only
  channels.removeMember public  | sign in   | no server  | no server  | admin only | admin only     | 200        | 200        | admin only
  dms.create                    | sign in   | 201        | 201        | 201        | 201            | 201        | 201        | 201
  dms.list                      | sign in   | 200        | 200        | 200        | 200            | 200        | 200        | 200
  `,
  prepare: {
    'channels.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: freshName('channel') },
    }),
    'channels.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'channels.get': (scene, _role, kind) => ({ parameters: ofChannel(scene, channelOf(scene, kind)) }),
    'channels.update': async (scene, _role, kind) => ({
      parameters: ofChannel(scene, await createChannel(scene, kindOf(kind))),
      input: { topic: 'News', archived: true },
    }),
    'channels.delete': ofNewChannel,
    'channels.join': ofNewChannel,
    'channels.leave': ofNewChannel,
    'channels.members': (scene, _role, kind) => ({ parameters: ofChannel(scene, channelOf(scene, kind)) }),
    'channels.addMember': async (scene, _role, kind) => ({
      parameters: ofChannel(scene, await createChannel(scene, kindOf(kind))),
      input: { userId: scene.bystander.id },
    }),
    'channels.removeMember': async (scene, _role, kind) => {
      const channelId = await createChannel(scene, kindOf(kind));
      await enter(scene, channelId, scene.bystander);
      return { parameters: { ...ofChannel(scene, channelId), userID: scene.bystander.id } };
    },
    'dms.create': ({ bystander }) => ({ input: { userIds: [bystander.id] } }),
    'dms.list': () => ({}),
  },
};

async function ofNewChannel(scene: Scene, _role: string, kind: string) {
  return { parameters: ofChannel(scene, await createChannel(scene, kindOf(kind))) };
}

function ofChannel({ serverId }: Scene, channelId: string) {
  return { serverID: serverId, channelID: channelId };
}

/** The scene's own channel of a kind, for requests that change nothing in it. */
export function channelOf({ channels: known }: Scene, variant: string): string {
  return known[kindOf(variant)];
}

/** The kind of channel that a variant names. */
export function kindOf(variant: string): ChannelKind {
  if (variant === 'private' || variant === 'public' || variant === 'direct') return variant;
  throw new Error(`"${variant}" is no kind of channel.`);
}
