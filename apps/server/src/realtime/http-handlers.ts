import { AppError, asyncApiDocument } from '@palaver/core';
import type { RequestHandler } from 'express';

/** Answers `GET /api/ws` without an upgrade with 426 (RFC 9110, 15.5.22). */
export const upgradeRequired: RequestHandler = (_req, res) => {
  res.set({ Upgrade: 'websocket', Connection: 'Upgrade' });
  throw new AppError('UPGRADE_REQUIRED');
};

/** Answers `GET /api/asyncapi.json` with the document of the WebSocket's frames. */
export function asyncApiHandler(settings: () => Parameters<typeof asyncApiDocument>[0]): RequestHandler {
  let document: string | undefined;
  return (_req, res) => {
    document ??= JSON.stringify(asyncApiDocument(settings()));
    res.setHeader('Content-Type', 'application/json');
    res.end(document);
  };
}
