import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRest, inCapitals, outcomeOf } from './access/call.js';
import { type AccessWorld, startAccessWorld } from './access/outcomes.js';
import { ROWS } from './access/rows.js';

let world: AccessWorld;

beforeAll(async () => {
  world = await startAccessWorld();
});
afterAll(() => world.service.close());

test('every operation has a row, and every row has an operation', () => {
  const inRows = [...new Set(ROWS.map((row) => row.operation))];
  expect(inRows.sort()).toEqual([...world.operations.keys()].sort());
});

describe('over the REST API, with ids in capitals', () => {
  test.each(ROWS)('$title', async (row) => {
    if (world.operationOf(row).rest === null) return;
    expect(await world.outcomesOf(row, callInCapitals, outcomeOf)).toEqual(row.expected);
  });
});

const callInCapitals: typeof callRest = (caller, operation, request) =>
  callRest(caller, operation, inCapitals(request));
