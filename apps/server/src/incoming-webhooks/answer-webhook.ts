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
  postFilesByWebhook,
  type ReceivedFile,
  readersById,
  slackPost,
  userIdsIn,
  type WebhookPost,
} from '@palaver/core';
import type { Request, RequestHandler, Response } from 'express';
import { discardBody } from '../files/discard-body.js';
import type { CreateContext } from '../files/signed-in.js';
import { requestInfoOf } from '../http/request-info.js';
import { answerRefusal, DIALECTS, type Dialect } from './dialect.js';
import { payloadOf, readWebhookBody } from './read-body.js';
import { isForm, readWebhookForm } from './read-form.js';
import { isSignedByGithub } from './signature.js';
import type { WebhookLimit } from './webhook-limits.js';

/** What answers requests to webhooks. */
export interface WebhookParts {
  readonly createContext: CreateContext;
  readonly limit: WebhookLimit;
}

/** Answers a request in a dialect; null tells it by the request. */
export function answerWebhook(parts: WebhookParts, given: Dialect | null): RequestHandler {
  return async (req, res) => {
    let dialect = given ?? byHeaders(req);
    try {
      const request = await openRequest(parts, req, res);
      const { ctx, webhook } = request;
      if (isForm(req) && (given ?? DIALECTS.discord) === DIALECTS.discord) {
        dialect = DIALECTS.discord;
        await readWebhookForm(req, ctx, webhook, ({ text, payload, files }) => {
          if (payload === null) throw new AppError('MALFORMED_BODY');
          return post({ ...request, dialect, body: Buffer.from(text), payload, files });
        });
        return;
      }
      const body = await readWebhookBody(req);
      const payload = payloadOf(body, req.headers['content-type'] ?? '');
      dialect = given ?? dialectOf(req, payload);
      if (payload === null) throw new AppError('MALFORMED_BODY');
      await post({ ...request, dialect, body, payload, files: [] });
    } catch (error) {
      discardBody(req);
      answerRefusal(res, dialect, error);
    }
  };
}

/** Throws `INCOMING_WEBHOOK_NOT_FOUND`, and `SLOW_MODE` where the bucket of the webhook is empty. */
export async function openRequest(
  { createContext, limit }: WebhookParts,
  req: Request,
  res: Response,
): Promise<WebhookRequest> {
  const ctx = await createContext(requestInfoOf(req));
  const { webhookID = '', secret = '' } = req.params;
  const webhook = await openWebhook(ctx.services.db, String(webhookID), String(secret));
  if (!(await limit(webhook.id))) throw new AppError('SLOW_MODE');
  return { req, res, ctx, webhook };
}

/** A request with the webhook that it has the secret of. */
export interface WebhookRequest {
  readonly req: Request;
  readonly res: Response;
  readonly ctx: Context;
  readonly webhook: OpenedWebhook;
}

interface Delivery extends WebhookRequest {
  readonly dialect: Dialect;
  readonly body: Buffer;
  readonly payload: Record<string, unknown>;
  readonly files: readonly ReceivedFile[];
}

async function post(delivery: Delivery): Promise<void> {
  const { req, res, ctx, webhook, dialect, body } = delivery;
  const rendered = await render(delivery);
  if (rendered === null) return void res.status(204).end();
  const key = ctx.request.idempotencyKey ?? (dialect.name === 'github' ? deliveryOf(req) : null);
  const digest = createHash('sha256').update(body).digest('hex');
  const request = { post: rendered, key, digest };
  const message = await postFilesByWebhook(ctx, webhook, request, delivery.files);
  if (message === null) throw new AppError('INVALID_INPUT');
  res.setHeaders(ctx.request.replyHeaders);
  dialect.posted(res, message, {
    wait: isTrue(req.query.wait),
    publicUrl: ctx.services.settings.publicUrl,
  });
}

/** The message of a payload; null for an event of GitHub that nobody hears of. */
async function render({ req, ctx, webhook, dialect, body, payload }: Delivery): Promise<WebhookPost | null> {
  if (dialect.name === 'github') {
    const secret = githubSecretOf(ctx.services.secrets, webhook);
    const signature = headerOf(req, 'x-hub-signature-256');
    if (secret !== null && !isSignedByGithub(body, secret, signature)) {
      throw new AppError('WEBHOOK_SIGNATURE_INVALID');
    }
    return githubPost(headerOf(req, 'x-github-event') ?? '', payload);
  }
  return dialect.name === 'slack'
    ? slackPost(payload, await namesIn(ctx, webhook, payload))
    : discordPost(payload, await namesIn(ctx, webhook, payload));
}

/** The usernames of those whom a payload names by their ids. */
export function namesIn(
  { services: { db } }: Context,
  { channelId }: OpenedWebhook,
  payload: Record<string, unknown>,
): Promise<ReadonlyMap<string, string>> {
  return readersById(db, channelId, userIdsIn(JSON.stringify(payload)));
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
