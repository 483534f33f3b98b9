import type { ChatSession } from '../host/chat-session.js';

interface UploadListener {
  readonly onProgress: (progress: number) => void;
  readonly onDone: (id: string) => void;
  /** With the sentence of the service, or null without an answer. */
  readonly onFailed: (sentence: string | null) => void;
}

/**
 * Uploads a file to a channel. `fetch` does not tell how far an upload is. With the same `key` the service keeps one file, however
 * often it is sent.
 */
export function uploadFile(
  { url, token }: Pick<ChatSession, 'url' | 'token'>,
  { channelId, key, file }: { readonly channelId: string; readonly key: string; readonly file: File },
  listener: UploadListener,
): XMLHttpRequest {
  const request = new XMLHttpRequest();
  request.open('POST', new URL(`/api/channels/${channelId}/attachments`, url));
  request.setRequestHeader('Authorization', `Bearer ${token}`);
  request.setRequestHeader('Idempotency-Key', key);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => listener.onProgress(total === 0 ? 0 : loaded / total);
  request.onerror = () => listener.onFailed(null);
  request.onload = () => {
    const id: unknown = request.response?.data?.[0]?.id;
    const sentence: unknown = request.response?.error;
    if (request.status === 201 && typeof id === 'string') listener.onDone(id);
    else listener.onFailed(typeof sentence === 'string' ? sentence : null);
  };
  const form = new FormData();
  form.set('file', file);
  request.send(form);
  return request;
}
