import type { Language } from '@palaver/elements/i18n/languages.js';

/** Words that are the same in English, by language. A text that is on no list has to differ from the English one. */
export const SAME_WORDS: Readonly<Record<Exclude<Language, 'en'>, readonly string[]>> = {
  ar: [],
  de: [
    'Admin',
    'BOT',
    'Bots',
    'Code',
    'Emoji',
    'Link',
    'Moderator',
    'Name',
    'Offline',
    'Online',
    'Passkey',
    'Passkeys',
    'Person',
    'Server',
    'Smileys',
    'Status',
    'System',
    'Thread',
    'Threads',
    'WEBHOOK',
    'Webhooks',
    'Zoom',
    'optional',
  ],
  es: ['BOT', 'Bots', 'Emoji', 'WEBHOOK', 'Webhooks'],
  fr: [
    '1100 mentions',
    '1100 minutes',
    '30 minutes',
    'Action',
    'Administration',
    'BOT',
    'Bots',
    'Code',
    'Emoji',
    'Image',
    'Mentions',
    'Messages',
    'Notifications',
    'Secret',
    'WEBHOOK',
    'Webhooks',
    'Zoom',
  ],
};

/** Names, and what programs read: the same in every language. */
export const SAME_EVERYWHERE: readonly string[] = ['Palaver', 'ltr', 'rtl'];
