import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newId, tables } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { attachmentKey } from '../attachments/record.js';
import { channelStream } from '../log/streams.js';
import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

/** The users of the tests. A field without a comment is named after the user's role in the server, or is a plain member. */
export interface Users {
  readonly world: World;
  /** The owner. */
  readonly alice: TestUser;
  readonly bob: TestUser;
  readonly carol: TestUser;
  readonly admin: TestUser;
  readonly outsider: TestUser;
  readonly exMember: TestUser;
  readonly bot: TestUser;
}

/** A server with the users, and its `general` channel, which only alice has joined. */
export interface Fixture extends Users {
  readonly serverId: string;
  readonly channelId: string;
  /** The channel's log. */
  log(): Promise<Event[]>;
}

export async function createUsers(): Promise<Users> {
  const world = await createWorld();
  const person = (name: string) => world.person(name);
  const alice = await person('alice');
  const bob = await person('bob');
  const made = await bob.call.bots.create({ username: 'helper' });
  return {
    world,
    alice,
    bob,
    carol: await person('carol'),
    admin: await person('adam'),
    outsider: await person('oscar'),
    exMember: await person('emma'),
    bot: world.userWithToken(made.bot.id, made.token),
  };
}

export async function createFixture(users: Users): Promise<Fixture> {
  const { world, alice, bob, carol, admin, exMember, bot } = users;
  const { id: serverId } = await createServerWith(alice, bob, carol, admin, exMember);
  await exMember.call.servers.leave({ serverId });
  await alice.call.servers.updateMember({ serverId, userId: admin.id, role: 'admin' });
  await bob.call.servers.addMember({ serverId, userId: bot.id });
  const { id: channelId } = await alice.call.channels.create({ serverId, name: 'open' });
  return { ...users, serverId, channelId, log: () => world.log(channelStream(channelId)) };
}

/** Creates a private channel in the server of the fixture, with alice and bob as its members. Returns its id. */
export async function createPrivateChannel({ serverId, alice, bob }: Fixture): Promise<string> {
  const { id } = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId: id, userId: bob.id });
  return id;
}

/** Writes the row of a file that `uploader` has uploaded to the channel, without its bytes. Returns its id. */
export async function uploaded(
  fixture: Fixture,
  uploader: TestUser,
  filename = 'notes.txt',
): Promise<string> {
  const { services } = fixture.world;
  const id = newId();
  await services.db.insert(tables.attachments).values({
    id,
    channelId: fixture.channelId,
    uploaderId: uploader.id,
    filename,
    mimeType: 'text/plain',
    sizeBytes: 5,
    createdAt: services.clock.now(),
  });
  return id;
}

/** Stores the bytes of such a file. */
export async function storeBytes({ files }: Pick<World['services'], 'files'>, id: string): Promise<void> {
  const path = join(tmpdir(), `palaver-${id}`);
  await writeFile(path, 'bytes');
  await files.adopt(path, attachmentKey(id));
}

/** The types of a log's events. */
export const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);

/** Expects the positions of the events to be 1, 2, 3, … without a gap. */
export function expectDense(events: readonly Event[]): void {
  expect(events.map(({ data }) => data.seq)).toEqual(events.map((_, index) => index + 1));
}

export const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
export const contentsOf = (messages: readonly Message[]): string[] => messages.map(({ content }) => content);

/** Gives every test of a file a server and channel of its own. The users are the same for the whole file. */
export function useFixture(enter: (fixture: Fixture) => void | Promise<void>): void {
  let users: Users;
  beforeAll(async () => {
    users = await createUsers();
  });
  afterAll(() => users.world.close());
  beforeEach(async () => enter(await createFixture(users)));
}
