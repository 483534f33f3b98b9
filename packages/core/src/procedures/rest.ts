import type { OpenApiMeta } from 'trpc-to-openapi';
import type { ErrorCode } from '../protocol/error-codes.js';
import { type Scope, scopeOf } from '../protocol/scopes.js';
import type { Tag } from '../protocol/tags.js';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** What the REST API and the OpenAPI document need to know about a procedure. */
export interface RestMeta {
  /** 201 for creates, 200 for the rest. */
  status: 200 | 201;
  /** The error codes beyond those of all operations of its kind (docs/reference.md, section 7). */
  errors: readonly ErrorCode[];
  /**
   * Whether a repeated `Idempotency-Key` gives the first answer again. So it is for every write of a signed-in caller,
   * since keys belong to users, except where `idempotent: false` says why not.
   */
  idempotent: boolean;
  /** Whether the answer has `Stream-Seq`, the positions of the streams that it includes. */
  snapshot: boolean;
  /** False for the few operations that need no token; `optional` where one that is sent must be valid. */
  signedIn: boolean | 'optional';
  /** What an API key needs for it, and a bot's token that has scopes; null where neither may do it. */
  scope: Scope | null;
  /** The rate limiter it is under in addition to the Global one (docs/reference.md, section 8), on every API. */
  limiter: 'auth' | null;
  /** Whether an answer is a redirect (302): one that sets the header `Location`. */
  redirect?: 'sometimes' | 'always';
}

/** What a procedure has that is an operation of the REST API. */
export interface OperationMeta {
  openapi: NonNullable<OpenApiMeta['openapi']>;
  rest: RestMeta;
}

export interface Meta extends Partial<OperationMeta> {
  /** What the procedure does, where it is no operation of the REST API. */
  description?: string;
}

/** An operation of the REST API. */
export interface RestOptions {
  tag: Tag;
  summary: string;
  description?: string;
  status?: 200 | 201;
  errors?: readonly ErrorCode[];
  /** Only for a write whose token is not valid for a second call. */
  idempotent?: false;
  snapshot?: boolean;
  signedIn?: boolean | 'optional';
  /** Only for what no API key may do, whatever its scopes, and no token with scopes. */
  keys?: false;
  /** Only where the tag and the method name another one. */
  scope?: Scope;
  limiter?: 'auth';
  redirect?: 'sometimes' | 'always';
}

/**
 * Writes the OpenAPI meta of a procedure.
 * `path` is written exactly as in docs/reference.md (`/api/servers/{serverID}/channels`); a parameter `{serverID}` is the
 * input field `serverId`.
 */
export function rest(method: Method, path: `/api/${string}`, options: RestOptions): Meta {
  const {
    tag,
    summary,
    description,
    status = 200,
    errors = [],
    snapshot = false,
    signedIn = true,
    limiter = null,
  } = options;
  const idempotent = method !== 'GET' && signedIn === true && options.idempotent !== false;
  const scope = options.keys === false ? null : (options.scope ?? scopeOf(tag, method));
  return {
    openapi: {
      method,
      path,
      summary,
      ...(description === undefined ? {} : { description }),
      tags: [tag],
      protect: signedIn === true,
    },
    rest: {
      status,
      errors,
      idempotent,
      snapshot,
      signedIn,
      scope,
      limiter,
      ...(options.redirect ? { redirect: options.redirect } : {}),
    },
  };
}
