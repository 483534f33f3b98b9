import type { ActorContext, Context, RequestInfo } from '@palaver/core';
import { AppError } from '@palaver/core';
import type { Request, RequestHandler, Response } from 'express';
import { requestInfoOf } from '../http/request-info.js';
import { linger } from './linger.js';

/** How a request becomes a context; the same for every face. */
export type CreateContext = (request: RequestInfo) => Context | Promise<Context>;

type Handle = (ctx: ActorContext, req: Request, res: Response) => Promise<void>;

/** An Express handler for signed-in callers. The token is looked at before anything else. */
export function signedIn(createContext: CreateContext, handle: Handle): RequestHandler {
  return async (req, res) => {
    const ctx = await createContext(requestInfoOf(req));
    const actor = await ctx.authenticate();
    if (!actor) throw new AppError('UNAUTHENTICATED');
    await handle({ ...ctx, actor }, req, res);
  };
}

/** The same for uploads: a refusal that comes before the whole body has arrived reaches the client all the same. */
export function signedInUpload(createContext: CreateContext, handle: Handle): RequestHandler {
  const answer = signedIn(createContext, handle);
  return async (req, res, next) => {
    try {
      await answer(req, res, next);
    } catch (error) {
      linger(req);
      throw error;
    }
  };
}
