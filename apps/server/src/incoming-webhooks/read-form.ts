import type { IncomingMessage } from 'node:http';
import { actorOfWebhook, type Context, type OpenedWebhook, type ReceivedFile } from '@palaver/core';
import { receiveForm } from '../files/receive-multipart.js';
import { HOOK_BODY_MAX, objectIn } from './read-body.js';

/** Discord takes as many. */
const FILES_MAX = 10;

const MULTIPART = /^multipart\/form-data\b/i;

export function isForm({ headers }: IncomingMessage): boolean {
  return MULTIPART.test(headers['content-type'] ?? '');
}

/** A form of Discord: its payload, as a text that a repetition is known by and as an object (null for none), and its files. */
export interface WebhookForm {
  readonly text: string;
  readonly payload: Record<string, unknown> | null;
  readonly files: readonly ReceivedFile[];
}

/**
 * Receives a form of Discord and passes it to `use`; its files are gone after that, unless they were adopted. Throws what
 * `receiveFiles` does, and `BUSY` where many uploads wait.
 */
export function readWebhookForm<T>(
  req: IncomingMessage,
  ctx: Context,
  webhook: OpenedWebhook,
  use: (form: WebhookForm) => Promise<T>,
): Promise<T> {
  const { messageFiles, fileBytes } = ctx.services.settings.limits;
  const limits = {
    files: Math.min(messageFiles, FILES_MAX),
    fileBytes,
    otherBytes: HOOK_BODY_MAX,
    takesFiles: () => true,
  };
  // The account of a webhook owns itself.
  return ctx.services.uploads.run(actorOfWebhook(webhook).userId, 'attachment', (upload) =>
    receiveForm(req, { files: ctx.services.files, upload }, limits, (files, fields) => {
      const json = fields.get('payload_json');
      const text = json ?? JSON.stringify(Object.fromEntries(fields));
      return use({ text, payload: objectIn(text), files });
    }),
  );
}
