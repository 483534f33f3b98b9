import type { AccessTable } from './access-table.js';
import { type Fixture, inLine, once, otherServer, PIXEL, target } from './fixture.js';
import type { RestClient } from './rest-client.js';

/** Emoji of a server: every member sees them, moderators make them (docs/permissions.md); their images are public. */
export const emoji: AccessTable = {
  table: `
                   | anonymous | outsider  | ex-member | member         | channel member | moderator | admin    | owner    | bot
  emoji.create     | sign in   | no server | no server | moderator only | moderator only | 201       | 201      | 201      | moderator only
  emoji.list       | sign in   | no server | no server | 200            | 200            | 200       | 200      | 200      | 200
  emoji.update     | sign in   | no server | no server | moderator only | moderator only | 200       | 200      | 200      | moderator only
  emoji.delete     | sign in   | no server | no server | moderator only | moderator only | 200       | 200      | 200      | moderator only
  emoji.image      | 200       | 200       | 200       | 200            | 200            | 200       | 200      | 200      | 200
  emoji.image none | no emoji  | no emoji  | no emoji  | no emoji       | no emoji       | no emoji  | no emoji | no emoji | no emoji
  `,
  prepare: {
    'emoji.create': ({ serverId }) => ({
      parameters: { serverID: serverId },
      input: { name: uniqueEmojiName() },
      file: PIXEL,
    }),
    'emoji.list': ({ serverId }) => ({ parameters: { serverID: serverId } }),
    'emoji.update': async (fixture) => ({
      parameters: { serverID: fixture.serverId, emojiID: await anyEmoji(fixture) },
      input: { name: uniqueEmojiName() },
    }),
    'emoji.delete': async (fixture) => {
      const { clients, serverId } = fixture;
      const emojiID = await target(fixture, 'emoji', () => createEmoji(clients.owner, serverId));
      return { parameters: { serverID: serverId, emojiID } };
    },
    'emoji.image': async (fixture, _role, variant) => {
      if (variant === 'none') return { parameters: { file: 'nothing.webp' } };
      return { parameters: { file: `${await anyEmoji(fixture)}.webp` } };
    },
  },
  hidden: {
    emojiID: async (fixture) => ({
      role: 'owner',
      id: await once(fixture, 'emoji of the other server', async () =>
        createEmoji(fixture.clients.owner, await otherServer(fixture)),
      ),
    }),
  },
};

let count = 0;

function uniqueEmojiName(): string {
  return `emoji_${++count}`;
}

/** One for each server: an upload takes time. */
const kept = new Map<string, Promise<string>>();

function anyEmoji({ clients, serverId }: Fixture): Promise<string> {
  const made = kept.get(serverId) ?? createEmoji(clients.owner, serverId);
  kept.set(serverId, made);
  return made;
}

/** Uploads an emoji, and returns its id. */
export function createEmoji(who: RestClient, serverId: string): Promise<string> {
  return inLine(() => upload(who, serverId));
}

async function upload(who: RestClient, serverId: string): Promise<string> {
  const raw = new FormData();
  raw.set('file', new Blob([PIXEL], { type: 'image/png' }), 'pixel.png');
  const path = `/api/servers/${serverId}/emoji?name=${uniqueEmojiName()}`;
  return (await who.post(path, undefined, { raw })).body.data.id;
}
