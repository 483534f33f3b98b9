import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { appRouter, createDiskStore, DEFAULT_LIMITS, ERRORS } from '@palaver/core';
import { afterAll, describe, expect, it, test } from 'vitest';
import { fileOperations } from '../files/operations.js';
import { createOperations } from '../operations.js';
import { sampleExtras } from '../testing/sample-app.js';
import { sampleRouter } from '../testing/sample-router.js';
import { unlessPassed } from '../testing/unless-passed.js';
import { VERSION } from '../version.js';
import { fillIn, makeTexts, unknownService } from './document-texts.js';
import type { ServiceInfo } from './openapi-document.js';

const folder = mkdtempSync(join(tmpdir(), 'palaver-openapi-'));
afterAll(() => rmSync(folder, { recursive: true }));

const info = () => ({ publicUrl: 'https://palaver.test', version: '1.2.3', limits: DEFAULT_LIMITS });
const { document: build } = createOperations(sampleRouter, sampleExtras, info);
const document = await build();
// Only the documentation of the operations is read; no handler runs.
const files = fileOperations(await createDiskStore(join(folder, 'files')), DEFAULT_LIMITS, () => {
  throw new Error('not called');
});
const buildForApplication = (about = info) => createOperations(appRouter, files, about).document();
// The document as a client gets it.
const served = JSON.parse(JSON.stringify(document));
const operation = (method: string, path: string) => served.paths[path][method];

test('what the build has written, filled in for a service, is what that service would make', async () => {
  const own: ServiceInfo = {
    publicUrl: 'http://chat.example:8080',
    version: VERSION,
    limits: { ...DEFAULT_LIMITS, messageCharacters: 12_345, messageFiles: 7, fileBytes: 1_234_567 },
  };
  const built = await makeTexts(await buildForApplication(() => unknownService(VERSION)));
  const filled = fillIn(built, own);
  const made = await makeTexts(await buildForApplication(() => own));
  expect(JSON.parse(filled.openApi)).toEqual(JSON.parse(made.openApi));
  expect(filled.page.length).toBe(made.page.length);
  expect(filled.page === made.page).toBe(true);
});

describe('the document', () => {
  it('is built once', async () => {
    expect(await build()).toBe(document);
  });

  it('names the service, its licence and how to sign in', () => {
    expect(served).toMatchObject({
      openapi: '3.1.0',
      info: { title: 'Palaver', version: '1.2.3', license: { identifier: 'Apache-2.0' } },
      servers: [{ url: 'https://palaver.test' }],
      components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    });
    expect(served.info.description).toMatch(/Idempotency-Key[\s\S]*newest first/);
  });

  it('has every path as it is declared, with the parameter names of docs/reference.md', () => {
    expect(Object.keys(served.paths).sort()).toEqual(
      [
        '/api/attachments/{attachmentID}',
        '/api/auth/login',
        '/api/auth/logout',
        '/api/auth/nothing',
        '/api/auth/optional',
        '/api/docs',
        '/api/faults/output',
        '/api/faults/thrown',
        '/api/openapi.json',
        '/api/servers/{serverID}/things',
        '/api/things',
        '/api/things/mine',
        '/api/things/{thingID}',
        '/api/things/{thingID}/reactions/{emoji}',
        '/api/users/me/avatar',
        '/health',
      ].sort(),
    );
    expect(operation('put', '/api/things/{thingID}/reactions/{emoji}').parameters).toMatchObject([
      { in: 'path', name: 'thingID', required: true, schema: { type: 'string' } },
      { in: 'path', name: 'emoji', required: true, schema: { type: 'string' } },
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
  });

  it('has the true success status and no other', () => {
    const statuses = (method: string, path: string) => Object.keys(operation(method, path).responses);
    expect(statuses('post', '/api/servers/{serverID}/things')).toEqual([
      '201',
      '400',
      '401',
      '403',
      '404',
      '409',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(statuses('get', '/api/things')).toEqual(['200', '400', '429', '500', '503']);
    expect(statuses('get', '/api/things/mine')).toEqual(['200', '400', '401', '403', '429', '500', '503']);
    expect(statuses('post', '/api/auth/login')).toEqual([
      '200',
      '400',
      '401',
      '413',
      '415',
      '429',
      '500',
      '503',
    ]);
    expect(statuses('delete', '/api/things/{thingID}')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '409',
      '429',
      '500',
      '503',
    ]);
    expect(statuses('get', '/api/attachments/{attachmentID}')).toEqual([
      '200',
      '400',
      '401',
      '403',
      '404',
      '429',
      '500',
      '503',
    ]);
    expect(statuses('get', '/health')).toEqual(['200', '400', '500']);
  });

  it('wraps the output, and refers to entities by name', () => {
    const { schema } = operation('post', '/api/servers/{serverID}/things').responses['201'].content[
      'application/json'
    ];
    expect(schema).toEqual({ $ref: '#/components/schemas/ThingResponse' });
    expect(served.components.schemas.ThingResponse).toMatchObject({
      required: ['data'],
      properties: { data: { $ref: '#/components/schemas/Thing' } },
    });
    expect(served.components.schemas.Thing.required).toEqual(['id', 'name', 'note']);
  });

  it('shows inputs in the path, the query and the body', () => {
    const create = operation('post', '/api/servers/{serverID}/things');
    expect(create.requestBody).toMatchObject({ required: true });
    expect(create.requestBody.content['application/json'].schema).toEqual({
      $ref: '#/components/schemas/ThingsCreateRequest',
    });
    expect(Object.keys(served.components.schemas.ThingsCreateRequest.properties)).toEqual(['name']);
    expect(create.parameters).toEqual([
      expect.objectContaining({ name: 'serverID', in: 'path' }),
      { $ref: '#/components/parameters/IdempotencyKey' },
    ]);
    expect(operation('patch', '/api/things/{thingID}').requestBody.required).toBe(false);
    expect(operation('post', '/api/auth/optional').requestBody.required).toBe(false);
    expect(operation('post', '/api/auth/logout').requestBody).toBeUndefined();
    const query = operation('get', '/api/things').parameters;
    expect(query).toContainEqual(
      expect.objectContaining({ name: 'before', description: 'Return things before this one.' }),
    );
    const limit = query.find(({ name }: { name: string }) => name === 'limit');
    expect(limit).toMatchObject({ in: 'query', schema: { type: 'integer', minimum: 1, default: 50 } });
    expect(limit).not.toMatchObject({ required: true });
    expect(limit.schema.maximum).toBeUndefined();
  });

  it('has one error schema, narrowed to the codes of each operation', () => {
    expect(served.components.schemas.ErrorCode.enum).toEqual(Object.keys(ERRORS));
    const {
      409: conflict,
      404: missing,
      429: limited,
    } = operation('post', '/api/servers/{serverID}/things').responses;
    expect(conflict.content['application/json'].schema.allOf).toEqual([
      { $ref: '#/components/schemas/ApiError' },
      { properties: { code: { enum: ['IDEMPOTENCY_KEY_REUSED', 'CHANNEL_NAME_TAKEN'] } } },
    ]);
    expect(missing).toEqual({ $ref: '#/components/responses/ServerNotFound' });
    expect(limited).toEqual({ $ref: '#/components/responses/RateLimited' });
    expect(served.components.responses.RateLimited).toMatchObject({
      headers: { 'Retry-After': { required: true, schema: { const: 1 } } },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/RateLimited' } } },
    });
    expect(served.components.responses.Unauthenticated.headers['WWW-Authenticate']).toMatchObject({
      required: true,
    });
  });

  it('says which operations need a token, and names them as their procedures', () => {
    expect(operation('get', '/api/things/mine')).toMatchObject({
      operationId: 'things.mine',
      security: [{ bearer: [] }],
    });
    expect(operation('get', '/api/things')).toMatchObject({ operationId: 'things.list', security: [] });
    expect(operation('post', '/api/users/me/avatar')).toMatchObject({
      operationId: 'users.setAvatar',
      requestBody: { content: { 'multipart/form-data': {} } },
    });
  });
});

describe('linters find no error', () => {
  writeFileSync(join(folder, 'spectral.yaml'), 'extends: ["spectral:oas"]\n');

  const written = (name: string, content: object) => {
    const file = join(folder, `${name}.json`);
    writeFileSync(file, JSON.stringify(content));
    return file;
  };
  const redocly = (file: string) =>
    // The start of a sign-in always redirects; which statuses a success has, a test above says.
    run('redocly', [
      'lint',
      file,
      '--extends',
      'recommended',
      '--format',
      'json',
      '--skip-rule',
      'operation-2xx-response',
    ]);
  const spectral = (file: string) =>
    run('spectral', ['lint', file, '-r', join(folder, 'spectral.yaml'), '-F', 'warn', '-f', 'json']);

  const documents: ReadonlyArray<[string, () => Promise<object>]> = [
    ['sample', build],
    ['application', buildForApplication],
  ];

  test.each(documents)('with Redocly, in the %s', async (name, built) => {
    const content = await built();
    await unlessPassed(import.meta.filename, ['redocly', JSON.stringify(content)], async () => {
      const { output, code } = await redocly(written(name, content));
      expect({ code, output }).toMatchObject({
        code: 0,
        output: expect.stringMatching(/"errors": ?0[\s\S]*"warnings": ?0/),
      });
    });
  });

  test.each(documents)('with Spectral, in the %s', async (name, built) => {
    const content = await built();
    await unlessPassed(import.meta.filename, ['spectral', JSON.stringify(content)], async () => {
      const { output, code } = await spectral(written(name, content));
      expect({ code, output: output.trim() }).toMatchObject({
        code: 0,
        output: expect.stringMatching(/^\[\]/),
      });
    });
  });

  it('and they find one in a broken document', async () => {
    const broken = {
      ...served,
      paths: { '/a': { get: { operationId: 'a', tags: ['nope'], responses: {} } } },
    };
    await unlessPassed(import.meta.filename, ['broken', JSON.stringify(broken)], async () => {
      const file = written('broken', broken);
      expect((await redocly(file)).code).not.toBe(0);
      expect((await spectral(file)).code).not.toBe(0);
    });
  });
});

function run(
  command: string,
  parameters: readonly string[],
): Promise<{ code: number | null; output: string }> {
  const env = {
    ...process.env,
    REDOCLY_TELEMETRY: 'off',
    REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
    NO_COLOR: '1',
  };
  const bin = new URL(`../../../../node_modules/.bin/${command}`, import.meta.url).pathname;
  return new Promise((resolve, reject) => {
    const child = spawn(bin, parameters, { env });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, output }));
  });
}
