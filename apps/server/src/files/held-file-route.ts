import {
  AppError,
  accessHeldFile,
  adminContext,
  attachmentKey,
  type FileStore,
  idInput,
  rest,
} from '@palaver/core';
import { z } from 'zod';
import { requestInfoOf } from '../http/request-info.js';
import type { ExtraOperation } from '../rest/operation.js';
import { FILE_REQUEST_HEADERS, servedResponses } from './file-docs.js';
import { serveFile } from './serve-file.js';
import type { CreateContext } from './signed-in.js';

/** `GET /api/admin/holds/{holdID}/files/{attachmentID}`. It is never shown in a page: people had taken it away. */
export function fetchHeldFile(files: FileStore, createContext: CreateContext): ExtraOperation {
  return {
    name: 'admin.heldFile',
    meta: rest('GET', '/api/admin/holds/{holdID}/files/{attachmentID}', {
      tag: 'admin',
      summary: 'Fetch a file that was deleted under a legal hold',
      description: 'Each read is a line of the audit log.',
      keys: false,
      errors: ['PEOPLE_ONLY', 'INSTANCE_ADMIN_REQUIRED', 'HOLD_NOT_FOUND', 'ATTACHMENT_NOT_FOUND'],
    }),
    handler: async (req, res) => {
      const ctx = await adminContext(await createContext(requestInfoOf(req)));
      const { holdID, attachmentID } = req.params;
      const { id, filename, mimeType } = await accessHeldFile(ctx, {
        holdId: String(holdID),
        attachmentId: String(attachmentID),
      });
      const key = attachmentKey(id);
      const sizeBytes = await files.size(key);
      if (sizeBytes === null) throw new AppError('ATTACHMENT_NOT_FOUND');
      res.attachment(filename);
      const served = { key, sizeBytes, mimeType, etag: `"${id}"`, cacheControl: 'private, no-store' };
      await serveFile(files, served, req, res);
    },
    docs: {
      path: z.object({ holdID: idInput('the hold'), attachmentID: idInput('the attachment') }),
      headers: FILE_REQUEST_HEADERS,
      responses: servedResponses('The file, under its own media type.', '*/*', { named: true }),
    },
  };
}
