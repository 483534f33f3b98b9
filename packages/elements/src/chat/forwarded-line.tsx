import type { Message } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource, useStore } from '@palaver/react';
import { Forward } from 'lucide-react';
import { useMemo } from 'react';
import { dayOf } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import { PlaceLink } from '../ui/place-link.js';
import { useAnswer } from '../ui/use-answer.js';
import styles from './message-row.module.css';
import { useNames } from './names.js';

/** Where a forwarded message comes from, with a link for those who see that. */
export default function ForwardedLine({
  source,
}: {
  readonly source: NonNullable<Message['forwardedFrom']>;
}) {
  const { t, locale } = useI18n();
  const { userId, channelId, messageId, createdAt } = source;
  const name = useNameOf(userId);
  const { value, status } = useResource(useMemo(() => resources.channel(channelId), [channelId]));
  const channel = status === 'ready' ? value?.channel : undefined;
  return (
    <p className={styles.pinned}>
      <Forward aria-hidden="true" />
      <span dir="auto">{t.forwardedFrom(name ?? t.somebody)}</span>
      {channel && (
        <PlaceLink to={{ serverId: channel.serverId, channelId, messageId }}>
          <bdi>{channel.isDm ? channel.displayName : `#${channel.displayName}`}</bdi>
        </PlaceLink>
      )}
      <time dateTime={createdAt}>{dayOf(new Date(createdAt), locale)}</time>
    </p>
  );
}

/** Null until it is known, and for those whom one cannot look up. */
function useNameOf(userId: string): string | null {
  const here = useNames()?.usersById.get(userId);
  const { client } = useStore();
  const { value } = useAnswer(
    async () => here ?? (await client.api.users.get.query({ userId })),
    `${userId} ${here === undefined}`,
  );
  return (here ?? value)?.displayName ?? null;
}
