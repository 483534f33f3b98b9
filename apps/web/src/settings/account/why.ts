import type { EffectiveNotificationPreference, NotificationOutcome, Weekday } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import { isForEver } from '../../chat/muting.js';
import type { settingsEn } from '../../i18n/settings.en.js';

type Texts = CatalogueOf<typeof settingsEn>;

/** How a language writes times and days. */
export interface Written {
  readonly moment: (instant: string) => string;
  readonly days: (days: readonly Weekday[]) => string;
}

/** Why a kind of message would notify, or not, in sentences of the chosen language. */
export function whyOf(
  { kind, notifies, silence }: Pick<NotificationOutcome, 'kind' | 'notifies' | 'silence'>,
  preference: EffectiveNotificationPreference,
  s: Texts,
  written: Written,
): string {
  const { level, from } = preference;
  const names = { all: s.levelAll, mentions: s.levelMentions, nothing: s.levelNothing };
  const levelText = s.whyLevel(names[level], s.preferenceSource(from.level));
  if (kind === null) return `${s.whyNoItem} ${levelText}`;
  if (notifies || silence === null) return `${levelText} ${s.whyFree}`;
  const reasons = {
    level: () => levelText,
    muted: () => whyMuted(preference, s, written),
    quiet: () => whyQuiet(preference, s, written),
    dnd: () => s.whyDnd(written.moment(preference.dndUntil ?? preference.at)),
  };
  return `${s.whyItemOnly} ${reasons[silence]()}`;
}

function whyMuted(
  { mutedUntil, at, from }: EffectiveNotificationPreference,
  s: Texts,
  { moment }: Written,
): string {
  const source = s.preferenceSource(from.mutedUntil);
  const until = mutedUntil ?? at;
  return isForEver(until) ? s.whyMutedForEver(source) : s.whyMuted(moment(until), source);
}

function whyQuiet(preference: EffectiveNotificationPreference, s: Texts, { days }: Written): string {
  const { quietStart, quietEnd, quietDays, timezone, from } = preference;
  const hours =
    quietStart !== null &&
    quietEnd !== null &&
    s.whyQuietHours(quietStart, quietEnd, s.preferenceSource(from.quietHours));
  const onDays = quietDays.length > 0 && s.whyQuietDays(days(quietDays), s.preferenceSource(from.quietDays));
  const zone = s.whyZone(timezone, s.preferenceSource(from.timezone));
  return [hours, onDays, zone].filter(Boolean).join(' ');
}
