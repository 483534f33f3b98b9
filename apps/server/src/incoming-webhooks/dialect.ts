import { AppError, type Message } from '@palaver/core';
import type { Response } from 'express';
import { toTrpcError } from '../http/errors.js';

/** How a program speaks, and is answered. */
export interface Dialect {
  readonly name: 'slack' | 'discord' | 'github';
  /** Answers for a message that was posted. `wait`: the sender asks for it. */
  posted(res: Response, message: Message, how: { readonly wait: boolean; readonly publicUrl: string }): void;
  /** Answers an error of the request; false where the service answers in its own words. */
  refused(res: Response, error: AppError): boolean;
}

/** The seconds that a refused sender is to wait. */
function secondsOf({ errorCode, issues }: AppError): number {
  return errorCode === 'SLOW_MODE' ? Number(issues?.[0]?.message) || 1 : 1;
}

/** Slack's words, by the code of the error. */
const SLACK_WORDS: Readonly<Record<string, readonly [status: number, word: string]>> = {
  INCOMING_WEBHOOK_NOT_FOUND: [404, 'no_service'],
  CHANNEL_NOT_FOUND: [404, 'channel_not_found'],
  CHANNEL_ARCHIVED: [410, 'channel_is_archived'],
  POSTING_RESTRICTED: [403, 'action_prohibited'],
  MESSAGE_REFUSED: [403, 'action_prohibited'],
  MALFORMED_BODY: [400, 'invalid_payload'],
  MALFORMED_REQUEST: [400, 'invalid_payload'],
  INVALID_INPUT: [400, 'no_text'],
  BODY_TOO_LARGE: [413, 'payload_too_large'],
  UNSUPPORTED_MEDIA_TYPE: [415, 'invalid_payload'],
  SLOW_MODE: [429, 'rate_limited'],
  IDEMPOTENCY_KEY_INVALID: [400, 'invalid_idempotency_key'],
  IDEMPOTENCY_KEY_REUSED: [409, 'idempotency_key_reused'],
};

const slack: Dialect = {
  name: 'slack',
  posted: (res) => void res.status(200).type('text/plain').send('ok'),
  refused: (res, error) => {
    const [status, word] = SLACK_WORDS[error.errorCode] ?? [];
    if (status === undefined || word === undefined) return false;
    if (status === 429) res.setHeader('Retry-After', String(secondsOf(error)));
    // No word of Slack says why the service that is asked before a post has refused it.
    const text = error.errorCode === 'MESSAGE_REFUSED' ? `${word}: ${error.message}` : word;
    res.status(status).type('text/plain').send(text);
    return true;
  },
};

/** Discord's numbers and sentences, by the code of the error. */
const DISCORD_ERRORS: Readonly<Record<string, readonly [status: number, code: number, message: string]>> = {
  INCOMING_WEBHOOK_NOT_FOUND: [404, 10015, 'Unknown Webhook'],
  CHANNEL_NOT_FOUND: [404, 10003, 'Unknown Channel'],
  CHANNEL_ARCHIVED: [403, 50013, 'Missing Permissions'],
  POSTING_RESTRICTED: [403, 50013, 'Missing Permissions'],
  MESSAGE_REFUSED: [400, 200000, 'Message was blocked by automatic moderation'],
  MALFORMED_BODY: [400, 50109, 'The request body contains invalid JSON.'],
  MALFORMED_REQUEST: [400, 50035, 'Invalid Form Body'],
  INVALID_INPUT: [400, 50006, 'Cannot send an empty message'],
  BODY_TOO_LARGE: [413, 40005, 'Request entity too large. Try sending something smaller'],
  FILE_TOO_LARGE: [413, 40005, 'Request entity too large. Try sending something smaller'],
  TOO_MANY_FILES: [400, 30015, 'Maximum number of attachments in a message reached'],
  ATTACHMENT_NOT_FOUND: [400, 50035, 'Invalid Form Body: `attachments` names one that the message has not.'],
  MESSAGE_NOT_FOUND: [404, 10008, 'Unknown Message'],
  UNSUPPORTED_MEDIA_TYPE: [415, 50035, 'Invalid Form Body'],
  IDEMPOTENCY_KEY_INVALID: [400, 50035, 'Invalid Form Body'],
  IDEMPOTENCY_KEY_REUSED: [409, 50035, 'This idempotency key was used before with a different request.'],
};

const discord: Dialect = {
  name: 'discord',
  posted: (res, message, { wait, publicUrl }) => {
    // Senders of files expect 200, also without `wait`, as discord-webhook-node (1.1.8) in `sendFile`.
    if (wait || message.attachments.length > 0) res.status(200).json(asDiscordMessage(message, publicUrl));
    else res.status(204).end();
  },
  refused: (res, error) => {
    if (error.errorCode === 'SLOW_MODE') {
      const seconds = secondsOf(error);
      res.setHeader('Retry-After', String(seconds));
      const message = 'You are being rate limited.';
      res.status(429).json({ message, retry_after: seconds, global: false });
      return true;
    }
    const [status, code, message] = DISCORD_ERRORS[error.errorCode] ?? [];
    if (status === undefined) return false;
    res.status(status).json({ message, code });
    return true;
  },
};

const github: Dialect = {
  name: 'github',
  posted: (res) => void res.status(200).type('text/plain').send('ok'),
  refused: (res, error) => {
    if (error.errorCode !== 'SLOW_MODE') return false;
    res.setHeader('Retry-After', String(secondsOf(error)));
    res.status(429).type('text/plain').send('rate_limited');
    return true;
  },
};

export const DIALECTS = { slack, discord, github } as const;

/** Answers an error in the words of a dialect. Throws what the service answers itself. */
export function answerRefusal(res: Response, dialect: Dialect, cause: unknown): void {
  const error = toTrpcError(cause);
  if (!(error instanceof AppError) || !dialect.refused(res, error)) throw error;
}

/** The fields of Discord's message that this service has. */
export function asDiscordMessage(message: Message, publicUrl: string): object {
  const { id, channelId, content, createdAt, updatedAt, edited, webhook, userId, attachments } = message;
  return {
    id,
    type: 0,
    channel_id: channelId,
    webhook_id: webhook?.id ?? null,
    content,
    author: { id: userId, username: webhook?.username ?? '', avatar: null, bot: true },
    attachments: attachments.map((file) => ({
      id: file.id,
      filename: file.filename,
      size: file.sizeBytes,
      content_type: file.mimeType,
      url: `${publicUrl}/api/attachments/${file.id}`,
      proxy_url: `${publicUrl}/api/attachments/${file.id}`,
    })),
    embeds: [],
    mentions: [],
    mention_roles: [],
    mention_everyone: false,
    pinned: false,
    tts: false,
    flags: 0,
    components: [],
    timestamp: createdAt,
    edited_timestamp: edited ? updatedAt : null,
  };
}
