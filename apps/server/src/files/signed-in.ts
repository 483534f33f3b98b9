import type { ActorContext, Context, RequestInfo, Scope } from '@palaver/core';
import { AppError } from '@palaver/core';
import type { Request, RequestHandler, Response } from 'express';
import { requestInfoOf } from '../http/request-info.js';
import { discardBody } from './discard-body.js';

/** Makes the context of a request. */
export type CreateContext = (request: RequestInfo) => Context | Promise<Context>;

type Handle = (ctx: ActorContext, req: Request, res: Response) => Promise<void>;

/**
 * An Express handler for signed-in callers, and API keys with the scope; null is for what no key may do. The token is verified
 * before `handle` runs.
 */
export function signedIn(createContext: CreateContext, scope: Scope | null, handle: Handle): RequestHandler {
  return async (req, res) => {
    const ctx = await createContext(requestInfoOf(req));
    const actor = await ctx.request.authenticate(scope);
    if (!actor) throw new AppError('UNAUTHENTICATED');
    await handle({ ...ctx, actor }, req, res);
  };
}

/** A handler for uploads. An error that is sent before the whole body has arrived also reaches the client. */
export function signedInUpload(createContext: CreateContext, scope: Scope, handle: Handle): RequestHandler {
  const answer = signedIn(createContext, scope, handle);
  return async (req, res, next) => {
    try {
      await answer(req, res, next);
    } catch (error) {
      discardBody(req);
      throw error;
    }
  };
}
