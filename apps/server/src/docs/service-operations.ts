import type { OperationMeta } from '@palaver/core';
import type { RequestHandler } from 'express';
import { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import type { DocumentTexts } from './document-texts.js';
import { once } from './once.js';
import { ASSETS_PATH, pageHandlers } from './page/serve.js';

const Health = z.object({ data: z.object({ status: z.literal('ok') }) }).meta({ id: 'Health' });

/** The operations about the service itself: its document, its reference page and `/health`. */
export function serviceOperations(makeTexts: () => Promise<DocumentTexts>): ExtraOperation[] {
  const texts = once(makeTexts);
  const { page, asset } = pageHandlers(async () => (await texts()).page);
  return [
    {
      name: 'service.health',
      meta: serviceMeta('/health', 'Check whether requests are served'),
      handler: (_req, res) => void res.json({ data: { status: 'ok' } }),
      docs: {
        responses: {
          200: { description: 'Requests are served.', content: { 'application/json': { schema: Health } } },
        },
      },
    },
    {
      name: 'service.openapi',
      meta: serviceMeta('/api/openapi.json', 'Get this document'),
      handler: async (_req, res) => {
        const { openApi } = await texts();
        res.set('Cache-Control', 'no-cache').type('application/json').send(openApi);
      },
      docs: {
        responses: {
          200: {
            description: 'The OpenAPI document.',
            content: { 'application/json': { schema: { type: 'object' } } },
          },
        },
      },
    },
    {
      name: 'service.docs',
      meta: serviceMeta('/api/docs', 'Read the reference and try calls'),
      handler: page,
      docs: {
        responses: {
          200: {
            description: 'A page for browsers.',
            content: { 'text/html': { schema: { type: 'string' } } },
          },
        },
      },
    },
    undocumented('service.docsAsset', ASSETS_PATH, asset),
  ];
}

function serviceMeta(path: `/${string}`, summary: string): OperationMeta {
  return {
    openapi: { method: 'GET', path, summary, tags: ['service'] },
    rest: {
      status: 200,
      errors: [],
      idempotent: false,
      snapshot: false,
      signedIn: false,
      scope: null,
      limiter: null,
    },
  };
}

function undocumented(name: string, path: `/${string}`, handler: RequestHandler): ExtraOperation {
  return { name, meta: serviceMeta(path, name), handler, docs: null };
}
