import { newId } from '@palaver/db';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { askRest } from './access/ask.js';
import {
  type HiddenThings,
  hiddenBehind,
  hiddenFields,
  hideThings,
  otherwise,
  strangerOf,
} from './access/hidden.js';
import { type KnownOperation, knownOperations, parametersOf } from './access/operations.js';
import { createCast, createScene, type Scene } from './access/scene.js';

let service: TestService;
let things: HiddenThings;
let operations: Map<string, KnownOperation>;

beforeAll(async () => {
  service = await startTestService();
  things = await hideThings(await createScene(await createCast(service)));
  operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
});
afterAll(() => service.close());

/** An id that could be one, and two that could not: what is hidden must be answered like each of them. */
const MISSING = [newId(), 'nonsense', '00000000-0000-0000-0000-00000000000G'];

test('what is hidden behind a path parameter and what is missing are answered alike, byte for byte', async () => {
  for (const operation of operations.values()) {
    for (const parameter of parametersOf(operation.rest?.path ?? '')) {
      const hidden = hiddenBehind(things, operation.name, parameter);
      if (hidden !== null) await expectAlike(operation, parameter, hidden);
    }
  }
});

async function expectAlike(
  operation: KnownOperation,
  parameter: string,
  { role, id }: { role: keyof HiddenThings['people']; id: string },
): Promise<void> {
  const { parameters, ...asked } = await otherwise(things, operation.name, parameter, role);
  const ask = (value: string) =>
    askRest(things.people[role], operation, { ...asked, parameters: { ...parameters, [parameter]: value } });
  const where = `${operation.name} {${parameter}}`;
  const hidden = seenOf(await ask(id));
  expect({ where, status: hidden.status }).toEqual({ where, status: 404 });
  for (const missing of MISSING)
    expect({ where, ...seenOf(await ask(missing)) }).toEqual({ where, ...hidden });
}

/** All that a caller sees of an answer, except what is never the same twice. */
function seenOf({ status, headers, text }: Answer) {
  const seen = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status, headers: Object.fromEntries(seen), text };
}

test('so are those that a body names', async () => {
  for (const { operation, field, role, id, send } of hiddenFields(things)) {
    const known = operations.get(operation);
    if (known === undefined) throw new Error(`${operation} is no operation.`);
    const ask = async (value: string) => seenOf(await askRest(things.people[role], known, send(value)));
    const where = `${operation} ${field}`;
    const hidden = await ask(id);
    expect({ where, status: hidden.status }).toEqual({ where, status: 404 });
    for (const missing of MISSING) expect({ where, ...(await ask(missing)) }).toEqual({ where, ...hidden });
  }
});

test('a cursor says nothing of what is not in the list', async () => {
  const { people, serverId, channels, message, otherServer } = things;
  const lists = [
    [`/api/channels/${channels.public}/messages?before=`, message],
    [`/api/channels/${channels.public}/messages?around=`, message],
    [`/api/servers/${serverId}/channels?before=`, channels.private],
    [`/api/servers/${serverId}/groups?after=`, otherServer.group],
  ] as const;
  for (const [path, hidden] of lists) {
    const real = seenOf(await people.admin.get(path + hidden));
    // An id that has its place right beside the hidden one, but is of nothing.
    const missing = seenOf(await people.admin.get(path + neighbourOf(hidden)));
    expect({ path, ...real }).toEqual({ path, ...missing });
  }
});

/** The id after this one: of nothing, as good as certainly. */
function neighbourOf(id: string): string {
  const last = Number.parseInt(id.slice(-4), 16);
  return id.slice(0, -4) + ((last + 1) % 0x10000).toString(16).padStart(4, '0');
}

describe('what belongs to another server', () => {
  test('is not found in this one, whoever asks', async () => {
    const other: Scene = await createScene(things);
    const stranger = await strangerOf(things);
    const ofOther: Record<string, { role: 'channel member' | 'owner'; id: string }> = {
      channelID: { role: 'channel member', id: other.channels.private },
      groupID: { role: 'owner', id: things.otherServer.group },
      userID: { role: 'owner', id: stranger },
      code: { role: 'owner', id: things.otherServer.invite },
    };
    const asked: string[] = [];
    for (const operation of operations.values()) {
      const [first, second, third] = parametersOf(operation.rest?.path ?? '');
      if (first !== 'serverID' || second === undefined) continue;
      const id = ofOther[second];
      if (id === undefined) throw new Error(`Say what {${second}} another server has.`);
      const { parameters, ...rest } = await otherwise(other, operation.name, second, id.role);
      const mixed = { ...parameters, serverID: things.serverId, [second]: id.id };
      const answer = await askRest(things.people[id.role], operation, { ...rest, parameters: mixed });
      expect({ operation: operation.name, status: answer.status }).toEqual({
        operation: operation.name,
        status: 404,
      });
      asked.push(third === undefined ? operation.name : `${operation.name} and {${third}}`);
    }
    expect(asked.length).toBeGreaterThanOrEqual(14);
  });
});
