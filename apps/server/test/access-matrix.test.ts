import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Answer } from '../src/testing/client.js';
import { startTestService, type TestService } from '../src/testing/test-service.js';
import { askNative, askRest, nativeOutcomeOf, outcomeOf } from './access/ask.js';
import { byRole, type Outcome, type Row } from './access/matrix.js';
import { ROWS } from './access/nouns.js';
import { type KnownOperation, knownOperations } from './access/operations.js';
import { createCast, createScene, ROLES, type Role, type Scene } from './access/scene.js';

let service: TestService;
let scene: Scene;
let operations: Map<string, KnownOperation>;

beforeAll(async () => {
  service = await startTestService();
  scene = await createScene(await createCast(service));
  operations = new Map(knownOperations(service).map((operation) => [operation.name, operation]));
});
afterAll(() => service.close());

test('every operation has a row, and every row an operation', () => {
  const inRows = [...new Set(ROWS.map((row) => row.operation))];
  expect(inRows.sort()).toEqual([...operations.keys()].sort());
});

describe('over REST', () => {
  test.each(ROWS)('$title', async (row) => {
    if (operationOf(row).rest === null) return;
    expect(await outcomesOf(row, askRest, outcomeOf)).toEqual(row.expected);
  });
});

describe('natively', () => {
  test.each(ROWS)('$title', async (row) => {
    if (operationOf(row).native === null) return;
    const expected = byRole((role) => (row.expected[role] === '201' ? '200' : row.expected[role]));
    expect(await outcomesOf(row, askNative, nativeOutcomeOf)).toEqual(expected);
  });
});

type Ask = typeof askRest;

/** Lets every role ask, each for a target of its own. */
async function outcomesOf(
  row: Row,
  ask: Ask,
  read: (answer: Answer) => Outcome,
): Promise<Record<Role, Outcome>> {
  const outcomes = await Promise.all(
    ROLES.map(async (role) => {
      const { caller = scene.people[role], ...asked } = await row.prepare(scene, role, row.variant);
      return read(await ask(caller, operationOf(row), asked));
    }),
  );
  return byRole((_, index) => outcomes[index] ?? 'nothing');
}

function operationOf({ operation }: Row): KnownOperation {
  const found = operations.get(operation);
  if (found === undefined) throw new Error(`${operation} is no operation of the service.`);
  return found;
}
