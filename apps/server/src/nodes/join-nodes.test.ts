import { secretsUnder } from '@palaver/core';
import { createDatabase } from '@palaver/db';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { readConfig } from '../config/config.js';
import { joinNodes } from './join-nodes.js';

test('on an embedded Postgres a node is alone, and asks the database nothing', async () => {
  // Nobody listens there.
  const connection = { url: 'postgres://palaver@127.0.0.1:1/palaver' };
  const { sql } = createDatabase(connection);
  const log = pino({ level: 'silent' });
  const { nodes, bus, leave } = await joinNodes({
    config: readConfig({}),
    database: { connection, sql },
    secrets: secretsUnder('a key of the service for this test'),
    log,
    version: '1',
  });
  expect(nodes.others().size).toBe(0);
  expect(bus.measure()).toEqual({ events: 0, shared: null });
  await leave();
});
