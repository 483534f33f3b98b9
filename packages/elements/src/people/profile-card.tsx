import { Popover } from '@base-ui/react/popover';
import type { Profile, User } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { useList, useResource, useStore } from '@palaver/react';
import { Ban, MessageCircle } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useI18n } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import menu from '../ui/menu.module.css';
import type { Overlay } from '../ui/overlay.js';
import { useAttempt } from '../ui/use-attempt.js';
import { PersonAvatar, StatusEmoji } from './person.js';
import styles from './profile-card.module.css';
import { InCommon, LocalTime } from './profile-facts.js';

type ProfileOverlay = Extract<Overlay, { readonly kind: 'profile' }>;

/** Who somebody is, and what one can do about them. */
export default function ProfileCard({ overlay }: { readonly overlay: ProfileOverlay }) {
  const { anchor, serverId } = overlay;
  const { locale, t } = useI18n();
  const { openOverlay, portals } = useChatHost();
  const { user, profile } = useCurrent(overlay.user);
  const since = new Date(user.createdAt).toLocaleDateString(locale, { dateStyle: 'long' });
  return (
    <Popover.Root open onOpenChange={(isOpen) => !isOpen && openOverlay(null)}>
      <Popover.Portal container={portals}>
        <Popover.Positioner
          anchor={anchor}
          align="start"
          side="inline-end"
          sideOffset={8}
          className={menu.positioner}
        >
          <Popover.Popup
            className={`${menu.popup} ${styles.card}`}
            finalFocus={() => (anchor instanceof HTMLElement ? anchor : true)}
          >
            <PersonAvatar user={user} size="large" />
            <Popover.Title className={styles.name} dir="auto">
              {user.displayName} {user.bot && <span className={styles.role}>{t.bot}</span>}
            </Popover.Title>
            <p className={styles.username}>
              @{user.username} {serverId !== null && <RoleOf userId={user.id} serverId={serverId} />}
            </p>
            {(user.status !== '' || user.statusEmoji !== null) && (
              <p className={styles.status} dir="auto">
                <StatusEmoji user={user} /> {user.status}
              </p>
            )}
            {profile?.timezone != null && <LocalTime zone={profile.timezone} />}
            <p className={styles.since}>{t.memberSince(since)}</p>
            {profile && <InCommon profile={profile} serverId={serverId} />}
            <Acts user={user} />
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** What the message or the list had of somebody, and then what the service says now. */
function useCurrent(user: User): { readonly user: User; readonly profile: Profile | null } {
  const { client } = useStore();
  const [profile, setProfile] = useState<Profile | null>(null);
  useEffect(() => {
    let isShown = true;
    client.api.users.get.query({ userId: user.id }).then(
      (found) => isShown && setProfile(found),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [client, user.id]);
  return { user: profile ?? user, profile };
}

function Acts({ user }: { readonly user: User }) {
  const { t } = useI18n();
  const { client } = useStore();
  const attempt = useAttempt();
  const { openOverlay, show } = useChatHost();
  const { value: me } = useResource(resources.me);
  if (me === null || me.id === user.id) return null;
  const isBlocked = me.blockedUserIds.includes(user.id);

  async function message() {
    const { id } = await client.api.dms.create.mutate({ userIds: [user.id] });
    openOverlay(null);
    show({ serverId: null, channelId: id });
  }

  return (
    <div className={styles.acts}>
      <Button onClick={() => void attempt(message())}>
        <MessageCircle aria-hidden="true" /> {t.sendMessage}
      </Button>
      <Button
        look="plain"
        onClick={() =>
          void attempt(
            isBlocked
              ? client.api.users.unblock.mutate({ userId: user.id })
              : client.api.users.block.mutate({ userId: user.id }),
          )
        }
      >
        <Ban aria-hidden="true" /> {isBlocked ? t.unblock : t.block}
      </Button>
    </div>
  );
}

/** Members are not searched further than this. */
const MEMBERS_MAX = 500;

/** The role of somebody in a server. */
function RoleOf({ userId, serverId }: { readonly userId: string; readonly serverId: string }) {
  const { t } = useI18n();
  const { value, loadOlder } = useList(useMemo(() => resources.membersOf(serverId), [serverId]));
  const found = value?.items.find(({ user }) => user.id === userId);
  const count = value?.items.length ?? 0;
  const goesOn =
    found === undefined && value?.hasOlder === true && value.loading === null && count < MEMBERS_MAX;
  useEffect(() => {
    if (goesOn) void loadOlder().catch(() => {});
  }, [goesOn, loadOlder]);
  if (found === undefined) return null;
  return <span className={styles.role}>{t.roleName(found.role)}</span>;
}
