import { createHash } from 'node:crypto';
import { AppError, deleteByWebhook, discordPost, editByWebhook, hasText, keptFiles } from '@palaver/core';
import type { RequestHandler } from 'express';
import { discardBody } from '../files/discard-body.js';
import { namesIn, openRequest, type WebhookParts, type WebhookRequest } from './answer-webhook.js';
import { answerRefusal, asDiscordMessage, DIALECTS } from './dialect.js';
import { payloadOf, readWebhookBody } from './read-body.js';
import { isForm, readWebhookForm, type WebhookForm } from './read-form.js';

type Answer = (request: WebhookRequest, messageId: string) => Promise<void>;

function answering(parts: WebhookParts, answer: Answer): RequestHandler {
  return async (req, res) => {
    try {
      await answer(await openRequest(parts, req, res), String(req.params.messageID ?? ''));
    } catch (error) {
      discardBody(req);
      answerRefusal(res, DIALECTS.discord, error);
    }
  };
}

/** The webhook as Discord has it: programs ask for it before they post. */
export const describeWebhook = (parts: WebhookParts): RequestHandler =>
  answering(parts, async ({ req, res, webhook: { id, name, channelId, serverId } }) => {
    res.status(200).json({
      id,
      type: 1,
      name,
      avatar: null,
      channel_id: channelId,
      guild_id: serverId,
      application_id: null,
      token: req.params.secret,
    });
  });

/** Gives a message of the webhook another text, other files, or both. */
export const editPosted = (parts: WebhookParts): RequestHandler =>
  answering(parts, async (request, messageId) => {
    const { req, ctx, webhook } = request;
    if (isForm(req)) {
      await readWebhookForm(req, ctx, webhook, (form) => edit(request, messageId, form));
      return;
    }
    const body = await readWebhookBody(req);
    const payload = payloadOf(body, req.headers['content-type'] ?? '');
    await edit(request, messageId, { text: body.toString('utf8'), payload, files: [] });
  });

async function edit(
  { res, ctx, webhook }: WebhookRequest,
  messageId: string,
  { text, payload, files }: WebhookForm,
): Promise<void> {
  if (payload === null) throw new AppError('MALFORMED_BODY');
  const post = discordPost(payload, await namesIn(ctx, webhook, payload));
  const message = await editByWebhook(ctx, webhook, messageId, {
    post: hasText(payload) ? post : null,
    kept: keptFiles(payload, files.length),
    files,
    key: ctx.request.idempotencyKey,
    digest: createHash('sha256').update(text).digest('hex'),
  });
  res.setHeaders(ctx.request.replyHeaders);
  res.status(200).json(asDiscordMessage(message, ctx.services.settings.publicUrl));
}

export const deletePosted = (parts: WebhookParts): RequestHandler =>
  answering(parts, async ({ res, ctx, webhook }, messageId) => {
    await deleteByWebhook(ctx, webhook, { messageId, key: ctx.request.idempotencyKey });
    res.setHeaders(ctx.request.replyHeaders);
    res.status(204).end();
  });
