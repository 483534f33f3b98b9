import { newId, tables } from '@palaver/db';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { channelStream } from '../log/streams.js';
import type { Event } from '../protocol/events.js';
import type { Message } from '../protocol/records/message.js';
import { createServerWith } from '../testing/create-server.js';
import { createWorld, type TestUser, type World } from '../testing/world.js';

/** The people of the tests: how each stands to the server says the name of the field. */
export interface Cast {
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

/** A server of the cast with its `general` channel, which only alice has joined. */
export interface Room extends Cast {
  readonly serverId: string;
  readonly channelId: string;
  /** The channel's log. */
  log(): Promise<Event[]>;
}

export async function createCast(): Promise<Cast> {
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

export async function createRoom(cast: Cast): Promise<Room> {
  const { world, alice, bob, carol, admin, exMember, bot } = cast;
  const { id: serverId } = await createServerWith(alice, bob, carol, admin, exMember);
  await exMember.call.servers.leave({ serverId });
  await alice.call.servers.updateMember({ serverId, userId: admin.id, role: 'admin' });
  await bob.call.servers.addMember({ serverId, userId: bot.id });
  const [general] = await alice.call.channels.list({ serverId });
  const channelId = general?.id ?? '';
  return { ...cast, serverId, channelId, log: () => world.log(channelStream(channelId)) };
}

/** A private channel of the room's server: alice has made it and bob is in it. */
export async function createPrivateChannel({ serverId, alice, bob }: Room): Promise<string> {
  const { id } = await alice.call.channels.create({ serverId, name: 'secret', isPrivate: true });
  await alice.call.channels.addMember({ serverId, channelId: id, userId: bob.id });
  return id;
}

/** A file that `uploader` has uploaded to the channel, as its row alone. */
export async function uploaded(room: Room, uploader: TestUser, filename = 'notes.txt'): Promise<string> {
  const { services } = room.world;
  const id = newId();
  await services.db.insert(tables.attachments).values({
    id,
    channelId: room.channelId,
    uploaderId: uploader.id,
    filename,
    mimeType: 'text/plain',
    sizeBytes: 5,
    createdAt: services.clock.now(),
  });
  return id;
}

/** The types of a log's events. */
export const typesOf = (events: readonly Event[]): string[] => events.map(({ type }) => type);

/** Expects the events' places to be 1, 2, 3, … without a hole. */
export function expectDense(events: readonly Event[]): void {
  expect(events.map(({ data }) => data.seq)).toEqual(events.map((_, index) => index + 1));
}

export const idsOf = (messages: readonly Message[]): string[] => messages.map(({ id }) => id);
export const contentsOf = (messages: readonly Message[]): string[] => messages.map(({ content }) => content);

/** Gives every test of a file a room of its own, all of them with one cast. */
export function eachTestInARoom(enter: (room: Room) => void | Promise<void>): void {
  let cast: Cast;
  beforeAll(async () => {
    cast = await createCast();
  });
  afterAll(() => cast.world.close());
  beforeEach(async () => enter(await createRoom(cast)));
}
