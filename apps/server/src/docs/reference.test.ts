import { readFileSync } from 'node:fs';
import type { ErrorCode } from '@palaver/core';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { type SharedService, sharedService } from '../testing/shared-service.js';

/** An operation as the OpenAPI document describes it. */
interface Documented {
  readonly statuses: readonly number[];
  readonly codes: readonly string[];
  readonly takesKey: boolean;
}

/** Codes that docs/reference.md, section 7 gives to whole kinds of operations; the tables may leave them out. */
const OF_ANY_OPERATION = new Set<string>([
  'INVALID_INPUT',
  'MALFORMED_BODY',
  'MALFORMED_REQUEST',
  'BODY_TOO_LARGE',
  'UNSUPPORTED_MEDIA_TYPE',
  'UNAUTHENTICATED',
  'SCOPE_REQUIRED',
  'KEY_NOT_ALLOWED',
  'ACTING_USER_REQUIRED',
  'ACTING_USER_NOT_FOUND',
  'IDEMPOTENCY_KEY_INVALID',
  'IDEMPOTENCY_KEY_REUSED',
  'BUSY',
  'INTERNAL',
] satisfies ErrorCode[]);

const Reference = z.object({ $ref: z.string() });

/** What docs/error-responses.ts writes: the one error schema, and the codes that the operation answers with. */
const ErrorResponse = z.object({
  content: z.object({
    'application/json': z.object({
      schema: z.object({
        allOf: z.tuple([
          Reference,
          z.object({ properties: z.object({ code: z.object({ enum: z.array(z.string()) }) }) }),
        ]),
      }),
    }),
  }),
});

const page = readFileSync(new URL('../../../../docs/reference.md', import.meta.url), 'utf8');
const OPERATION = /`((?:GET|POST|PUT|PATCH|DELETE) \/[^`\s]*)`/g;
const PATH = /`(?:[A-Z]+ )?(\/(?:api\/|health)[^`\s]*)`/g;

let service: SharedService;
let documented: Map<string, Documented>;
beforeAll(async () => {
  service = await sharedService();
  documented = operationsOf(service.document);
});

it('lists each operation once in a table, with the status of its answer and its error codes', () => {
  const rows = tableRows();
  expect(rows.map(({ operation }) => operation).sort()).toEqual([...documented.keys()].sort());
  for (const { operation, status, codes } of rows) {
    const known = documented.get(operation);
    const own = known?.codes.filter((code) => codes.includes(code) || !OF_ANY_OPERATION.has(code));
    // The first one in the table, where there are several.
    const expected = { operation, status: known?.statuses.find((one) => one === status), codes: own?.sort() };
    expect({ operation, status, codes: [...codes].sort() }).toEqual(expected);
  }
});

it('names no operation and no path that does not exist', () => {
  const operations = [...documented.keys()];
  const paths = operations.map((operation) => operation.replace(/^[A-Z]+ /, ''));
  expect(found(OPERATION, page).filter((operation) => !isOneOf(operations, operation))).toEqual([]);
  expect(found(PATH, page).filter((path) => !isOneOf(paths, path))).toEqual([]);
});

it('lists exactly the writes that take no idempotency key', () => {
  const [, section = ''] = /^## Idempotency$(.*?)^Rules:$/ms.exec(page) ?? [];
  const without = [...documented].flatMap(([operation, { takesKey }]) =>
    takesKey || operation.startsWith('GET ') ? [] : [operation],
  );
  expect([...new Set(found(OPERATION, section))].sort()).toEqual(without.sort());
});

function operationsOf({ paths = {}, components }: SharedService['document']): Map<string, Documented> {
  const shared = components?.responses ?? {};
  const entries = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): [string, Documented] => [
      `${method.toUpperCase()} ${path}`,
      {
        statuses: Object.keys(operation.responses).map(Number),
        codes: Object.values(operation.responses).flatMap((response) => codesOf(response, shared)),
        takesKey: (operation.parameters ?? []).some(isIdempotencyKey),
      },
    ]),
  );
  return new Map(entries);
}

function codesOf(response: unknown, shared: Readonly<Record<string, unknown>>): readonly string[] {
  const { data: reference } = Reference.safeParse(response);
  const resolved = reference ? shared[reference.$ref.split('/').at(-1) ?? ''] : response;
  const { data: error } = ErrorResponse.safeParse(resolved);
  return error?.content['application/json'].schema.allOf[1].properties.code.enum ?? [];
}

function isIdempotencyKey(parameter: unknown): boolean {
  return Reference.safeParse(parameter).data?.$ref.endsWith('/IdempotencyKey') ?? false;
}

/** The rows `| operation | caller | answer | codes |` of all tables. */
function tableRows() {
  return [...page.matchAll(/^\| `([A-Z]+ [^`]+)` \|[^|]*\| (\d{3})[^|]*\|([^|]*)\|$/gm)].map(
    ([, operation, status, codes]) => ({
      operation: operation ?? '',
      status: Number(status),
      codes: found(/`([A-Z_]+)`/g, codes ?? ''),
    }),
  );
}

function found(pattern: RegExp, text: string): string[] {
  return [...text.matchAll(pattern)].map(([, match]) => match ?? '');
}

/** A final `*` stands for whatever follows. */
function isOneOf(known: readonly string[], named: string): boolean {
  if (named.endsWith('*')) return known.some((name) => name.startsWith(named.slice(0, -1)));
  return known.includes(named);
}
