import { randomBytes } from 'node:crypto';
import { PURPOSES, type Secrets } from '../services/secrets.js';

const PREFIX = 'whsec_';
const KEY_BYTES = 32;

/** For so long the secret before signs as well, so that a receiver can be given the new one. */
export const PREVIOUS_SECRET_MS = 24 * 3_600 * 1_000;

/** The sealed secrets of what is called; `id` is that of its row. */
export interface SealedSecrets {
  readonly id: string;
  readonly secret: string;
  readonly previousSecret: string | null;
  readonly previousUntil: Date | null;
}

/** A new secret, as Standard Webhooks writes it. */
export function newWebhookSecret(): string {
  return PREFIX + randomBytes(KEY_BYTES).toString('base64');
}

/** The secret as it is stored: only the service with its own key can read it, and only for this webhook. */
export function sealWebhookSecret(secrets: Secrets, webhookId: string, secret: string): string {
  return secrets.close(secret, PURPOSES.calledWebhook(webhookId));
}

/** The keys that sign at an instant, the newest first. Throws where the service has another key than it had. */
export function signingKeys(
  secrets: Secrets,
  { id, secret, previousSecret, previousUntil }: SealedSecrets,
  at: Date,
): Buffer[] {
  const isPreviousValid = previousSecret !== null && previousUntil !== null && at < previousUntil;
  const sealed = isPreviousValid ? [secret, previousSecret] : [secret];
  return sealed.map((text) => {
    const opened = secrets.open(text, PURPOSES.calledWebhook(id));
    if (opened === null) throw new Error('The secret of an outgoing webhook was sealed under another key.');
    return Buffer.from(opened.slice(PREFIX.length), 'base64');
  });
}
