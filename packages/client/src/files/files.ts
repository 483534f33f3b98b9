import { TRPCClientError } from '@trpc/client';
import { newKey } from '../api/idempotency.js';
import { retryingFetch } from '../api/retrying-fetch.js';
import type { Settings } from '../options.js';
import type { AppRouter, Attachment } from '../service.js';
import type { Lifetime } from '../waiting.js';
import { fetchWithProgress, hasXhr } from './fetch-with-progress.js';
import { type AskAddress, fileAddresses, type PictureSize } from './file-addresses.js';

export interface UploadOptions {
  /** Called with how much of all files is sent, from 0 to 1. Where the platform does not tell, after each file. */
  readonly onProgress?: (progress: number) => void;
  /** Gives the upload up. */
  readonly signal?: AbortSignal;
  /** At most 60 characters. With the same key and the same files the service keeps them once, however often they are sent. */
  readonly key?: string;
}

export interface UrlOptions {
  /** How many pixels the longest side of a picture is to have. One that has fewer, and any other file, comes as it is. */
  readonly size?: PictureSize | undefined;
}

/** The files of messages. */
export interface PalaverFiles {
  /**
   * Uploads files for a message of a channel, one after the other, and resolves with their attachments in the same order: send the
   * message with their ids. Each is repeated as a call is. Rejects with a `PalaverError` where the service refuses one.
   */
  upload(channelId: string, files: readonly Blob[], options?: UploadOptions): Promise<Attachment[]>;
  /**
   * An address of a file for an element of a page of any origin, such as `<img>`, valid for at least five minutes. It is the same as
   * long as that is so. With a size it is that of a small version of a picture. Rejects as the call does.
   */
  url(attachment: Pick<Attachment, 'id'>, options?: UrlOptions): Promise<string>;
}

/** Uploads by the REST API, which alone takes files. */
export function filesOf(settings: Settings, lifetime: Lifetime, askAddress: AskAddress): PalaverFiles {
  const addressOf = fileAddresses(askAddress);
  return {
    url: async ({ id }, options) => settings.url + (await addressOf(id, options?.size)),
    upload: async (channelId, files, { onProgress, signal, key = newKey() } = {}) => {
      const url = `${settings.url}/api/channels/${channelId}/attachments`;
      const total = files.reduce((sum, { size }) => sum + size, 0) || 1;
      const uploaded: Attachment[] = [];
      let sent = 0;
      for (const [index, file] of files.entries()) {
        const fetch = fetchWithProgress(settings.fetch, (part) =>
          onProgress?.((sent + part * file.size) / total),
        );
        const body = await formOf(file);
        const headers = { 'Idempotency-Key': `${key}-${index}` };
        const init = { method: 'POST', headers, body, signal: signal ?? null };
        uploaded.push(await attachmentIn(await retryingFetch({ ...settings, fetch }, lifetime)(url, init)));
        sent += file.size;
        onProgress?.(sent / total);
      }
      return uploaded;
    },
  };
}

/**
 * A form with a file. Node's `fetch` reads the files of a `FormData` ahead on its own: where the connection is cut meanwhile, its
 * error is an unhandled rejection, which ends the process (seen with Node 20 and 24). It takes a `Blob` as it sends it.
 */
async function formOf(file: Blob): Promise<FormData | Blob> {
  const form = new FormData();
  form.set('file', file);
  return hasXhr() ? form : await new Response(form).blob();
}

async function attachmentIn(response: Response): Promise<Attachment> {
  const { data, error: message, code: errorCode, issues } = await response.json();
  if (response.ok) return data[0];
  throw TRPCClientError.from<AppRouter>({
    // The service says what went wrong as on its other APIs; the codes of tRPC say no more.
    error: {
      message,
      code: -32603,
      data: { code: 'INTERNAL_SERVER_ERROR', httpStatus: response.status, errorCode, issues },
    },
  });
}
