import { type Answer, type Client, type Json, nativePath } from '../../src/testing/client.js';

/** Subscribes over the native API with SSE. Returns the first event as an answer, or the error. */
export async function subscribeNative(caller: Client, procedure: string, input: unknown): Promise<Answer> {
  const headers = { Accept: 'text/event-stream' };
  const response = await caller.request('GET', nativePath(procedure, input), undefined, { headers });
  const { status } = response;
  if (status !== 200) {
    const text = await response.text();
    return { status, headers: response.headers, text, body: JSON.parse(text) };
  }
  const text = await untilEvent(response);
  const body = dataOf(text);
  // tRPC has sent status 200 by then, and sends the error as an event.
  if (!text.includes('event: serialized-error')) return { status, headers: response.headers, text, body };
  return { status: body.data.httpStatus, headers: response.headers, text, body: { error: body } };
}

/** Reads until the first event after `connected`, and closes the connection. */
async function untilEvent(response: Response): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true });
    const event = text
      .split('\n\n')
      .slice(0, -1)
      .find((part) => !part.includes('event: connected'));
    if (event !== undefined) return event;
  }
  throw new Error(`The subscription ended before its first event: ${text}`);
}

function dataOf(event: string): Json {
  const line = event.split('\n').find((part) => part.startsWith('data: ')) ?? '';
  return JSON.parse(line.slice('data: '.length));
}
