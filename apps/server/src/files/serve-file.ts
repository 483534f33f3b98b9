import { pipeline } from 'node:stream/promises';
import type { FileStore } from '@palaver/core';
import type { Request, Response } from 'express';
import { type ByteRange, byteRange } from './byte-range.js';

/** For what is public and never changes under its path. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';

/** A file to send. Its bytes never change under the same `etag`. */
export interface ServedFile {
  readonly key: string;
  readonly sizeBytes: number;
  readonly mimeType: string;
  readonly etag: string;
  readonly cacheControl: string;
}

/**
 * Sends a file: 304 if the client has it, 206 for a range, 416 for a range beyond the end, else 200. Sends only the headers
 * for HEAD, for which ranges are not defined (RFC 9110, 14.2).
 */
export async function serveFile(
  store: Pick<FileStore, 'read'>,
  file: ServedFile,
  req: Request,
  res: Response,
): Promise<void> {
  setFileHeaders(file, res);
  if (isCached(file, req)) {
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

/** An uploaded file must not be taken for another type, run scripts, load anything or be framed. */
function setFileHeaders(file: ServedFile, res: Response): void {
  // Not with `res.set`, which would add a charset.
  res.setHeader('Content-Type', file.mimeType);
  res.set({
    ETag: file.etag,
    'Cache-Control': file.cacheControl,
    'Accept-Ranges': 'bytes',
    'X-Content-Type-Options': 'nosniff',
    'Content-Security-Policy': "sandbox; default-src 'none'",
  });
}

/** Not `req.fresh`, which is false with `Cache-Control: no-cache`. Browsers add that to a conditional `fetch`. */
function isCached({ etag }: ServedFile, req: Request): boolean {
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
    // The client has closed the connection.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw error;
  }
}
