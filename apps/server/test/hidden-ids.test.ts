import { newId } from '@palaver/db';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../src/testing/client.js';
import { type SharedService, sharedService } from '../src/testing/shared-service.js';
import { callRest } from './access/call.js';
import { createAccounts, createFixture, type Fixture } from './access/fixture.js';
import {
  createHidden,
  type HiddenFixture,
  hiddenBehind,
  hiddenFields,
  memberOfOtherServer,
  OF_ACCOUNTS,
  preparationOf,
} from './access/hidden.js';
import { type KnownOperation, knownOperations, parametersOf } from './access/operations.js';

let service: SharedService;
let fixture: HiddenFixture;
let operations: Map<string, KnownOperation>;

beforeAll(async () => {
  service = await sharedService();
  fixture = await createHidden(await createFixture(await createAccounts(service)));
  operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
});

/** A valid id and two invalid ones. A hidden id must be answered like each of them. */
const MISSING = [newId(), 'nonsense', '00000000-0000-0000-0000-00000000000G'];

test('a hidden id and a missing id in a path have the same answer, byte for byte', async () => {
  let compared = 0;
  for (const operation of operations.values()) {
    for (const parameter of parametersOf(operation.rest?.path ?? '')) {
      const hidden = hiddenBehind(fixture, operation.name, parameter);
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
  { role, id }: { role: keyof HiddenFixture['clients']; id: string },
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
  const fields = hiddenFields(fixture);
  expect(fields).not.toEqual([]);
  for (const { operation, field, role, id, send } of fields) {
    const known = operations.get(operation);
    if (known === undefined) throw new Error(`${operation} is not an operation.`);
    const call = async (value: string) =>
      comparable(await callRest(fixture.clients[role], known, send(value)));
    const where = `${operation} ${field}`;
    const hidden = await call(id);
    expect({ where, status: hidden.status }).toEqual({ where, status: 404 });
    for (const missing of MISSING) expect({ where, ...(await call(missing)) }).toEqual({ where, ...hidden });
  }
});

test('a hidden id and a missing id as a cursor have the same answer', async () => {
  const { clients, serverId, channels, message, otherServer } = fixture;
  const lists = [
    [`/api/channels/${channels.public}/messages?before=`, message],
    [`/api/channels/${channels.public}/messages?around=`, message],
    [`/api/servers/${serverId}/channels?before=`, channels.private],
    [`/api/servers/${serverId}/groups?after=`, otherServer.group],
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
    const other: Fixture = await createFixture(fixture);
    const member = await memberOfOtherServer(fixture);
    const ofOther: Record<string, { role: 'channel member' | 'owner'; id: string }> = {
      channelID: { role: 'channel member', id: other.channels.private },
      groupID: { role: 'owner', id: fixture.otherServer.group },
      emojiID: { role: 'owner', id: fixture.otherServer.emoji },
      userGroupID: { role: 'owner', id: fixture.otherServer.userGroup },
      outgoingWebhookID: { role: 'owner', id: fixture.otherServer.outgoingWebhook },
      deliveryID: { role: 'owner', id: fixture.otherServer.delivery },
      userID: { role: 'owner', id: member },
      reportID: { role: 'owner', id: fixture.otherServer.report },
      code: { role: 'owner', id: fixture.otherServer.invite },
    };
    const called: string[] = [];
    for (const operation of operations.values()) {
      const [first, second, third] = parametersOf(operation.rest?.path ?? '');
      if (first !== 'serverID' || second === undefined || OF_ACCOUNTS.has(operation.name)) continue;
      const id = ofOther[second];
      if (id === undefined) throw new Error(`Add to ofOther a {${second}} of another server.`);
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
