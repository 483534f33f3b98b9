import { appRouter } from '@palaver/core';
import { byRole, ROWS } from '@palaver/core/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callNative, nativeOutcomeOf } from './access/call.js';
import { type AccessWorld, startAccessWorld } from './access/outcomes.js';

let world: AccessWorld;

beforeAll(async () => {
  world = await startAccessWorld();
});
afterAll(() => world.service.close());

describe('over the native API', () => {
  test.each(ROWS.filter(({ operation }) => operation in appRouter._def.procedures))('$title', async (row) => {
    const expected = byRole((role) => (row.expected[role] === '201' ? '200' : row.expected[role]));
    expect(await world.outcomesOf(row, callNative, nativeOutcomeOf)).toEqual(expected);
  });
});
