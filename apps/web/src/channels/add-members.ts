import type { PalaverApi, User } from '@palaver/client';
import type { ChatTexts } from '@palaver/elements/i18n/i18n.js';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';

/** The most people that are added at once: each is a call of its own. */
export const ADDED_MAX = 20;

/** Who is not added, and why. */
export interface Failure {
  readonly user: User;
  readonly reason: string;
}

interface Adding {
  readonly api: PalaverApi;
  readonly serverId: string;
  readonly channelId: string;
  /** The texts of refusals. */
  readonly t: ChatTexts;
}

/** Adds people to a channel, one after the other. Resolves with those who could not be added. */
export async function addMembers(
  { api, serverId, channelId, t }: Adding,
  users: readonly User[],
): Promise<readonly Failure[]> {
  const failures: Failure[] = [];
  for (const user of users) {
    await api.channels.addMember
      .mutate({ serverId, channelId, userId: user.id })
      .catch((cause: unknown) => failures.push({ user, reason: sentenceOf(cause, t) }));
  }
  return failures;
}
