import type { NotificationLevel, Role } from '@palaver/client';

export const SWITCHES = ['isPrivate', 'joinedByDefault', 'archived', 'readReceipts'] as const;
export type Switches = Readonly<Record<(typeof SWITCHES)[number], boolean>>;

const POSTING_ROLES = ['admin', 'moderator', 'member'] as const satisfies readonly Role[];
const LEVELS = ['all', 'mentions', 'nothing'] as const satisfies readonly NotificationLevel[];

/** What a form changes of a channel. A switch that is as it was is not sent: somebody else may have changed it meanwhile. */
export function channelChangesIn(form: FormData, channel: Switches, switches: Switches) {
  const text = (name: string) => textIn(form, name);
  const changed = SWITCHES.filter((name) => switches[name] !== channel[name]);
  return {
    name: text('name'),
    displayName: text('displayName') || text('name'),
    topic: text('topic') || null,
    postingRole: POSTING_ROLES.find((role) => role === text('postingRole')) ?? 'member',
    slowModeSeconds: Number(text('slowMode')),
    defaultNotificationLevel: LEVELS.find((level) => level === text('level')) ?? null,
    ...Object.fromEntries(changed.map((name) => [name, switches[name]])),
  };
}

/** For how many days messages are kept: 0 for always, null for what the server says. */
export function retentionIn(form: FormData): number | null {
  const days = textIn(form, 'retention');
  return days === '' ? null : Number(days);
}

function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim();
}
