import { z } from 'zod';
import { Instant } from '../primitives.js';

export const DigestDelay = z.enum(['15m', '1h', '24h', 'off']).meta({
  id: 'DigestDelay',
  description: 'After how long a silence a digest is mailed: 15 minutes, an hour, a day, or never.',
});
export type DigestDelay = z.output<typeof DigestDelay>;

/** docs/notifications.md, Digests. */
export const MailPreferences = z
  .object({
    digest: DigestDelay.meta({
      description:
        'When unread mentions, keywords, direct messages and reminders are mailed; `1h` where nothing was set.',
    }),
    updatedAt: Instant.nullable().meta({ description: 'Null when nothing was ever set.' }),
  })
  .meta({ id: 'MailPreferences', description: 'What you want to be told by e-mail.' });
export type MailPreferences = z.output<typeof MailPreferences>;
