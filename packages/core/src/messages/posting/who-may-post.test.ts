import { sql } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { createLocalBus } from '../../log/bus.js';
import type { PostDraft } from '../../procedures/post-queue.js';
import { EVENTS, type EventTypeWhere, typeIn } from '../../protocol/events/table.js';
import { PLAIN_DRAFT } from '../../testing/plain-draft.js';
import { PASSWORD } from '../../testing/world.js';
import { createPrivateChannel, type Fixture, useFixture } from '../channel.fixture.js';
import { postBatch } from './batch.js';
import { changedPosters, changesNobody } from './poster-cache.js';
import { createPostQueue } from './queue.js';

let fixture: Fixture;
useFixture((fresh) => {
  fixture = fresh;
  // Events of the last hour are compared, by the clock of the database.
  const { clock } = fixture.world;
  clock.advance(Date.now() - clock.now().getTime());
});

type Changing = { readonly [Kind in 'subject' | 'everybody']: Kind }['subject' | 'everybody'];

/** Every event that changes who may post, with the kind of the stream in which it does. */
type Change =
  | `channel ${EventTypeWhere<{ readonly streams: { readonly channel: Changing } }>}`
  | `server ${EventTypeWhere<{ readonly streams: { readonly server: Changing } }>}`
  | `user ${EventTypeWhere<{ readonly streams: { readonly user: Changing } }>}`;

/** A post that is accepted, what changes that, and then the code of its refusal or the name of its author. */
interface Scenario {
  readonly draft: Partial<PostDraft>;
  readonly change: () => Promise<unknown>;
  readonly result: string;
}

const CHANGES: Readonly<Record<Change, (fixture: Fixture) => Scenario | Promise<Scenario>>> = {
  // The server is not told of those who leave a private channel.
  'channel member.left': async ({ alice, bob, serverId, ...rest }) => {
    // Of an earlier scenario: nobody is added by whom they have blocked.
    await bob.call.users.unblock({ userId: alice.id });
    const channelId = await createPrivateChannel({ alice, bob, serverId, ...rest });
    return {
      draft: { channelId },
      change: () => alice.call.channels.leave({ serverId, channelId }),
      result: 'CHANNEL_NOT_FOUND',
    };
  },
  'channel channel.updated': ({ alice, serverId, channelId }) => ({
    draft: {},
    change: () => alice.call.channels.update({ serverId, channelId, archived: true }),
    result: 'CHANNEL_ARCHIVED',
  }),
  'channel channel.deleted': ({ admin, serverId, channelId }) => ({
    draft: {},
    change: () => admin.call.channels.delete({ serverId, channelId }),
    result: 'CHANNEL_NOT_FOUND',
  }),
  'channel message.deleted': async ({ alice, channelId }) => {
    const { id } = await alice.call.messages.send({ channelId, content: 'root' });
    return {
      draft: { parentId: id },
      change: () => alice.call.messages.delete({ messageId: id }),
      result: 'MESSAGE_NOT_FOUND',
    };
  },
  'channel user.updated': async ({ alice, bob }) => {
    const { id } = await alice.call.dms.create({ userIds: [bob.id] });
    await bob.call.users.unblock({ userId: alice.id });
    return {
      draft: { channelId: id },
      change: () => bob.call.users.block({ userId: alice.id }),
      result: 'DM_NOT_ALLOWED',
    };
  },
  // Of more channels than 50 the last ones are left later, and of private ones the server is not told.
  'server member.left': async ({ alice, bob, serverId }) => {
    let channelId = '';
    for (let n = 0; n <= 50; n++)
      ({ id: channelId } = await bob.call.channels.create({ serverId, name: `own ${n}`, isPrivate: true }));
    return {
      draft: { userId: bob.id, channelId },
      change: () => alice.call.servers.removeMember({ serverId, userId: bob.id }),
      result: 'CHANNEL_NOT_FOUND',
    };
  },
  'server member.updated': async ({ alice, bob, serverId, channelId }) => {
    await bob.call.channels.join({ serverId, channelId });
    const until = new Date(Date.now() + 60_000).toISOString();
    return {
      draft: { userId: bob.id },
      change: () => alice.call.servers.timeOut({ serverId, userId: bob.id, until }),
      result: 'TIMED_OUT',
    };
  },
  'server server.deleted': async ({ alice, serverId }) => {
    await alice.call.auth.verify({ password: PASSWORD });
    return {
      draft: {},
      change: () => alice.call.servers.delete({ serverId }),
      result: 'CHANNEL_NOT_FOUND',
    };
  },
  'user me.updated': ({ alice, serverId }) => {
    const displayName = `Alice of ${serverId}`;
    return {
      draft: {},
      change: () => alice.call.users.updateMe({ displayName }),
      result: displayName,
    };
  },
};

const draftOf = (fields: Partial<PostDraft>): PostDraft => ({
  ...PLAIN_DRAFT,
  channelId: fixture.channelId,
  userId: fixture.alice.id,
  ...fields,
});

describe.each(['heard', 'not heard'])('where the hint of it is %s, a post is decided anew after', (heard) => {
  test.each(Object.entries(CHANGES))('%s', async (change, scenarioOf) => {
    const { bus, clock, db, log } = fixture.world.services;
    const node = createPostQueue({
      bus: heard === 'heard' ? bus : createLocalBus(),
      clock,
      db,
      log,
    });
    const scenario = await scenarioOf(fixture);
    const draft = draftOf(scenario.draft);
    const outcome = () =>
      node.post(draft).then(
        (posted) => (posted.kind === 'posted' ? posted.message.user.displayName : posted.kind),
        (error) => error.errorCode,
      );
    const { displayName } = await fixture.alice.call.users.get({ userId: draft.userId });
    expect(await outcome()).toBe(displayName);
    expect(await outcome()).toBe(displayName);
    const earlier = fixture.world.published.length;
    await scenario.change();
    const events = fixture.world.published.slice(earlier);
    expect(events.map(({ streamKind, frame }) => `${streamKind} ${typeIn(frame ?? '')}`)).toContain(change);
    expect(await outcome()).toBe(scenario.result);
    node.close();
  });
});

test('a reply is not written where its parent is deleted between the read and the write', async () => {
  const { alice, channelId, world } = fixture;
  const { id } = await alice.call.messages.send({ channelId, content: 'root' });
  const reply = draftOf({ parentId: id, attachmentIds: [id] });
  const outcomes = await postBatch(world.services.db, [reply], world.clock.now(), {
    claimAttachments: async () => {
      await alice.call.messages.delete({ messageId: id });
      return [];
    },
  });
  expect(outcomes).toEqual([{ kind: 'conflict' }]);
});

test('Postgres and this process agree on the events that change it for nobody', async () => {
  const types = [...EVENTS.map(({ type }) => type), 'message.of_a_newer_node', 'message.created.', 'message'];
  const frames = types.map(
    (type) => `{"type":"${type}","data":{"content":"\\"type\\":\\"read.updated\\"","seq":1}}`,
  );
  for (const kind of ['channel', 'server', 'user'] as const) {
    const rows = await fixture.world.services.db.execute(
      sql`select ${sql.raw(changesNobody(kind))} as nobody
        from json_array_elements_text(${JSON.stringify(frames)}::json) with ordinality row (frame, n) order by n`,
    );
    expect(rows.map(({ nobody }) => nobody)).toEqual(
      frames.map((frame) => changedPosters(kind, frame) === 'nobody'),
    );
  }
});
