import type { TestUser, World } from './world.js';
import { createWorlds } from './worlds.js';

/** The names of the people, who go by their places in this list. */
export const NAMES = ['alice', 'bob', 'carol'];

/** Three people on two nodes, for tests of random steps that anybody takes at either node. */
export interface PeopleOnNodes {
  worldAt(node: number): World;
  /** A person at one of the nodes, as another device of theirs. */
  at(node: number, who: number): TestUser;
  close(): Promise<void>;
}

export async function createPeopleOnNodes(): Promise<PeopleOnNodes> {
  const { worlds, close } = await createWorlds(2);
  const worldAt = (node: number): World => {
    const world = worlds[node];
    if (!world) throw new Error('there are two nodes');
    return world;
  };
  const people: TestUser[] = [];
  for (const name of NAMES) people.push(await worldAt(0).person(name));
  const at = (node: number, who: number): TestUser => {
    const person = people[who];
    if (!person) throw new Error('there are three people');
    return worldAt(node).userWithToken(person.id, person.token);
  };
  return { worldAt, at, close };
}
