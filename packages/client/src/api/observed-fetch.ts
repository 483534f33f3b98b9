import type { Settings } from '../options.js';

const UNAUTHORIZED = 401;
/** A batch whose calls have several statuses. */
const MULTI_STATUS = 207;

/** The text of a JSON answer in which a token is refused. Inside of a JSON string, the quotes would be escaped. */
const SESSION_OVER = '"errorCode":"UNAUTHENTICATED"';

/**
 * A `fetch` whose answers are read to their end, because they can be cut there too. It tells the client's other parts what
 * they can learn from an answer, or from none.
 */
export async function observedFetch(
  { fetch, session, cors }: Settings,
  input: RequestInfo | URL,
  init: RequestInit,
): Promise<Response> {
  const authorization = new Headers(init.headers).get('Authorization');
  session.sent(authorization);
  try {
    const response = await fetch(input, init);
    const body = await response.text();
    cors.answered();
    const mayBeOver = response.status === UNAUTHORIZED || response.status === MULTI_STATUS;
    if (authorization !== null && mayBeOver && body.includes(SESSION_OVER)) session.over(authorization);
    return new Response(body === '' ? null : body, response);
  } catch (error) {
    cors.failed(error);
    throw error;
  }
}
