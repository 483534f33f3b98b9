import type { Settings } from '../options.js';

const UNAUTHORIZED = 401;
/** A batch whose calls have several statuses. */
const MULTI_STATUS = 207;

/** The text of a JSON answer in which a token is refused. Inside of a JSON string, the quotes would be escaped. */
const REFUSED = '"errorCode":"UNAUTHENTICATED"';

/**
 * A `fetch` with the token of the session, whose answers are read to their end, because they can be cut there too. Where the token
 * is refused and there is another one, it asks once more with that. Without a network it sends nothing. It tells the client's other parts what they can learn from an
 * answer, or from none.
 */
export async function observedFetch(
  settings: Settings,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  const { session } = settings;
  if (isOffline(settings.url)) throw new TypeError('There is no network');
  const token = await session.token();
  const answer = await ask(settings, input, init, token);
  if (token === null || !answer.isRefused) return answer.response;
  const next = await session.refused(token);
  if (next === null || !isUndone(answer.response, init)) return answer.response;
  const second = await ask(settings, input, init, next);
  if (second.isRefused) session.over(next);
  return second.response;
}

/** A service on the same machine needs no network. */
const LOOPBACK = /^https?:\/\/(?:localhost|127\.[\d.]+|\[::1\])(?::|$)/;

/** Whether the browser knows that a request would get no answer. */
function isOffline(url: string): boolean {
  // The DOM types say that it exists everywhere.
  const { navigator }: { navigator?: { readonly onLine?: boolean } } = globalThis;
  return navigator?.onLine === false && !LOOPBACK.test(url);
}

interface Answer {
  readonly response: Response;
  readonly isRefused: boolean;
}

async function ask(
  { fetch, cors }: Settings,
  input: RequestInfo | URL,
  init: RequestInit,
  token: string | null,
): Promise<Answer> {
  const headers = new Headers(init.headers);
  if (token !== null) headers.set('Authorization', `Bearer ${token}`);
  try {
    const response = await fetch(input, { ...init, headers });
    const body = await response.text();
    cors.answered();
    const mayBeRefused = response.status === UNAUTHORIZED || response.status === MULTI_STATUS;
    return {
      response: new Response(body === '' ? null : body, response),
      isRefused: mayBeRefused && body.includes(REFUSED),
    };
  } catch (error) {
    cors.failed(error);
    throw error;
  }
}

/** Whether nothing was done, and the request can be sent again: of a batch, a part may have been done. */
function isUndone({ status }: Response, { method, body }: RequestInit): boolean {
  return (status === UNAUTHORIZED || method === 'GET') && !(body instanceof ReadableStream);
}
