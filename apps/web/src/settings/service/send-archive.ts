import { Refusal } from '@palaver/elements/ui/refusal.js';
import { currentSession } from '../../session/session.js';

export interface GivenArchive {
  readonly file: File;
  readonly checkOnly: boolean;
  readonly deleteMissing: boolean;
}

/**
 * Sends an archive, of which an import begins; resolves with its id. `fetch` does not tell how far it is, from 0 to 1. Throws a
 * `Refusal`, or an error without an answer.
 */
export function sendArchive(
  { file, checkOnly, deleteMissing }: GivenArchive,
  onProgress: (part: number) => void,
): Promise<string> {
  const request = new XMLHttpRequest();
  request.open('POST', `/api/admin/imports?checkOnly=${checkOnly}&deleteMissing=${deleteMissing}`);
  request.setRequestHeader('Authorization', `Bearer ${currentSession()?.token ?? ''}`);
  request.responseType = 'json';
  request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
  const form = new FormData();
  form.set('file', file);
  return new Promise((resolve, reject) => {
    request.onerror = () => reject(new Error('no answer'));
    request.onload = () => {
      const { data, error, code = '', issues = [] } = request.response ?? {};
      if (request.status === 201 && typeof data?.id === 'string') resolve(data.id);
      else if (typeof error === 'string') reject(new Refusal(error, code, issues));
      else reject(new Error('no answer'));
    };
    request.send(form);
  });
}
