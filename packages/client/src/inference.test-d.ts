// Nothing here runs: it passes if it compiles. `tsc -b` compiles it without Node types, as a frontend would.
import { expectTypeOf } from 'vitest';
import {
  createPalaverClient,
  isPalaverError,
  type PalaverEvent,
  type PalaverEventOf,
  type PalaverInputs,
  type PalaverOutputs,
} from './index.js';

const { api, events } = createPalaverClient({ url: 'http://localhost:3000', token: 'plv_' });

interface User {
  id: string;
  username: string;
  displayName: string;
  status: string;
  statusEmoji: string | null;
  statusExpiresAt: string | null;
  dndUntil: string | null;
  bot: boolean;
  createdAt: string;
  avatarPath: string | null;
  metadata: Record<string, unknown> | null;
  deleted: boolean;
}

interface Message {
  id: string;
  channelId: string;
  userId: string;
  content: string;
  edited: boolean;
  createdAt: string;
  updatedAt: string;
  threadId: string | null;
  user: User;
  replyCount: number;
  reactions: { emoji: string; count: number; users: string[] }[];
  attachments: {
    id: string;
    messageId: string | null;
    filename: string;
    storedPath: string;
    mimeType: string;
    sizeBytes: number;
    createdAt: string;
  }[];
  mentions: { userIds: string[]; groupIds: string[]; channel: boolean; here: boolean };
  pinnedAt: string | null;
  pinnedBy: string | null;
  externalId: string | null;
  metadata: Record<string, unknown> | null;
  webhook: { id: string; username: string; avatarUrl: string | null; emoji: string | null } | null;
  interaction: { id: string; userId: string; name: string | null } | null;
  components: { components: Component[] }[];
}

interface Component {
  type: 'button' | 'link' | 'select';
  id: string | null;
  label: string | null;
  style: 'primary' | 'secondary' | 'danger';
  disabled: boolean;
  url: string | null;
  placeholder: string | null;
  choices: { value: string; label: string }[];
  minValues: number;
  maxValues: number;
}

interface MessageOfEvent extends Message {
  seq: number;
  superseded?: true | undefined;
}

interface PostedMessage extends Message {
  nonce?: string;
}

export async function outputs(): Promise<void> {
  expectTypeOf(
    await api.messages.send.mutate({ channelId: 'c', content: 'x' }),
  ).toEqualTypeOf<PostedMessage>();
  expectTypeOf(await api.messages.list.query({ channelId: 'c' })).toEqualTypeOf<Message[]>();
  expectTypeOf(await api.channels.members.query({ serverId: 's', channelId: 'c' })).toEqualTypeOf<User[]>();
  expectTypeOf((await api.auth.register.mutate({ username: 'al', password: 'p' })).token).toBeString();
  expectTypeOf(await api.auth.logout.mutate()).toEqualTypeOf<{ ok: true }>();
  expectTypeOf<PalaverOutputs['messages']['get']>().toEqualTypeOf<Message>();
  expectTypeOf<PalaverInputs['messages']['get']>().toEqualTypeOf<{ messageId: string }>();
  await api.users.setAvatar.mutate(new Blob([]));
}

export async function refusedInputs(): Promise<void> {
  // @ts-expect-error a message needs a channel
  await api.messages.send.mutate({ content: 'x' });
  // @ts-expect-error content is text
  await api.messages.send.mutate({ channelId: 'c', content: 5 });
  // @ts-expect-error there is no such field
  await api.channels.create.mutate({ serverId: 's', name: 'talk', colour: 'red' });
  // @ts-expect-error there is no such level
  await api.notificationPreferences.setForServer.mutate({ serverId: 's', level: 'some' });
  // @ts-expect-error a mutation is not a query
  await api.servers.create.query({ name: 'Acme' });
  // @ts-expect-error there is no such procedure
  await api.servers.destroy.mutate({ serverId: 's' });
  // @ts-expect-error an avatar is a file
  await api.users.setAvatar.mutate({ path: '/tmp/me.png' });
}

export async function narrowedEvents(): Promise<void> {
  for await (const event of events.subscribe({ channels: ['c'], since: { c: 0 } })) {
    switch (event.type) {
      case 'message.created':
        expectTypeOf(event.data.nonce).toEqualTypeOf<string | undefined>();
        break;
      case 'message.updated':
        expectTypeOf(event.data).toEqualTypeOf<MessageOfEvent>();
        break;
      case 'message.deleted':
        expectTypeOf(event.data.threadId).toEqualTypeOf<string | null>();
        // @ts-expect-error a deleted message is not sent again
        event.data.content;
        break;
      case 'reaction.added':
        expectTypeOf(event.data.emoji).toBeString();
        break;
      case 'typing.started':
        // @ts-expect-error an event that is not in the log has no position
        event.data.seq;
        break;
      case 'resync':
        expectTypeOf(event.data).toEqualTypeOf<{ channelId: string; seq: number }>();
        break;
      case 'subscribed':
        expectTypeOf(event.data.denied).toEqualTypeOf<string[]>();
        break;
      // @ts-expect-error there is no such event
      case 'message.sent':
        break;
    }
  }
  expectTypeOf<PalaverEvent['type']>().extract<'ready' | 'pong'>().toBeNever();
  expectTypeOf<PalaverEventOf<'message.created'>['data']['user']>().toEqualTypeOf<User>();
}

export function errors(error: unknown): void {
  if (isPalaverError(error, 'CHANNEL_NAME_TAKEN')) {
    expectTypeOf(error.data.errorCode).toEqualTypeOf<'CHANNEL_NAME_TAKEN'>();
    expectTypeOf(error.message).toBeString();
  }
  if (isPalaverError(error)) {
    expectTypeOf(error.data.issues?.[0]).toEqualTypeOf<{ path: string; message: string } | undefined>();
  }
  // @ts-expect-error there is no such code
  isPalaverError(error, 'TEAPOT');
}
