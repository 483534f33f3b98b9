import type { GivenArchiveLine } from './archive/lines.js';

/** Something that happened in another system, at a second. */
export type Act = { readonly at: number } & (
  | { readonly post: Post }
  | { readonly edit: { readonly of: string; readonly text: string } }
  | { readonly react: Reaction }
  | { readonly unreact: Reaction }
  | { readonly remove: string }
);

interface Post {
  readonly id: string;
  readonly by: string;
  readonly text: string;
  readonly root?: string;
  /** `direct` is a direct message of u1 and u2. */
  readonly channel?: string;
  readonly mentions?: readonly string[];
}

interface Reaction {
  readonly on: string;
  readonly by: string;
  readonly emoji: string;
}

export interface Story {
  readonly source: string;
  readonly acts: readonly Act[];
  readonly server?: { readonly ownerIsGuessed: boolean };
  /** Of people, where they have one. */
  readonly emails?: Readonly<Record<string, string>>;
}

const BEGINNING = Date.parse('2026-02-01T00:00:00Z');
const instant = (at: number): string => new Date(BEGINNING + at * 1_000).toISOString();

interface Shown extends Post {
  readonly at: number;
  said: string;
  editedAt: number | null;
  readonly reactions: Map<string, Reaction & { readonly at: number }>;
}

/** The archive of a system as it was at a second: its users and channels are those that something has been heard of. */
export function archiveAt(
  { source, acts, server = { ownerIsGuessed: false }, emails = {} }: Story,
  time: number,
): GivenArchiveLine[] {
  const messages = messagesAt(acts, time);
  const people = new Set(['u1', 'u2', ...messages.map(({ by }) => by)]);
  for (const { reactions } of messages) for (const { by } of reactions.values()) people.add(by);
  const users = [...people].sort();
  const channels = [...new Set(['general', ...messages.map(({ channel }) => channel ?? 'general')])].filter(
    (id) => id !== 'direct',
  );
  const createdAt = instant(0);
  const at = { createdAt };
  const by = { createdBy: 'u1', ...at };
  const n = source.split(':').at(-1);
  return [
    { type: 'header', data: { version: 1, source, writtenBy: 'a test', exportedAt: instant(time) } },
    ...users.map(
      (id): GivenArchiveLine => ({
        type: 'user',
        data: { id, username: `${id}-${n}`, displayName: id, email: emails[id] ?? null, ...at },
      }),
    ),
    { type: 'server', data: { id: 's', name: 'Again', ownerId: 'u1', ...server, ...at } },
    ...channels.map(
      (id): GivenArchiveLine => ({ type: 'channel', data: { id, name: id, displayName: id, ...by } }),
    ),
    { type: 'directMessage', data: { id: 'direct', userIds: ['u1', 'u2'], ...by } },
    ...[...channels, 'direct'].flatMap((id) =>
      messages
        .filter(({ channel = 'general' }) => channel === id)
        .flatMap((message) => linesOfMessage(message, id)),
    ),
    ...users.map(
      (userId): GivenArchiveLine => ({
        type: 'member',
        data: { userId, role: userId === 'u1' ? 'owner' : 'member', joinedAt: createdAt },
      }),
    ),
    ...channels.flatMap((channelId) =>
      users.map(
        (userId): GivenArchiveLine => ({
          type: 'channelMember',
          data: { channelId, userId, joinedAt: createdAt },
        }),
      ),
    ),
  ];
}

function messagesAt(acts: readonly Act[], time: number): Shown[] {
  const messages = new Map<string, Shown>();
  for (const act of acts) {
    if (act.at > time) continue;
    if ('post' in act) {
      const { post } = act;
      messages.set(post.id, { ...post, at: act.at, said: post.text, editedAt: null, reactions: new Map() });
    } else if ('edit' in act) {
      const message = messages.get(act.edit.of);
      if (message) Object.assign(message, { said: act.edit.text, editedAt: act.at });
    } else if ('remove' in act) {
      for (const [id, { root }] of messages)
        if (id === act.remove || root === act.remove) messages.delete(id);
    } else {
      const reaction = 'react' in act ? act.react : act.unreact;
      const known = messages.get(reaction.on)?.reactions;
      const key = `${reaction.by} ${reaction.emoji}`;
      if ('unreact' in act) known?.delete(key);
      else if (!known?.has(key)) known?.set(key, { ...reaction, at: act.at });
    }
  }
  return [...messages.values()].sort((a, b) => a.at - b.at);
}

function linesOfMessage(message: Shown, channelId: string): GivenArchiveLine[] {
  const { id, by: userId, at, said: content, editedAt, root = null, mentions = [], reactions } = message;
  const createdAt = instant(at);
  const updatedAt = instant(editedAt ?? at);
  return [
    {
      type: 'message',
      data: {
        id,
        channelId,
        userId,
        threadId: root,
        content,
        createdAt,
        updatedAt,
        edited: editedAt !== null,
        mentions: { userIds: [...mentions] },
      },
    },
    ...[...reactions.values()].map(
      (one): GivenArchiveLine => ({
        type: 'reaction',
        data: { messageId: id, userId: one.by, emoji: one.emoji, createdAt: instant(one.at) },
      }),
    ),
  ];
}
