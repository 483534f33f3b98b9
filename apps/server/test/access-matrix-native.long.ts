import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNative, nativeOutcomeOf } from './access/call.js';
import { byRole } from './access/matrix.js';
import { type AccessWorld, startAccessWorld } from './access/outcomes.js';
import { ROWS } from './access/rows.js';

let world: AccessWorld;

beforeAll(async () => {
  world = await startAccessWorld();
});
afterAll(() => world.service.close());

describe('over the native API', () => {
  test.each(ROWS)('$title', async (row) => {
    if (world.operationOf(row).native === null) return;
    const expected = byRole((role) => (row.expected[role] === '201' ? '200' : row.expected[role]));
    expect(await world.outcomesOf(row, callNative, nativeOutcomeOf)).toEqual(expected);
  });
});
