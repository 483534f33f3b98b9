import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { AppError } from '@palaver/core';
import type { RequestHandler, Response } from 'express';
import { ASSETS } from '../document-texts.js';
import { once } from '../once.js';
import { readAssets } from './assets.js';

/** The policy of the page: everything on it comes from this service, and nothing is inline. */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Where the files of the page are. The version in the path changes with them, so browsers keep them for a year. */
export const ASSETS_PATH = '/api/docs/assets/{version}/{file}';

/** A text as it is sent. */
interface Packed {
  readonly plain: Buffer;
  readonly zipped: Buffer;
  readonly tag: string;
}

/** Answers the page and its files. They are made at the first request and kept. */
export function pageHandlers(text: () => Promise<string>): {
  readonly page: RequestHandler;
  readonly asset: RequestHandler;
} {
  const assets = once(async () => readAssets());
  const page = once(async () => {
    const { version } = await assets();
    return pack((await text()).replaceAll(ASSETS, ASSETS_PATH.replace('/{version}/{file}', `/${version}`)));
  });
  const packed = new Map<string, Promise<Packed>>();
  return {
    page: async (req, res) => {
      res.set({ 'Content-Security-Policy': POLICY, 'Cache-Control': 'no-cache' }).type('text/html');
      send(res, await page(), req.get('If-None-Match'));
    },
    asset: async (req, res) => {
      const { files, version } = await assets();
      const name = String(req.params.file);
      const file = req.params.version === version ? files.get(name) : undefined;
      if (file === undefined) throw new AppError('ROUTE_NOT_FOUND');
      const made = packed.get(name) ?? pack(file.content);
      packed.set(name, made);
      res.set('Cache-Control', 'public, max-age=31536000, immutable').type(file.type);
      send(res, await made, req.get('If-None-Match'));
    },
  };
}

async function pack(text: string): Promise<Packed> {
  const plain = Buffer.from(text);
  const tag = `"${createHash('sha256').update(plain).digest('hex').slice(0, 16)}"`;
  return { plain, zipped: await promisify(gzip)(plain, { level: 9 }), tag };
}

/** Sends a text, compressed where the client takes it (RFC 9110, 12.5.3), or 304 where it has it. */
function send(res: Response, { plain, zipped, tag }: Packed, known: string | undefined): void {
  res.set({ ETag: tag, Vary: 'Accept-Encoding' });
  if (known === tag) return void res.status(304).end();
  if (res.req.acceptsEncodings('gzip') === 'gzip')
    return void res.set('Content-Encoding', 'gzip').send(zipped);
  res.send(plain);
}
