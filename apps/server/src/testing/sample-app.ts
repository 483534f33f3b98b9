import { createServer } from 'node:http';
import { type Context, createContext, DEFAULT_LIMITS, type RequestInfo, type Services } from '@palaver/core';
import type { RequestHandler } from 'express';
import { pino } from 'pino';
import { z } from 'zod';
import { type AppDeps, createApp } from '../app.js';
import { createRequestLog } from '../http/request-log.js';
import { LOG_OPTIONS } from '../logger.js';
import { createOperations, type ServedOperations } from '../operations.js';
import { requestClients } from '../rate-limit/client-ip.js';
import { parseTrustedProxies } from '../rate-limit/trusted-proxies.js';
import type { ExtraOperation } from '../rest/operation.js';
import { close, listen } from './listen.js';
import { sampleRouter } from './sample-router.js';

export const TOKEN = 'plv_good';
/** The address of the one proxy that the sample app trusts. */
export const SAMPLE_PROXY = '127.0.0.9';

const echoUpload: RequestHandler = (req, res) => {
  let bytes = 0;
  req.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
  });
  req.on('end', () => res.json({ data: { bytes } }));
};

export const sampleExtras: ExtraOperation[] = [
  {
    name: 'users.setAvatar',
    handler: echoUpload,
    docs: {
      requestBody: {
        required: true,
        content: {
          'multipart/form-data': {
            schema: {
              type: 'object',
              required: ['file'],
              properties: { file: { type: 'string', contentMediaType: 'image/*', description: 'An image.' } },
            },
          },
        },
      },
      responses: {
        200: {
          description: 'The number of bytes.',
          content: { 'application/json': { schema: z.object({ data: z.object({ bytes: z.number() }) }) } },
        },
      },
    },
  },
  {
    name: 'attachments.get',
    meta: {
      openapi: {
        method: 'GET',
        path: '/api/attachments/{attachmentID}',
        summary: 'Fetch',
        tags: ['messages'],
      },
      rest: {
        status: 200,
        errors: ['ATTACHMENT_NOT_FOUND'],
        idempotent: false,
        snapshot: false,
        signedIn: true,
        scope: 'messages:read',
        limiter: null,
      },
    },
    handler: (req, res) => {
      if (req.params.attachmentID === 'broken') throw new Error('cannot read /srv/palaver');
      res.set('Cache-Control', 'private, immutable').type('text/plain').send(String(req.params.attachmentID));
    },
    docs: {
      path: z.object({ attachmentID: z.string() }),
      responses: { 200: { description: 'The file.', content: { '*/*': {} } } },
    },
  },
];

export interface SampleApp {
  readonly url: string;
  readonly port: number;
  /** The log lines so far, parsed. */
  readonly logs: ReadonlyArray<Record<string, unknown>>;
  readonly document: ServedOperations['document'];
  readonly table: ServedOperations['table'];
  close(): Promise<void>;
}

/** The app over the sample router, on a port of its own. */
export async function startSampleApp(overrides: Partial<AppDeps> = {}): Promise<SampleApp> {
  const logs: Array<Record<string, unknown>> = [];
  const log = pino(
    { ...LOG_OPTIONS, level: 'info' },
    { write: (line: string) => void logs.push(JSON.parse(line)) },
  );
  const info = () => ({ publicUrl: 'https://palaver.test', version: '1.2.3', limits: DEFAULT_LIMITS });
  const { table, document } = createOperations(sampleRouter, sampleExtras, info);
  const app = createApp({
    appRouter: sampleRouter,
    table,
    createContext: sampleContext,
    rateLimit: (_req, _res, next) => next(),
    corsOrigins: ['https://app.test'],
    nativeUploads: { 'users.setAvatar': 200_000 },
    requestLog: createRequestLog({
      log,
      templates: table.operations.map(({ template }) => template.text),
      clientOf: requestClients(parseTrustedProxies(SAMPLE_PROXY)),
    }),
    ...overrides,
  });
  const server = createServer(app);
  const port = await listen(server);
  return { url: `http://127.0.0.1:${port}`, port, logs, table, document, close: () => close(server) };
}

function sampleContext(request: RequestInfo): Context {
  const services: Pick<Services, 'findActor'> = {
    findActor: async (token) => (token === TOKEN ? { userId: 'u1', isBot: false, sessionId: 's1' } : null),
  };
  // The sample procedures use no other service.
  return createContext(services as Services, request);
}
