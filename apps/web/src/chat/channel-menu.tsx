import { Menu } from '@base-ui/react/menu';
import type { AnyChannel, NotificationLevel } from '@palaver/client';
import { resources, selectUnread } from '@palaver/client/store';
import { useResource, useSelected, useStore } from '@palaver/react';
import { Bell, Check, Link as LinkIcon, LogOut, Star, StarOff } from 'lucide-react';
import { useMemo } from 'react';
import { useI18n } from '../i18n/i18n.js';
import { shownTime } from '../later/times.js';
import button from '../ui/button.module.css';
import menu from '../ui/menu.module.css';
import { tell } from '../ui/tell.js';
import { useAttempt } from '../ui/use-attempt.js';
import { addressOf } from './address.js';
import styles from './channel-page.module.css';
import { ChannelMenuIcon, useChannelPreference } from './channel-preference.js';
import { afterHours, FOR_EVER, isForEver } from './muting.js';

/** What one sets for a channel for oneself, and the way out of it. */
export default function ChannelMenu({ channel }: { readonly channel: AnyChannel }) {
  const { t, locale } = useI18n();
  const { api } = useStore().client;
  const attempt = useAttempt();
  const { id: channelId, serverId } = channel;
  const { value: favorites } = useResource(resources.favorites);
  const { level: chosen, mutedUntil } = useChannelPreference(channelId);
  const unread = useSelected(useMemo(() => selectUnread(channelId), [channelId]));
  const isFavorite = favorites?.channelIds.includes(channelId) ?? false;
  const set = (changes: { level?: NotificationLevel | null; mutedUntil?: string | null }) =>
    void attempt(api.notificationPreferences.setForChannelById.mutate({ channelId, ...changes }));
  const muteFor = (hours: number) => set({ mutedUntil: afterHours(hours) });
  const levels = [
    { value: 'default', name: t.levelDefault },
    { value: 'all', name: t.levelAll },
    { value: 'mentions', name: t.levelMentions },
    { value: 'nothing', name: t.levelNothing },
  ];

  async function copyLink() {
    await navigator.clipboard.writeText(new URL(addressOf(serverId, channelId), location.origin).href);
    tell(t.copied);
  }

  return (
    <Menu.Root defaultOpen>
      <Menu.Trigger
        className={`${button.icon} ${styles.trigger}`}
        aria-label={t.channelMenu}
        title={t.channelMenu}
      >
        <ChannelMenuIcon isMuted={mutedUntil !== null} />
      </Menu.Trigger>
      <Menu.Portal>
        <Menu.Positioner align="start" sideOffset={6} className={menu.positioner}>
          <Menu.Popup className={menu.popup}>
            <Menu.Item
              className={menu.item}
              onClick={() =>
                void attempt((isFavorite ? api.favorites.remove : api.favorites.add).mutate({ channelId }))
              }
            >
              {isFavorite ? <StarOff aria-hidden="true" /> : <Star aria-hidden="true" />}
              {isFavorite ? t.removeFavorite : t.addFavorite}
            </Menu.Item>
            <Menu.Item className={menu.item} onClick={() => void attempt(copyLink())}>
              <LinkIcon aria-hidden="true" /> {t.copyLink}
            </Menu.Item>
            <Menu.Separator className={menu.line} />
            <Menu.RadioGroup
              value={chosen ?? 'default'}
              onValueChange={(level) => set({ level: level === 'default' ? null : level })}
            >
              <div className={menu.label}>{t.notifyOf}</div>
              {levels.map(({ value, name }) => (
                <Menu.RadioItem key={value} value={value} className={menu.item} closeOnClick>
                  {name}
                  <Menu.RadioItemIndicator className={menu.check}>
                    <Check aria-hidden="true" />
                  </Menu.RadioItemIndicator>
                </Menu.RadioItem>
              ))}
            </Menu.RadioGroup>
            <Menu.Separator className={menu.line} />
            {mutedUntil !== null ? (
              <Menu.Item className={menu.item} onClick={() => set({ mutedUntil: null })}>
                <Bell aria-hidden="true" />
                {isForEver(mutedUntil) ? t.unmute : t.unmuteNow(shownTime(new Date(mutedUntil), locale))}
              </Menu.Item>
            ) : (
              <>
                <div className={menu.label}>{t.mute}</div>
                <Menu.Item className={menu.item} onClick={() => muteFor(1)}>
                  {t.muteHours(1)}
                </Menu.Item>
                <Menu.Item className={menu.item} onClick={() => muteFor(8)}>
                  {t.muteHours(8)}
                </Menu.Item>
                <Menu.Item className={menu.item} onClick={() => set({ mutedUntil: FOR_EVER })}>
                  {t.muteForever}
                </Menu.Item>
              </>
            )}
            {serverId !== null && unread !== null && (
              <>
                <Menu.Separator className={menu.line} />
                <Menu.Item
                  className={menu.item}
                  data-danger
                  onClick={() => void attempt(api.channels.leave.mutate({ serverId, channelId }))}
                >
                  <LogOut aria-hidden="true" /> {t.leaveChannel}
                </Menu.Item>
              </>
            )}
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.Root>
  );
}
