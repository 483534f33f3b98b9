import { Menu } from '@base-ui/react/menu';
import { savedMessages } from '@palaver/client/personal';
import { useList, useStore } from '@palaver/react';
import { AlarmClock, AlarmClockOff, CalendarClock, ChevronRight } from 'lucide-react';
import { useRef, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { clockOf } from '../i18n/clock.js';
import { useI18n } from '../i18n/i18n.js';
import button from '../ui/button.module.css';
import menu from '../ui/menu.module.css';
import { useAttempt } from '../ui/use-attempt.js';
import { TimeDialog } from './time-dialog.js';
import { shownTime, type UsualTime, usualTimes } from './times.js';

/** When the person is to be reminded of a message; null where they are not. */
function useRemindAt(messageId: string): string | null {
  const { value } = useList(savedMessages);
  return value?.items.find((saved) => saved.messageId === messageId)?.remindAt ?? null;
}

/** Sets or removes the reminder of a message, which saves it, too. */
function useRemind(messageId: string): (time: Date | null) => Promise<void> {
  const { t, locale } = useI18n();
  const { tell } = useChatHost();
  const { api } = useStore().client;
  return async (time) => {
    await api.savedMessages.save.mutate({ messageId, remindAt: time?.toISOString() ?? null });
    tell(time === null ? t.reminderRemoved : t.remindedAt(shownTime(time, locale)));
  };
}

interface RemindProps {
  readonly messageId: string;
}

interface RemindItemsProps extends RemindProps {
  /** Asks for another time: a dialog outlives the menu. */
  readonly onAnotherTime: () => void;
}

function RemindItems({ messageId, onAnotherTime }: RemindItemsProps) {
  const { t, locale } = useI18n();
  const attempt = useAttempt();
  const remind = useRemind(messageId);
  const isSet = useRemindAt(messageId) !== null;
  const labels: Record<UsualTime['name'], (time: Date) => string> = {
    minutes: () => t.in20Minutes,
    hour: () => t.in1Hour,
    tomorrow: (time) => t.tomorrowAt(clockOf(time, locale)),
    monday: (time) => t.nextMondayAt(clockOf(time, locale)),
  };
  return (
    <>
      {usualTimes(new Date()).map(({ name, time }) => (
        <Menu.Item key={name} className={menu.item} onClick={() => void attempt(remind(time))}>
          {labels[name](time)}
        </Menu.Item>
      ))}
      <Menu.Separator className={menu.line} />
      <Menu.Item className={menu.item} onClick={onAnotherTime}>
        <CalendarClock aria-hidden="true" /> {t.anotherTime}
      </Menu.Item>
      {isSet && (
        <Menu.Item className={menu.item} onClick={() => void attempt(remind(null))}>
          <AlarmClockOff aria-hidden="true" /> {t.removeReminder}
        </Menu.Item>
      )}
    </>
  );
}

/** The times of a reminder, in the menu of a message. */
export function RemindMenu(props: RemindItemsProps) {
  const { t } = useI18n();
  // In the menu itself: with Preact, what is clicked in another portal is outside of the menu, which closes.
  const inMenu = useRef<HTMLDivElement>(null);
  return (
    <Menu.SubmenuRoot>
      <Menu.SubmenuTrigger className={menu.item}>
        <AlarmClock aria-hidden="true" /> {t.remindMe}{' '}
        <ChevronRight className={menu.deeper} aria-hidden="true" />
      </Menu.SubmenuTrigger>
      <div ref={inMenu} />
      <Menu.Portal container={inMenu}>
        <Menu.Positioner className={menu.further}>
          <Menu.Popup className={menu.popup}>
            <RemindItems {...props} />
          </Menu.Popup>
        </Menu.Positioner>
      </Menu.Portal>
    </Menu.SubmenuRoot>
  );
}

/** Asks for the day and the time of a reminder. */
export function RemindDialog({ messageId, onClose }: RemindProps & { readonly onClose: () => void }) {
  const { t } = useI18n();
  const remindAt = useRemindAt(messageId);
  const time = remindAt === null ? {} : { time: new Date(remindAt) };
  return <TimeDialog title={t.remindMe} {...time} onTime={useRemind(messageId)} onClose={onClose} />;
}

/** A button with the times of a reminder. */
export function RemindButton({ messageId }: RemindProps) {
  const { t } = useI18n();
  const { portals } = useChatHost();
  const [isChoosing, setChoosing] = useState(false);
  return (
    <>
      <Menu.Root>
        <Menu.Trigger className={button.icon} aria-label={t.remindMe} title={t.remindMe}>
          <AlarmClock aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={portals}>
          <Menu.Positioner align="end" sideOffset={4} className={menu.positioner}>
            <Menu.Popup className={menu.popup}>
              <RemindItems messageId={messageId} onAnotherTime={() => setChoosing(true)} />
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isChoosing && <RemindDialog messageId={messageId} onClose={() => setChoosing(false)} />}
    </>
  );
}
