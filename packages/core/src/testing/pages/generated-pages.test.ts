import { readFileSync, writeFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { QUOTAS } from '../../kernel/services/quotas.js';
import { CLOSE_CODES } from '../../protocol/close-codes.js';
import { ERRORS } from '../../protocol/error-codes.js';
import { SECURITY_EVENTS } from '../../protocol/records/security-event.js';
import { eventTable, supersededTable, webhookTable } from './event-tables.js';
import { hookTable, hookTypes } from './hook-table.js';
import { permissionsTables } from './permission-tables.js';
import { cell, recordTables } from './record-tables.js';
import { securityEventTable, setUpTable, waysInTable } from './ways-in-table.js';

/** The parts of pages that are written from what decides: by page, by the name of the part. */
const PARTS: Readonly<Record<string, Readonly<Record<string, () => string>>>> = {
  'errors.md': { errors: errorTable },
  'events.md': { events: eventTable, superseded: supersededTable, webhooks: webhookTable },
  'identity.md': { setUp: setUpTable, ways: waysInTable, history: () => securityEventTable(SECURITY_EVENTS) },
  'permissions.md': { permissions: permissionsTables },
  'protocol.md': { closeCodes: closeCodeTable },
  'react.md': { hooks: hookTable, hookTypes },
  'records.md': { records: recordTables },
  'reference.md': { quotas: quotaTable },
};

const pathOf = (page: string) => new URL(`../../../../../docs/${page}`, import.meta.url);
const PART = /(<!-- generated: (\w+) -->\n)[\s\S]*?(\n<!-- end -->)/g;

function written(page: string, text: string): string {
  return text.replaceAll(PART, (_part, begin: string, name: string, end: string) => {
    const part = PARTS[page]?.[name];
    if (part === undefined) throw new Error(`${page} has a part ${name}, which nothing writes`);
    return `${begin}\n${part()}\n${end}`;
  });
}

describe.each(Object.keys(PARTS))('docs/%s', (page) => {
  test.runIf(process.env.WRITE_DOCS)('is written', () => {
    writeFileSync(pathOf(page), written(page, readFileSync(pathOf(page), 'utf8')));
  });

  test('is as what decides is today', () => {
    const text = readFileSync(pathOf(page), 'utf8');
    const names = [...text.matchAll(PART)].map(([, , name]) => name);
    expect(names.sort()).toEqual(Object.keys(PARTS[page] ?? {}).sort());
    expect(text, '`npm run docs` writes it').toBe(written(page, text));
  });
});

function errorTable(): string {
  const rows = Object.entries(ERRORS).map(
    ([code, [status, sentence]]) => `| \`${code}\` | ${status} | ${cell(sentence)} |`,
  );
  return ['| code | status | `error` |', '| --- | --- | --- |', ...rows].join('\n');
}

function closeCodeTable(): string {
  const rows = Object.entries(CLOSE_CODES).map(([code, sentence]) => `| ${code} | ${sentence} |`);
  return ['| code | why, and what the client does |', '| --- | --- |', ...rows].join('\n');
}

function quotaTable(): string {
  const number = (value: number) => value.toLocaleString('en');
  const rows = Object.values(QUOTAS).flatMap((row) => {
    if (!('error' in row)) return [];
    const most = 'most' in row ? number(row.most) : '';
    return [`| ${row.says} | ${number(row.standard)} | ${most} | \`${row.error[0]}\` |`];
  });
  return ['| what | at most | an operator can set up to | code |', '| --- | --- | --- | --- |', ...rows].join(
    '\n',
  );
}
