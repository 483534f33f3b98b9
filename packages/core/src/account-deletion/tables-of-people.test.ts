import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { tables } from '@palaver/db';
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import { expect, test } from 'vitest';

/** Who leaves a server leaves its groups, and a deletion leaves all servers. */
const BY_LEAVING = ['user_group_members'];

test('the rows of each table that are deleted with a user go with the account, whose row stays', () => {
  const folder = fileURLToPath(new URL('.', import.meta.url));
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
  const text = files.map((name) => readFileSync(`${folder}/${name}`, 'utf8')).join('\n');
  const ofPeople = Object.entries(tables).flatMap(([name, table]) => {
    if (!is(table, PgTable)) return [];
    const config = getTableConfig(table);
    const isOfPerson = config.foreignKeys.some(
      (key) => key.onDelete === 'cascade' && key.reference().foreignTable === tables.users,
    );
    return isOfPerson && !new RegExp(`\\b(?:${name}|${config.name})\\b`).test(text) ? [config.name] : [];
  });
  expect(ofPeople, 'KEPT_FOR_ONESELF of queries.ts takes a new one').toEqual(BY_LEAVING);
});
