import {
  createAccounts,
  createFixture,
  type Fixture,
  HIDDEN_FIELDS,
  type Hidden,
  hiddenBehind,
  joinServer,
  OF_ACCOUNTS,
  otherServer,
  type Role,
  rowOf,
  uniqueName,
} from '@palaver/core/testing';
import { newId } from '@palaver/db';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer, Client } from '../src/testing/client.js';
import { type SharedService, sharedService } from '../src/testing/shared-service.js';
import { callRest } from './access/call.js';
import { type KnownOperation, knownOperations, parametersOf } from './access/operations.js';

let service: SharedService;
let fixture: Fixture<Client>;
let operations: Map<string, KnownOperation>;

beforeAll(async () => {
  service = await sharedService();
  fixture = await createFixture(await createAccounts(service));
  operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
});

/** A valid id and two invalid ones. A hidden id must be answered like each of them. */
const MISSING = [newId(), 'nonsense', '00000000-0000-0000-0000-00000000000G'];

test('a hidden id and a missing id in a path have the same answer, byte for byte', async () => {
  let compared = 0;
  for (const operation of operations.values()) {
    for (const parameter of parametersOf(operation.rest?.path ?? '')) {
      const hidden = await hiddenBehind(fixture, operation.name, parameter);
      if (hidden === null) continue;
      await expectSameAnswer(operation, parameter, hidden);
      compared++;
    }
  }
  expect(compared).toBeGreaterThan(100);
});

async function expectSameAnswer(
  operation: KnownOperation,
  parameter: string,
  { role, id }: Hidden,
): Promise<void> {
  const { parameters, ...request } = await preparationOf(fixture, operation.name, parameter, role);
  const call = (value: string) =>
    callRest(fixture.clients[role], operation, {
      ...request,
      parameters: { ...parameters, [parameter]: value },
    });
  const where = `${operation.name} {${parameter}}`;
  const hidden = comparable(await call(id));
  expect({ where, status: hidden.status }).toEqual({ where, status: 404 });
  for (const missing of MISSING)
    expect({ where, ...comparable(await call(missing)) }).toEqual({ where, ...hidden });
}

/** An answer without the headers that differ in every answer. */
function comparable({ status, headers, text }: Answer) {
  const compared = [...headers].filter(([name]) => name !== 'date' && name !== 'x-request-id');
  return { status, headers: Object.fromEntries(compared), text };
}

test('a hidden id and a missing id in a body have the same answer', async () => {
  expect(HIDDEN_FIELDS).not.toEqual([]);
  for (const { operation, field, hide, send } of HIDDEN_FIELDS) {
    const { role, id } = await hide(fixture);
    const known = operations.get(operation);
    if (known === undefined) throw new Error(`${operation} is not an operation.`);
    const call = async (value: string) =>
      comparable(await callRest(fixture.clients[role], known, send(fixture, value)));
    const where = `${operation} ${field}`;
    const hidden = await call(id);
    expect({ where, status: hidden.status }).toEqual({ where, status: 404 });
    for (const missing of MISSING) expect({ where, ...(await call(missing)) }).toEqual({ where, ...hidden });
  }
});

test('a hidden id and a missing id as a cursor have the same answer', async () => {
  const { clients, serverId, channels } = fixture;
  const idOf = async (operation: string, parameter: string) =>
    (await hiddenBehind(fixture, operation, parameter))?.id ?? '';
  const message = await idOf('messages.get', 'messageID');
  const lists = [
    [`/api/channels/${channels.public}/messages?before=`, message],
    [`/api/channels/${channels.public}/messages?around=`, message],
    [`/api/servers/${serverId}/channels?before=`, channels.private],
    [`/api/servers/${serverId}/groups?after=`, await idOf('groups.update', 'groupID')],
  ] as const;
  for (const [path, hidden] of lists) {
    const real = comparable(await clients.admin.get(path + hidden));
    // An unused id that sorts next to the hidden one.
    const missing = comparable(await clients.admin.get(path + neighbourOf(hidden)));
    expect({ path, ...real }).toEqual({ path, ...missing });
  }
});

/** The id after this one, which is almost certainly unused. */
function neighbourOf(id: string): string {
  const last = Number.parseInt(id.slice(-4), 16);
  return id.slice(0, -4) + ((last + 1) % 0x10000).toString(16).padStart(4, '0');
}

describe('a resource of another server', () => {
  test('is not found under this server, whatever the role', async () => {
    const other = await createFixture<Client>(fixture);
    const member = await memberOfOtherServer(fixture);
    const ofOther = async (operation: string, parameter: string): Promise<Hidden> => {
      if (parameter === 'channelID') return { role: 'channel member', id: other.channels.private };
      if (parameter === 'userID') return { role: 'owner', id: member };
      const hidden = await hiddenBehind(fixture, operation, parameter);
      if (hidden === null) throw new Error(`{${parameter}} of ${operation} is not an id.`);
      return hidden;
    };
    const called: string[] = [];
    for (const operation of operations.values()) {
      const [first, second, third] = parametersOf(operation.rest?.path ?? '');
      if (first !== 'serverID' || second === undefined || OF_ACCOUNTS.has(operation.name)) continue;
      const id = await ofOther(operation.name, second);
      const { parameters, ...rest } = await preparationOf(other, operation.name, second, id.role);
      const mixed = { ...parameters, serverID: fixture.serverId, [second]: id.id };
      const answer = await callRest(fixture.clients[id.role], operation, { ...rest, parameters: mixed });
      expect({ operation: operation.name, status: answer.status }).toEqual({
        operation: operation.name,
        status: 404,
      });
      called.push(third === undefined ? operation.name : `${operation.name} and {${third}}`);
    }
    expect(called.length).toBeGreaterThanOrEqual(14);
  });
});

/** The request of a role in which only this parameter names something hidden. */
async function preparationOf(of: Fixture, operation: string, parameter: string, role: Role) {
  const row = rowOf(operation, parameter === 'userID' ? 'public' : 'private');
  return row.prepare(of, role, row.variant);
}

/** The id of a member of the other server who is not in this one. */
async function memberOfOtherServer(of: Fixture): Promise<string> {
  const member = await of.service.person(uniqueName('member'));
  await joinServer(of.clients.owner, await otherServer(of), [member]);
  return member.id;
}
