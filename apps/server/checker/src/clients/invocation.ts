import type { Operation } from '../history/operation.js';
import type { HttpRequest, UploadedFile } from '../system/http-client.js';
import type { User } from './scenario.js';

/** An operation to perform, and the request that performs it. */
export interface Invocation extends Omit<Operation, 'attempts'> {
  readonly request: Omit<HttpRequest, 'key'>;
}

export interface InvocationOptions {
  readonly kind: Operation['kind'];
  readonly effect: string;
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body?: object;
  readonly file?: UploadedFile;
  readonly mark?: Operation['mark'];
  /** The idempotency key; none by default. */
  readonly key?: string | null;
}

/** The invocation of an operation by a user. */
export function invocationBy(
  { id, token }: User,
  { kind, effect, mark, key = null, ...request }: InvocationOptions,
): Invocation {
  return { kind, userId: id, effect, key, ...(mark ? { mark } : {}), request: { ...request, token } };
}
