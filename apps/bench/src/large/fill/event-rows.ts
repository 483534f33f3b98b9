import type { MadeMessage } from './message.js';
import type { Value } from './table-stream.js';
import type { World } from './world.js';

/** How long the service keeps events, by default. */
const KEPT_MS = 7 * 24 * 3_600_000;

/**
 * The rows of the log of a message and of the reactions to it, where the service still has them. Those of reactions name the message,
 * with which they go.
 */
export function eventRows(world: World, message: MadeMessage): Value[][] {
  const { place, seq, at, reactions } = message;
  if (world.end - at > KEPT_MS) return [];
  return [
    [place.id, seq, createdFrame(world, message), new Date(at).toISOString(), null],
    ...reactions.map(({ emoji, person, at }, n) => {
      const data = {
        channelId: place.id,
        messageId: message.id,
        userId: world.people[person]?.id ?? '',
        emoji,
        seq: seq + 1 + n,
      };
      const frame = JSON.stringify({ type: 'reaction.added', data });
      return [place.id, seq + 1 + n, frame, new Date(at).toISOString(), message.id];
    }),
  ];
}

function createdFrame(world: World, message: MadeMessage): string {
  const { root, isAlsoInChannel } = message;
  const author = world.people[message.author];
  const createdAt = new Date(message.at).toISOString();
  const nothing = { externalId: null, metadata: null, webhook: null, interaction: null, components: [] };
  const data = {
    id: message.id,
    channelId: message.place.id,
    userId: author?.id ?? '',
    content: message.content,
    edited: false,
    createdAt,
    updatedAt: createdAt,
    threadId: root?.id ?? null,
    alsoInChannel: isAlsoInChannel,
    user: {
      id: author?.id ?? '',
      username: author?.username ?? '',
      displayName: author?.displayName ?? '',
      status: '',
      statusEmoji: null,
      statusExpiresAt: null,
      dndUntil: null,
      bot: false,
      createdAt: new Date(world.begin).toISOString(),
      avatarPath: null,
      metadata: null,
      deleted: false,
    },
    replyCount: 0,
    lastReplies: [],
    reactions: [],
    attachments: [],
    mentions: {
      userIds: message.mentioned.map((person) => world.people[person]?.id ?? ''),
      groupIds: [],
      channel: message.mentionsAll,
      here: false,
    },
    pinnedAt: null,
    pinnedBy: null,
    ...nothing,
    forwardedFrom: null,
    seq: message.seq,
  };
  return JSON.stringify({ type: 'message.created', data });
}
