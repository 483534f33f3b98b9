import { createServerWith, createWorld, type TestUser, type World } from '@palaver/core/testing';

export type Name = 'alice' | 'bob' | 'carol';

/** A world without a transport, and three people in it. */
export interface Cast {
  readonly world: World;
  readonly people: Readonly<Record<Name, TestUser>>;
}

export async function createCast(): Promise<Cast> {
  const world = await createWorld();
  const [alice, bob, carol] = [
    await world.person('alice'),
    await world.person('bob'),
    await world.person('carol'),
  ];
  return { world, people: { alice, bob, carol } };
}

/** Creates a server of the three people and returns the id of its channel. */
export async function createChannel({ people: { alice, bob, carol } }: Cast): Promise<string> {
  const { id: serverId } = await createServerWith(alice, bob, carol);
  const [general] = await alice.call.channels.list({ serverId });
  if (!general) throw new Error('a new server has a channel');
  return general.id;
}
