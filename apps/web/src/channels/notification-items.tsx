import { Menu } from '@base-ui/react/menu';
import type { NotificationLevel } from '@palaver/client';
import { shownTime } from '@palaver/elements/later/times.js';
import menu from '@palaver/elements/ui/menu.module.css';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useStore } from '@palaver/react';
import { Bell, Check } from 'lucide-react';
import { useChannelPreference } from '../chat/channel-preference.js';
import { afterHours, FOR_EVER, isForEver } from '../chat/muting.js';
import { useI18n } from '../i18n/i18n.js';

/** The items that say of what in a channel the person wants to hear. */
export function NotificationItems({ channelId }: { readonly channelId: string }) {
  const { t, locale } = useI18n();
  const { api } = useStore().client;
  const attempt = useAttempt();
  const { level: chosen, mutedUntil } = useChannelPreference(channelId);
  const set = (changes: { level?: NotificationLevel | null; mutedUntil?: string | null }) =>
    void attempt(api.notificationPreferences.setForChannelById.mutate({ channelId, ...changes }));
  const muteFor = (hours: number) => set({ mutedUntil: afterHours(hours) });
  const levels = [
    { value: 'default', name: t.levelDefault },
    { value: 'all', name: t.levelAll },
    { value: 'mentions', name: t.levelMentions },
    { value: 'nothing', name: t.levelNothing },
  ];
  return (
    <>
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
    </>
  );
}
