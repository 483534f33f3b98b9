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

/** What became of a call whose answer is read. */
export interface AskedAnswer extends Omit<WebhookAnswer, 'failure'> {
  /** Beside those of a call: an answer that is too long. */
  readonly failure: WebhookAnswer['failure'] | 'answer';
  /** The body of an answer of 2xx; empty for all others. */
  readonly text: string;
}

/** Calls webhooks over the network. It throws nothing: a call that fails is an answer as well. */
export interface WebhookSender {
  send(call: WebhookCall): Promise<WebhookAnswer>;
  /** The same, and reads the whole answer within the same time. */
  ask(call: WebhookCall): Promise<AskedAnswer>;
}
