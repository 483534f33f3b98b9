import { validatedFrame } from '@palaver/core/testing';
import WebSocket from 'ws';

let calls = 0;

/** An address without earlier requests, so that the rate limit refuses none: only one test is about the limit. */
function freshAddress(): string {
  const n = calls++;
  return `10.${(n >> 16) % 256}.${(n >> 8) % 256}.${n % 256}`;
}

/** The global `fetch`, from a new address each time. The service under test trusts `X-Forwarded-For` of 127.0.0.1. */
export const fetchFromAnywhere: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set('X-Forwarded-For', freshAddress());
  return fetch(input, { ...init, headers });
};

/** The `WebSocket` of `ws`, from a new address each time. Every frame it receives is checked against its schema. */
export class WebSocketFromAnywhere extends WebSocket {
  constructor(url: string) {
    super(url, { headers: { 'X-Forwarded-For': freshAddress() } });
    this.on('message', (data) => validatedFrame(String(data)));
  }
}
