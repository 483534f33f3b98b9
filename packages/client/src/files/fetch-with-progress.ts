/** Node has no `XMLHttpRequest`, although the DOM types say so. */
export const hasXhr = () => 'XMLHttpRequest' in globalThis;

/**
 * A `fetch` that tells how much of the body is sent, from 0 to 1, where there is an `XMLHttpRequest`: `fetch` itself does not tell.
 * Elsewhere it is the given one.
 */
export function fetchWithProgress(otherwise: typeof fetch, onProgress: (part: number) => void): typeof fetch {
  if (!hasXhr()) return otherwise;
  return (input, { method = 'GET', headers, body = null, signal = null } = {}) =>
    new Promise((resolve, reject) => {
      const request = new XMLHttpRequest();
      const abort = () => request.abort();
      request.open(method, String(input));
      for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
      request.upload.onprogress = ({ loaded, total }) => onProgress(total === 0 ? 0 : loaded / total);
      request.onload = () => resolve(answerOf(request));
      request.onerror = () => reject(new TypeError('Failed to fetch'));
      request.onabort = () => reject(signal?.reason);
      request.onloadend = () => signal?.removeEventListener('abort', abort);
      signal?.addEventListener('abort', abort);
      request.send(body instanceof ReadableStream ? null : body);
    });
}

function answerOf(request: XMLHttpRequest): Response {
  const headers = { 'Retry-After': request.getResponseHeader('Retry-After') ?? '1' };
  return new Response(request.responseText || null, { status: request.status, headers });
}
