import {
  AppError,
  adminContext,
  beginImport,
  type FileStore,
  requireMayImport,
  rest,
  ServerImport,
} from '@palaver/core';
import { z } from 'zod';
import { discardBody } from '../files/discard-body.js';
import { dataResponse, filesBody } from '../files/file-docs.js';
import { receiveFiles } from '../files/receive-multipart.js';
import type { CreateContext } from '../files/signed-in.js';
import { requestInfoOf } from '../http/request-info.js';
import type { ExtraOperation } from '../rest/operation.js';

/** No more than this, as long as there is room on the disk. */
const LIMITS = { files: 1, fileBytes: 1_000_000_000_000 };
/** Who has no account. */
const OPERATOR = 'the operator';

/** `POST /api/admin/imports`. */
export function importServer(files: FileStore, createContext: CreateContext): ExtraOperation {
  return {
    name: 'admin.importServer',
    meta: rest('POST', '/api/admin/imports', {
      tag: 'admin',
      summary: 'Import a server from an archive',
      description:
        'The file is the zip of an export (docs/moving.md). The import goes on after the answer: ask for its progress by its id.',
      status: 201,
      errors: [
        'INVALID_INPUT',
        'PEOPLE_ONLY',
        'INSTANCE_ADMIN_REQUIRED',
        'STEP_UP_REQUIRED',
        'FILE_MISSING',
        'TOO_MANY_FILES',
        'MALFORMED_REQUEST',
        'FILE_TOO_LARGE',
        'BODY_TOO_LARGE',
        'UNSUPPORTED_MEDIA_TYPE',
        'DISK_FULL',
      ],
      keys: false,
    }),
    handler: async (req, res) => {
      try {
        const ctx = await adminContext(await createContext(requestInfoOf(req)));
        await requireMayImport(ctx);
        const checkOnly = flagOf(req.query, 'checkOnly');
        const deleteMissing = flagOf(req.query, 'deleteMissing');
        const data = await ctx.services.uploads.run(ctx.admin.userId ?? OPERATOR, 'archive', (upload) =>
          receiveFiles(req, { files, upload }, LIMITS, ([{ path, sizeBytes }]) =>
            beginImport(ctx, { path, sizeBytes, checkOnly, deleteMissing }),
          ),
        );
        res.setHeaders(ctx.request.replyHeaders).status(201).json({ data });
      } catch (error) {
        discardBody(req);
        throw error;
      }
    },
    docs: {
      query: z.object({
        checkOnly: z.boolean().optional().meta({
          description: 'True checks the archive and finds the accounts that are here, and writes nothing.',
        }),
        deleteMissing: z.boolean().optional().meta({
          description:
            'True deletes messages that an earlier archive of the same server had and this one does not have. What was written or edited here stays.',
        }),
      }),
      requestBody: filesBody('The zip.', 1, 'application/zip'),
      responses: { 201: dataResponse('The import, which has begun.', ServerImport) },
    },
  };
}

function flagOf(query: Readonly<Record<string, unknown>>, name: string): boolean {
  const given = query[name];
  if (given === undefined || given === 'false') return false;
  if (given === 'true') return true;
  throw new AppError('INVALID_INPUT', { issues: [{ path: name, message: 'must be true or false' }] });
}
