import type { FileStore } from '@palaver/core';
import type { z } from 'zod';
import type { ExtraOperation } from '../rest/operation.js';
import { FILE_REQUEST_HEADERS, servedResponses } from './file-docs.js';
import { IMMUTABLE, serveFile } from './serve-file.js';

type Find = (
  services: { readonly files: FileStore },
  name: string,
) => Promise<{ readonly key: string; readonly sizeBytes: number }>;

/** The handler and the documentation of an image that everybody may fetch, and that never changes under its path. */
export function publicImage(
  files: FileStore,
  find: Find,
  path: z.ZodObject,
): Pick<ExtraOperation, 'handler' | 'docs'> {
  return {
    handler: async (req, res) => {
      const name = String(req.params.file);
      const { key, sizeBytes } = await find({ files }, name);
      const served = { key, sizeBytes, mimeType: 'image/webp', etag: `"${name}"`, cacheControl: IMMUTABLE };
      await serveFile(files, served, req, res);
    },
    docs: {
      path,
      headers: FILE_REQUEST_HEADERS,
      responses: servedResponses('The image.', 'image/webp', { named: false }),
    },
  };
}
