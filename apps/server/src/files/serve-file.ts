import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@palaver/core';
import type { Request, Response } from 'express';
import { type ByteRange, byteRange } from './byte-range.js';

/** A file to be sent, whose bytes never change under the same `etag`. */
export interface ServedFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/**
 * Sends a file: 304 when the client has it, 206 for a range, 416 for one beyond the end, else 200; the headers alone
 * for HEAD, which takes no range (RFC 9110, 14.2).
 */
export async function serveFile(
  store: Pick<FileStore, 'read'>,
  file: ServedFile,
  req: Request,
  res: Response,
): Promise<void> {
  describe(file, res);
  if (hasIt(file, req)) {
    res.removeHeader('Content-Type');
    res.status(304).end();
    return;
  }
  const range = requestedRange(file, req);
  if (range === 'unsatisfiable') return refuseRange(file, res);
  const { start, end } = range ?? { start: 0, end: file.sizeBytes - 1 };
  if (range) res.status(206).set('Content-Range', `bytes ${start}-${end}/${file.sizeBytes}`);
  res.set('Content-Length', String(end - start + 1));
  if (req.method === 'HEAD' || file.sizeBytes === 0) res.end();
  else await stream(store, file.key, { start, end }, res);
}

/** Nothing that was uploaded may be taken for another type, run, load anything or be framed. */
function describe(file: ServedFile, res: Response): void {
  // Set as it is: Express would add a charset that nobody knows.
  res.setHeader('Content-Type', file.mimeType);
  res.set({
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
}

/** Express's `req.fresh` says no to `Cache-Control: no-cache`, which a browser's `fetch` adds to a condition by itself. */
function hasIt({ etag }: ServedFile, req: Request): boolean {
  const known = (req.get('If-None-Match') ?? '').split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}

function requestedRange(
  { sizeBytes, etag }: ServedFile,
  req: Request,
): ByteRange | 'unsatisfiable' | undefined {
  if (req.method !== 'GET') return undefined;
  const condition = req.get('If-Range');
  if (condition !== undefined && condition !== etag) return undefined;
  return byteRange(req.get('Range'), sizeBytes);
}

function refuseRange(file: ServedFile, res: Response): void {
  for (const name of ['Content-Type', 'Content-Disposition', 'ETag']) res.removeHeader(name);
  res
    .status(416)
    .set({ 'Content-Range': `bytes */${file.sizeBytes}`, 'Cache-Control': 'no-store' })
    .end();
}

async function stream(
  store: Pick<FileStore, 'read'>,
  key: string,
  range: ByteRange,
  res: Response,
): Promise<void> {
  try {
    await pipeline(store.read(key, range), res);
  } catch (error) {
    // A client that has gone away is no fault of anyone's.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
