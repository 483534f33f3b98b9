import { expect, test } from 'vitest';
import { autovacuumOf } from './database.js';

test('a Postgres that looks at its tables as often as by default is to have other settings', () => {
  const naptime = { name: 'autovacuum_naptime', value: 60, text: '1min' };
  const threshold = { name: 'autovacuum_analyze_threshold', value: 5_000, text: '5000' };
  const found = autovacuumOf([naptime, threshold]);
  expect(found).toMatchObject({ status: 'warn', found: 'autovacuum_naptime = 1min' });
  expect(found.advice).toContain('Set autovacuum_naptime = 300s, autovacuum_vacuum_threshold = 5000');
  const never = { name: 'autovacuum_vacuum_insert_threshold', value: -1, text: '-1' };
  const rare = autovacuumOf([{ ...naptime, value: 600, text: '10min' }, threshold, never]);
  expect(rare).toEqual({ name: 'Autovacuum', status: 'ok', found: 'looks at the tables every 10min' });
});
