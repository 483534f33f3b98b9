import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  AppError,
  type Context,
  discordPost,
  githubPost,
  githubSecretOf,
  type OpenedWebhook,
  openWebhook,
  postByWebhook,
  readersById,
  slackPost,
  userIdsIn,
  type WebhookPost,
} from '@palaver/core';
import type { Request, RequestHandler, Response } from 'express';
import type { CreateContext } from '../files/signed-in.js';
import { discardBody } from '../files/discard-body.js';
import { requestInfoOf } from '../http/request-info.js';
import type { Limiter } from '../rate-limit/limiter.js';
import { answerRefusal, DIALECTS, type Dialect } from './dialect.js';
import { payloadOf, readHookBody } from './read-body.js';
import { isSignedByGithub } from './signature.js';

/** What answers requests to webhooks. */
export interface HookParts {
  readonly createContext: CreateContext;
  /** A bucket for each webhook, on this node. */
  readonly limiter: Limiter;
}

/** Answers a request in a dialect; null tells it by the request. */
export function answerHook({ createContext, limiter }: HookParts, given: Dialect | null): RequestHandler {
  return async (req, res) => {
    let dialect = given ?? byHeaders(req);
    try {
      const ctx = await createContext(requestInfoOf(req));
      const { webhookID = '', secret = '' } = req.params;
      const webhook = await openWebhook(ctx.db, String(webhookID), String(secret));
      if (!limiter.take(webhook.id, 1)) throw new AppError('SLOW_MODE');
      const body = await readHookBody(req);
      const payload = payloadOf(body, req.headers['content-type'] ?? '');
      dialect = given ?? dialectOf(req, payload);
      if (payload === null) throw new AppError('MALFORMED_BODY');
      await post({ req, res, ctx, webhook, dialect, body, payload });
    } catch (error) {
      discardBody(req);
      answerRefusal(res, dialect, error);
    }
  };
}

interface Delivery {
  readonly req: Request;
  readonly res: Response;
  readonly ctx: Context;
  readonly webhook: OpenedWebhook;
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly payload: Record<string, unknown>;
}

async function post(delivery: Delivery): Promise<void> {
  const { req, res, ctx, webhook, dialect, body } = delivery;
  const rendered = await render(delivery);
  if (rendered === null) return void res.status(204).end();
  const key = ctx.idempotencyKey ?? (dialect.name === 'github' ? deliveryOf(req) : null);
  const digest = createHash('sha256').update(body).digest('hex');
  const message = await postByWebhook(ctx, webhook, { post: rendered, key, digest });
  if (message === null) throw new AppError('INVALID_INPUT');
  res.setHeaders(ctx.replyHeaders);
  dialect.posted(res, message, isTrue(req.query['wait']));
}

/** The message of a payload; null for an event of GitHub that nobody hears of. */
async function render({ req, ctx, webhook, dialect, body, payload }: Delivery): Promise<WebhookPost | null> {
  if (dialect.name === 'github') {
    const secret = githubSecretOf(ctx.secrets, webhook);
    const signature = headerOf(req, 'x-hub-signature-256');
    if (secret !== null && !isSignedByGithub(body, secret, signature)) {
      throw new AppError('WEBHOOK_SIGNATURE_INVALID');
    }
    return githubPost(headerOf(req, 'x-github-event') ?? '', payload);
  }
  const names = await readersById(ctx.db, webhook.channelId, userIdsIn(JSON.stringify(payload)));
  return dialect.name === 'slack' ? slackPost(payload, names) : discordPost(payload, names);
}

/** GitHub repeats a delivery under the same id. */
function deliveryOf(req: IncomingMessage): string | null {
  return headerOf(req, 'x-github-delivery')?.slice(0, 64) ?? null;
}

function byHeaders(req: IncomingMessage): Dialect {
  return headerOf(req, 'x-github-event') === undefined ? DIALECTS.slack : DIALECTS.github;
}

/** The fields that Discord's payload has, and Slack's has not. */
const OF_DISCORD = ['content', 'embeds', 'avatar_url', 'allowed_mentions'];
const OF_SLACK = ['text', 'blocks', 'attachments', 'icon_emoji', 'icon_url'];

function dialectOf(req: IncomingMessage, payload: Record<string, unknown> | null): Dialect {
  const byHeader = byHeaders(req);
  if (payload === null || byHeader.name === 'github') return byHeader;
  const has = (names: readonly string[]) => names.some((name) => Object.hasOwn(payload, name));
  return has(OF_DISCORD) && !has(OF_SLACK) ? DIALECTS.discord : DIALECTS.slack;
}

function headerOf({ headers }: IncomingMessage, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function isTrue(value: unknown): boolean {
  return value === 'true' || value === '1';
}
