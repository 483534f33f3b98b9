import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { callNative, callRest, inCapitals, nativeOutcomeOf, outcomeOf } from './access/call.js';
import { createAccounts, createFixture, type Fixture, ROLES, type Role } from './access/fixture.js';
import { byRole, type Outcome, type Row } from './access/matrix.js';
import { type KnownOperation, knownOperations } from './access/operations.js';
import { ROWS } from './access/rows.js';

let service: TestService;
let fixture: Fixture;
let operations: Map<string, KnownOperation>;

beforeAll(async () => {
  // Each cell of the matrix has a server of its own.
  service = await startTestService({ QUOTA_SERVERS_OWNED: '10000', QUOTA_SERVERS_JOINED: '10000' });
  fixture = await createFixture(await createAccounts(service));
  operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
});
afterAll(() => service.close());

test('every operation has a row, and every row has an operation', () => {
  const inRows = [...new Set(ROWS.map((row) => row.operation))];
  expect(inRows.sort()).toEqual([...operations.keys()].sort());
});

describe('over the REST API, with ids in capitals', () => {
  test.each(ROWS)('$title', async (row) => {
    if (operationOf(row).rest === null) return;
    expect(await outcomesOf(row, callInCapitals, outcomeOf)).toEqual(row.expected);
  });
});

describe('over the native API', () => {
  test.each(ROWS)('$title', async (row) => {
    if (operationOf(row).native === null) return;
    const expected = byRole((role) => (row.expected[role] === '201' ? '200' : row.expected[role]));
    expect(await outcomesOf(row, callNative, nativeOutcomeOf)).toEqual(expected);
  });
});

const callInCapitals: typeof callRest = (caller, operation, request) =>
  callRest(caller, operation, inCapitals(request));

/** The outcome for each role, each with a target of its own. */
async function outcomesOf(
  row: Row,
  call: typeof callRest,
  read: (answer: Answer) => Outcome,
): Promise<Record<Role, Outcome>> {
  const outcomes = await Promise.all(
    ROLES.map(async (role) => {
      const { caller = fixture.clients[role], ...request } = await row.prepare(fixture, role, row.variant);
      return read(await call(caller, operationOf(row), request));
    }),
  );
  return byRole((_, index) => outcomes[index] ?? 'none');
}

function operationOf({ operation }: Row): KnownOperation {
  const found = operations.get(operation);
  if (found === undefined) throw new Error(`${operation} is not an operation of the service.`);
  return found;
}
