import type { Erasure } from '@palaver/client';
import type { CatalogueOf } from '@palaver/elements/i18n/catalogue-of.js';
import type { serviceAdminEn } from '../../i18n/service-admin.en.js';

type Texts = CatalogueOf<typeof serviceAdminEn>;

/** What an id is called. */
export type NameOf = (id: string | null) => string;

/** What is erased. */
export function erasedText({ kind, channelId, serverId, userId }: Erasure, s: Texts, nameOf: NameOf): string {
  const told: Readonly<Record<Erasure['kind'], () => string>> = {
    channel: () => s.erasureOfChannel(nameOf(channelId), nameOf(serverId)),
    member: () => s.erasureOfMember(nameOf(userId), nameOf(serverId)),
    user: () => s.erasureOfUser(nameOf(userId)),
    account: () => s.erasureOfAccount(nameOf(userId)),
  };
  return told[kind]();
}

/** How far an erasure is, and who asked for it when. */
export function erasureState(
  { kind, before, askedBy, createdAt, endedAt, removed }: Erasure,
  s: Texts,
  nameOf: NameOf,
  moment: (instant: string) => string,
): string {
  return [
    endedAt === null ? s.erasureRunning : s.erasureEnded(moment(endedAt)),
    // An account goes without its messages.
    ...(kind === 'account' ? [] : [s.removedMessages(removed)]),
    // Without a time of its own it takes what there was when it was asked for.
    ...(before === null || before === createdAt ? [] : [s.erasedBefore(moment(before))]),
    askedBy === null ? s.askedByProgram : s.askedBy(nameOf(askedBy)),
    moment(createdAt),
  ].join(' · ');
}
