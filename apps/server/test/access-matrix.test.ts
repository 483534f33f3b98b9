import { ROWS } from '@palaver/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callRest, inCapitals, outcomeOf } from './access/call.js';
import { type AccessWorld, startAccessWorld } from './access/outcomes.js';

const SUBSCRIPTION = 'realtime.events';

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
  test('are all operations but the subscription', () => {
    const others = [...world.operations.values()].filter(({ rest }) => rest === null);
    expect(others.map(({ name }) => name)).toEqual([SUBSCRIPTION]);
  });

  test.each(ROWS.filter(({ operation }) => operation !== SUBSCRIPTION))('$title', async (row) => {
    expect(await world.outcomesOf(row, callInCapitals, outcomeOf)).toEqual(row.expected);
  });
});

const callInCapitals: typeof callRest = (caller, operation, request) =>
  callRest(caller, operation, inCapitals(request));
