import type { Profile } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useResource } from '@palaver/react';
import { Clock } from 'lucide-react';
import { useI18n } from '../i18n/i18n.js';
import { commonConversations, localTime, namesOfServers } from './in-common.js';
import styles from './profile-card.module.css';

/** What time it is for somebody who shows their time zone. */
export function LocalTime({ zone }: { readonly zone: string }) {
  const { t, locale } = useI18n();
  const time = localTime(new Date(), zone, locale);
  if (time === null) return null;
  return (
    <p className={styles.fact}>
      <Clock aria-hidden="true" /> {t.localTime(time)}
    </p>
  );
}

/** The other servers and the group conversations that somebody is in with the reader. */
export function InCommon({
  profile,
  serverId,
}: {
  readonly profile: Profile;
  readonly serverId: string | null;
}) {
  const { t } = useI18n();
  const { value: servers } = useResource(resources.servers);
  const { value: dms } = useResource(resources.dms);
  const otherIds = profile.commonServerIds.filter((id) => id !== serverId);
  const serverNames = namesOfServers(otherIds, servers?.items ?? []);
  const conversations = commonConversations(profile.id, dms?.items ?? []);
  return (
    <>
      <Names label={t.commonServers} names={serverNames} />
      <Names label={t.commonGroups} names={conversations} />
    </>
  );
}

/** So many are named, and the others counted. */
const NAMES_MAX = 5;

function Names({ label, names }: { readonly label: string; readonly names: readonly string[] }) {
  const { t } = useI18n();
  if (names.length === 0) return null;
  const named = names.slice(0, NAMES_MAX);
  return (
    <p className={styles.since}>
      {label} <bdi>{t.namesAndMore(named, names.length - named.length)}</bdi>
    </p>
  );
}
