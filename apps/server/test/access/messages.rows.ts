import { channelOf, kindOf } from './channels.rows.js';
import type { Noun } from './matrix.js';
import { type Scene, say, upload } from './scene.js';

/**
 * Messages, which are the channel member's: whoever sees a channel reads, posts and reacts in it; only the author
 * edits; admins "delete others' messages" (product.md) where they see the channel. In a direct message nobody has a
 * role.
 */
export const messages: Noun = {
  table: `
                            | anonymous | outsider   | ex-member  | member      | channel member | admin       | owner       | bot
  messages.send private     | sign in   | no channel | no channel | no channel  | 201            | no channel  | no channel  | 201
  messages.send public      | sign in   | no channel | no channel | 201         | 201            | 201         | 201         | 201
  messages.send direct      | sign in   | no channel | no channel | no channel  | 201            | no channel  | no channel  | 201
  messages.list private     | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | 200
  messages.list public      | sign in   | no channel | no channel | 200         | 200            | 200         | 200         | 200
  messages.list direct      | sign in   | no channel | no channel | no channel  | 200            | no channel  | no channel  | 200
  messages.get private      | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.get public       | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200
  messages.get direct       | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.edit private     | sign in   | no message | no message | no message  | 200            | no message  | no message  | author only
  messages.edit public      | sign in   | no message | no message | author only | 200            | author only | author only | author only
  messages.edit direct      | sign in   | no message | no message | no message  | 200            | no message  | no message  | author only
  messages.delete private   | sign in   | no message | no message | no message  | 200            | no message  | no message  | author only
  messages.delete public    | sign in   | no message | no message | author only | 200            | 200         | 200         | author only
  messages.delete direct    | sign in   | no message | no message | no message  | 200            | no message  | no message  | author only
  messages.thread private   | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.thread public    | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200
  messages.thread direct    | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.reply private    | sign in   | no message | no message | no message  | 201            | no message  | no message  | 201
  messages.reply public     | sign in   | no message | no message | 201         | 201            | 201         | 201         | 201
  messages.reply direct     | sign in   | no message | no message | no message  | 201            | no message  | no message  | 201
  messages.react private    | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.react public     | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200
  messages.react direct     | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.unreact private  | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  messages.unreact public   | sign in   | no message | no message | 200         | 200            | 200         | 200         | 200
  messages.unreact direct   | sign in   | no message | no message | no message  | 200            | no message  | no message  | 200
  `,
  prepare: {
    'messages.send': (scene, _role, kind) => ({
      parameters: { channelID: channelOf(scene, kind) },
      input: { content: 'Hello' },
    }),
    'messages.list': (scene, _role, kind) => ({ parameters: { channelID: channelOf(scene, kind) } }),
    'messages.get': ofNewMessage,
    'messages.edit': async (...asked) => ({ ...(await ofNewMessage(...asked)), input: { content: 'Bye' } }),
    'messages.delete': ofNewMessage,
    'messages.thread': ofNewMessage,
    'messages.reply': async (...asked) => ({ ...(await ofNewMessage(...asked)), input: { content: 'Bye' } }),
    'messages.react': ofReaction,
    'messages.unreact': ofReaction,
  },
};

/** Files: uploaded by who may post; fetched by who reads the message, and until one carries them by the uploader. */
export const attachments: Noun = {
  table: `
                             | anonymous | outsider   | ex-member  | member     | channel member | admin      | owner      | bot
  attachments.upload private | sign in   | no channel | no channel | no channel | 201            | no channel | no channel | 201
  attachments.upload public  | sign in   | no channel | no channel | 201        | 201            | 201        | 201        | 201
  attachments.upload direct  | sign in   | no channel | no channel | no channel | 201            | no channel | no channel | 201
  attachments.get private    | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | 200
  attachments.get public     | sign in   | no file    | no file    | 200        | 200            | 200        | 200        | 200
  attachments.get direct     | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | 200
  attachments.get unclaimed  | sign in   | no file    | no file    | no file    | 200            | no file    | no file    | no file
  `,
  prepare: {
    'attachments.upload': (scene, _role, kind) => ({
      parameters: { channelID: channelOf(scene, kind) },
      file: Buffer.from('notes'),
    }),
    'attachments.get': async (scene, _role, variant) => {
      const isClaimed = variant !== 'unclaimed';
      const kind = isClaimed ? kindOf(variant) : 'public';
      const attachmentID = await upload(scene, kind);
      if (isClaimed) await say(scene, kind, { attachmentIds: [attachmentID] });
      return { parameters: { attachmentID } };
    },
  },
};

async function ofNewMessage(scene: Scene, _role: string, kind: string) {
  return { parameters: { messageID: await say(scene, kindOf(kind)) } };
}

async function ofReaction(scene: Scene, role: string, kind: string) {
  const { parameters } = await ofNewMessage(scene, role, kind);
  return { parameters: { ...parameters, emoji: '👍' } };
}
