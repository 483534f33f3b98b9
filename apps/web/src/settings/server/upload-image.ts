import { refusalOf } from '@palaver/elements/ui/refusal.js';
import { currentSession } from '../../session/session.js';

interface ImageUpload {
  readonly method: 'POST' | 'PUT';
  /** Below `/api/servers/`. */
  readonly path: string;
  readonly file: Blob;
}

/** Sends an image of a server with its place, which the typed client does not. Throws a `Refusal`. */
export async function uploadImage({ method, path, file }: ImageUpload): Promise<void> {
  const body = new FormData();
  body.append('file', file);
  const answer = await fetch(`/api/servers/${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${currentSession()?.token ?? ''}`,
      'Idempotency-Key': crypto.randomUUID(),
    },
    body,
  });
  if (!answer.ok) throw await refusalOf(answer);
}
