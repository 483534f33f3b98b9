import type { ActorContext } from '../procedures/context.js';
import type { EffectiveNotificationPreference } from '../protocol/records/effective-preference.js';
import { accessUser } from '../users/access.js';
import type { PreferenceScope } from './access.js';
import { explainOutcome } from './explain-outcome.js';
import { effectivePreference, type PreferenceFacts } from './preference-facts.js';
import { findPreference } from './queries.js';
import { localTime } from './quiet-hours.js';
import { ACCOUNT, type PreferenceRow, type Scope } from './record.js';

/** Which preference of the caller's is in force in a server or a channel, and what it does to messages at an instant. */
export async function explainPreference(
  ctx: ActorContext,
  { serverId, channelId, defaultLevel }: PreferenceScope,
  at = ctx.services.clock.now(),
): Promise<EffectiveNotificationPreference> {
  const { userId } = ctx.actor;
  const find = async (scope: Scope) =>
    toFacts((await findPreference(ctx.services.db, userId, scope)).preference);
  const isDm = serverId === null;
  const channel = channelId === null ? null : await find({ serverId, channelId });
  const server = isDm ? null : await find({ serverId, channelId: null });
  const account = await find(ACCOUNT);
  const { timezone: ofAccount, dndUntil } = await accessUser(ctx.services, userId);
  const preference = effectivePreference({
    isDm,
    channel,
    server,
    account,
    defaultLevel,
    timezone: ofAccount,
    dndUntil: dndUntil?.getTime() ?? null,
  });
  const { level, mutedUntil, quietHours, quietDays, timezone } = preference;
  const kinds = isDm
    ? (['direct_message'] as const)
    : (['mention', 'keyword', 'followed_reply', 'other'] as const);
  return {
    serverId,
    channelId,
    at: at.toISOString(),
    localTime: localTime(timezone.value, at.getTime()),
    level: level.value,
    mutedUntil: mutedUntil.value === null ? null : new Date(mutedUntil.value).toISOString(),
    quietStart: quietHours.value?.start ?? null,
    quietEnd: quietHours.value?.end ?? null,
    quietDays: [...quietDays.value],
    timezone: timezone.value,
    dndUntil: dndUntil === null ? null : dndUntil.toISOString(),
    from: {
      level: level.from,
      mutedUntil: mutedUntil.from,
      quietHours: quietHours.from,
      quietDays: quietDays.from,
      timezone: timezone.from,
    },
    outcomes: kinds.map((message) => explainOutcome(message, at.getTime(), preference)),
  };
}

function toFacts(row: PreferenceRow | null): PreferenceFacts | null {
  if (!row) return null;
  const { level, mutedUntil, quietStart, quietEnd, quietDays, timezone } = row;
  return { level, mutedUntil: mutedUntil?.getTime() ?? null, quietStart, quietEnd, quietDays, timezone };
}
