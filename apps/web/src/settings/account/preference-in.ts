import type { NotificationLevel } from '@palaver/client';
import { FOR_EVER } from '../../chat/muting.js';
import { endOf } from './spans.js';

const LEVELS: readonly NotificationLevel[] = ['all', 'mentions', 'nothing'];

/** What a form says of notifications. What is empty there is as elsewhere; a time that is kept is not sent. */
export function preferenceIn(form: FormData, now = new Date()) {
  const text = (name: string) => String(form.get(name) ?? '');
  const muted = text('muted');
  return {
    level: LEVELS.find((level) => level === text('level')) ?? null,
    ...(muted === 'keep' ? {} : { mutedUntil: muted === 'for-ever' ? FOR_EVER : endOf(muted, now) }),
    quietStart: text('quietStart') || null,
    quietEnd: text('quietEnd') || null,
    timezone: text('timezone') || null,
  };
}
