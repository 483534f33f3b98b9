import { readFileSync, writeFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { sharedService } from '../testing/shared-service.js';
import { CALLERS, callerByCodes } from './reference/callers.js';
import { type DocumentedOperation, operationsOf } from './reference/documented.js';
import { withOperations } from './reference/pages.js';

const pathOf = (name: string) => new URL(`../../../../docs/${name}`, import.meta.url);
const textOf = (name: string) => readFileSync(pathOf(name), 'utf8');

const OPERATION = /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s]*)`/g;
const PATH = /`(?:[A-Z]+ )?(\/(?:api\/|health)[^`\s]*)`/g;

let operations: readonly DocumentedOperation[];
beforeAll(async () => {
  operations = operationsOf((await sharedService()).document);
});

describe.each(['reference.md', 'calls.md'])('docs/%s', (name) => {
  it.runIf(process.env.WRITE_DOCS)('is written', () => {
    writeFileSync(pathOf(name), withOperations(textOf(name), operations));
  });

  it('is as the operations are', () => {
    expect(textOf(name), '`npm run docs` writes it').toBe(withOperations(textOf(name), operations));
  });
});

it('lists each operation once in a table, with the status of its first answer', () => {
  const rows = [...textOf('reference.md').matchAll(/^\| `([A-Z]+ [^`]+)` \|(?:[^|]*\|){3} (\d{3})/gm)];
  const listed = rows.map(([, operation, status]) => `${operation} ${status}`);
  const known = operations.map(({ operation, answers }) => `${operation} ${answers[0]?.status}`);
  expect(listed.sort()).toEqual(known.sort());
});

it('has words of its own for callers only where the error codes do not say it', () => {
  const byId = new Map(operations.map((operation) => [operation.id, operation]));
  const needless = Object.entries(CALLERS).filter(([id, caller]) => {
    const operation = byId.get(id);
    return operation === undefined || callerByCodes(operation) === caller;
  });
  expect(needless).toEqual([]);
});

it('names no operation and no path that does not exist', () => {
  const known = operations.map(({ operation }) => operation);
  const paths = operations.map(({ path }) => path);
  const page = textOf('reference.md');
  expect(found(OPERATION, page).filter((operation) => !isOneOf(known, operation))).toEqual([]);
  expect(found(PATH, page).filter((path) => !isOneOf(paths, path))).toEqual([]);
});

function found(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match ?? '');
}

/** A final `*` stands for whatever follows. */
function isOneOf(known: readonly string[], named: string): boolean {
  if (named.endsWith('*')) return known.some((name) => name.startsWith(named.slice(0, -1)));
  return known.includes(named);
}
