import { appRouter } from '@palaver/core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { beforeAll, describe, expect, test } from 'vitest';
import type { oas31 } from 'zod-openapi';
import { proceduresOf } from '../http/procedures.js';
import { inputName } from '../rest/path-template.js';
import { type SharedService, sharedService } from '../testing/shared-service.js';

let service: SharedService;
let operations: ReadonlyArray<{ path: string; method: string; operation: oas31.OperationObject }>;
beforeAll(async () => {
  service = await sharedService();
  operations = Object.entries(service.document.paths ?? {}).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method, operation })),
  );
});

const JSON_TYPE = 'application/json';
const ID = '019a7c1e-0f3b-7a52-9d6e-5b1f0c8a2e44';

describe('examples', () => {
  test('of each JSON body are taken by the procedure, rules between fields included', async () => {
    const procedures = proceduresOf(appRouter);
    const refused: unknown[] = [];
    for (const { path, operation } of operations) {
      const content =
        operation.requestBody && 'content' in operation.requestBody ? operation.requestBody.content : {};
      if (!(JSON_TYPE in content)) continue;
      const { operationId = '' } = operation;
      const [schema] = procedures[operationId]?._def.inputs ?? [];
      // What other programs send has no schema of ours.
      if (schema === undefined) continue;
      const ids = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => [inputName(name), ID]);
      const input = { ...content[JSON_TYPE]?.example, ...Object.fromEntries(ids) };
      // The inputs of the router are zod schemas (inputs.test.ts of core).
      const result = await (schema as { '~standard': { validate(value: unknown): unknown } })[
        '~standard'
      ].validate(input);
      if (JSON.stringify(result).includes('"issues"')) refused.push({ operationId, input, result });
    }
    expect(refused).toEqual([]);
  });

  test('of each JSON success are as their schemas say, and there is one for each operation', () => {
    const ajv = new Ajv2020({ strict: false, validateSchema: false, logger: false });
    formats.default(ajv);
    ajv.addSchema(service.document, 'document');
    for (const { path, method, operation } of operations) {
      for (const [status, response] of Object.entries(operation.responses ?? {})) {
        const json = response.content?.[JSON_TYPE];
        if (json === undefined || Number(status) >= 300) continue;
        const pointer = ['paths', path, method, 'responses', status, 'content', JSON_TYPE, 'schema']
          .map((part) => encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1')))
          .join('/');
        const isValid = ajv.validate({ $ref: `document#/${pointer}` }, json.example);
        expect({ path, method, example: json.example, errors: isValid ? [] : ajv.errors }).toMatchObject({
          example: expect.anything(),
          errors: [],
        });
      }
    }
  });
});

test('every parameter has a description, those of a path also an example, and no two kinds of id the same', () => {
  const all = operations.flatMap(({ operation }) => operation.parameters ?? []);
  const inline = all.flatMap((parameter) => ('in' in parameter ? [parameter] : []));
  expect(inline.filter(({ description }) => !description)).toEqual([]);
  const inPath = inline.filter((parameter) => parameter.in === 'path');
  expect(inPath.filter(({ example }) => example === undefined)).toEqual([]);
  const described = new Map(inPath.map(({ name, description = '' }) => [description, name]));
  expect(inPath.filter(({ name, description = '' }) => described.get(description) !== name)).toEqual([]);
});

test('bodies of requests and successes are named schemas, of which generators make types', () => {
  const unnamed = operations.flatMap(({ operation }) => {
    const { operationId = '', requestBody, responses = {} } = operation;
    const contents = [requestBody, ...Object.values(responses)].map((part) =>
      part && 'content' in part ? part.content : {},
    );
    const schemas = contents.flatMap((content) => content?.[JSON_TYPE]?.schema ?? []);
    return schemas.every((schema) => '$ref' in schema || 'allOf' in schema) ? [] : [operationId];
  });
  // Their answers are documents, which have a schema of their own.
  expect(unnamed).toEqual(['realtime.document', 'service.openapi']);
});

test('the schema of 429 has a code, so that one of any error can be read, and does not require it', () => {
  const { RateLimited } = service.document.components?.schemas ?? {};
  expect(RateLimited).toMatchObject({
    required: ['error'],
    properties: { code: { $ref: expect.any(String) } },
  });
});

test('INVALID_INPUT is documented exactly where something can be invalid', () => {
  const without = operations.filter(({ operation }) => !codesOf(operation).includes('INVALID_INPUT'));
  const names = without.map(({ operation }) => operation.operationId);
  expect(names).toEqual(
    expect.arrayContaining(['users.me', 'servers.get', 'channels.delete', 'messages.get', 'auth.logout']),
  );
  expect(names).not.toContain('messages.list');
  expect(names).not.toContain('servers.create');
});

test('every answer of an operation has X-Request-Id, and files say how they are cached', () => {
  for (const { operation } of operations) {
    for (const response of Object.values(operation.responses ?? {})) {
      if (!('$ref' in response)) expect(response.headers).toHaveProperty('X-Request-Id');
    }
  }
  const file = service.document.paths?.['/api/attachments/{attachmentID}']?.get;
  expect(Object.keys(file?.responses?.['206']?.headers ?? {})).toEqual(
    expect.arrayContaining([
      'ETag',
      'Cache-Control',
      'Content-Disposition',
      'Content-Range',
      'Accept-Ranges',
    ]),
  );
});

/** The text of what is documented for a 400. */
function codesOf(operation: oas31.OperationObject): string {
  return JSON.stringify(operation.responses?.['400'] ?? {});
}
