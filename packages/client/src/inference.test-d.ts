// Nothing here runs: it passes if it compiles. `tsc -b` compiles it without Node types, as a frontend would.
import { expectTypeOf } from 'vitest';
import {
  type ChannelMember,
  createPalaverClient,
  isPalaverError,
  type Message,
  type PalaverEvent,
  type PalaverEventOf,
  type PalaverInputs,
  type PalaverOutputs,
  type User,
} from './index.js';

const { api, events } = createPalaverClient({ url: 'http://localhost:3000', token: 'plv_' });

type MessageOfEvent = Message & { seq: number; superseded?: true | undefined };

export async function outputs(): Promise<void> {
  // The records are themselves what they seem to be.
  expectTypeOf<Message['content']>().toEqualTypeOf<string>();
  expectTypeOf<Message['threadId']>().toEqualTypeOf<string | null>();
  expectTypeOf<Message['components'][number]['components'][number]['type']>().toEqualTypeOf<
    'button' | 'link' | 'select'
  >();
  expectTypeOf<User['bot']>().toEqualTypeOf<boolean>();
  expectTypeOf(await api.messages.send.mutate({ channelId: 'c', content: 'x' })).branded.toEqualTypeOf<
    Message & { nonce?: string }
  >();
  expectTypeOf(await api.messages.list.query({ channelId: 'c' })).toEqualTypeOf<Message[]>();
  expectTypeOf(await api.channels.members.query({ serverId: 's', channelId: 'c' })).toEqualTypeOf<
    ChannelMember[]
  >();
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
        expectTypeOf(event.data).branded.toEqualTypeOf<MessageOfEvent>();
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
