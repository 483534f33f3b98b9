/** A call of a webhook. */
export interface WebhookCall {
  readonly url: string;
  /** The same for each attempt. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** Each of them signs. */
  readonly keys: readonly Buffer[];
}

/** What became of a call. It has no text of the receiver. */
export interface WebhookAnswer {
  /** The HTTP status; null without an answer. */
  readonly status: number | null;
  /** Why the call failed; null for a status of 2xx. */
  readonly failure: 'status' | 'timeout' | 'connection' | 'address' | null;
  /** For how long the receiver does not want to be called, in milliseconds; null where it does not say. */
  readonly retryAfterMs: number | null;
  readonly durationMs: number;
}

/** Calls webhooks over the network. It throws nothing: a call that fails is an answer as well. */
export interface WebhookSender {
  send(call: WebhookCall): Promise<WebhookAnswer>;
}
