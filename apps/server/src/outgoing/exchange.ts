import { type Dispatcher, errors } from 'undici';

/** A call that has not ended in its time. */
export class DeadlineError extends Error {}

/** What a receiver has answered. */
export interface Answered {
  readonly status: number;
  readonly retryAfter: string | undefined;
  /** The body of an answer of 2xx that was asked for; else empty. */
  readonly text: string;
}

interface Terms {
  /** What all of it may take, in milliseconds: names, connection, TLS, headers and the body that is read. */
  readonly withinMs: number;
  /** Whether the body of an answer of 2xx is read. Of any other body nothing is kept. */
  readonly isRead: boolean;
}

export function isTaken(status: number): boolean {
  return status >= 200 && status < 300;
}

/**
 * Sends a request. Rejects with `DeadlineError` once its time is over, and with the error of undici where there is no answer. The time
 * holds as well for what the answer has left behind, such as a body without an end.
 */
export function exchange(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  terms: Terms,
): Promise<Answered> {
  return new Promise((resolve, reject) =>
    new Exchange(dispatcher, options, { ...terms, resolve, reject }).begin(),
  );
}

interface Settling extends Terms {
  resolve(answered: Answered): void;
  reject(error: Error): void;
}

/**
 * It uses the handler of undici and one timer: with `request` and an abort signal a call takes twice the CPU (docs/lab/performance.md, W12).
 */
class Exchange implements Dispatcher.DispatchHandler {
  readonly #dispatcher: Dispatcher;
  readonly #options: Dispatcher.DispatchOptions;
  readonly #settling: Settling;
  readonly #chunks: Buffer[] = [];
  #timer: NodeJS.Timeout | undefined;
  #controller: Dispatcher.DispatchController | null = null;
  #answered: Omit<Answered, 'text'> | null = null;
  #isLate = false;
  #isRepeated = false;

  constructor(dispatcher: Dispatcher, options: Dispatcher.DispatchOptions, settling: Settling) {
    this.#dispatcher = dispatcher;
    this.#options = options;
    this.#settling = settling;
  }

  begin(): void {
    this.#timer = setTimeout(() => this.#expire(), this.#settling.withinMs).unref();
    this.#dispatcher.dispatch(this.#options, this);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    if (this.#isLate) controller.abort(new DeadlineError());
  }

  onResponseStart(
    _controller: Dispatcher.DispatchController,
    status: number,
    headers: Record<string, string | string[] | undefined>,
  ): void {
    if (status < 200) return;
    const retryAfter = headers['retry-after'];
    this.#answered = { status, retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter };
    if (!this.#isBodyRead) this.#settling.resolve({ ...this.#answered, text: '' });
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#isBodyRead) this.#chunks.push(chunk);
  }

  onResponseEnd(): void {
    clearTimeout(this.#timer);
    if (this.#answered && this.#isBodyRead)
      this.#settling.resolve({ ...this.#answered, text: Buffer.concat(this.#chunks).toString() });
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    // An idle connection that the receiver closes while the call is written to it; it knows a repetition by its id.
    const isRepeatable = error instanceof errors.SocketError && this.#answered === null;
    if (isRepeatable && !this.#isLate && !this.#isRepeated) {
      this.#isRepeated = true;
      this.#dispatcher.dispatch(this.#options, this);
      return;
    }
    clearTimeout(this.#timer);
    this.#settling.reject(error);
  }

  get #isBodyRead(): boolean {
    return this.#settling.isRead && this.#answered !== null && isTaken(this.#answered.status);
  }

  #expire(): void {
    this.#isLate = true;
    this.#settling.reject(new DeadlineError());
    this.#controller?.abort(new DeadlineError());
  }
}
