import { Menu } from '@base-ui/react/menu';
import { useStore } from '@palaver/react';
import { CalendarClock, ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useI18n } from '../i18n/i18n.js';
import button from '../ui/button.module.css';
import menu from '../ui/menu.module.css';
import { useAttempt } from '../ui/use-attempt.js';
import { TimeDialog } from './time-dialog.js';
import { sendingTimes, shownTime } from './times.js';

interface SendLaterProps {
  readonly message: {
    readonly channelId: string;
    readonly threadId: string | null;
    readonly alsoInChannel: boolean;
    readonly content: string;
    readonly attachmentIds: readonly string[];
  };
  readonly isReady: boolean;
  readonly onScheduled: () => void;
}

/** Offers times at which the service sends what was written. */
export default function SendLater({ message, isReady, onScheduled }: SendLaterProps) {
  const { t, locale } = useI18n();
  const { portals } = useChatHost();
  const { tell } = useChatHost();
  const { client } = useStore();
  const attempt = useAttempt();
  const [isChoosing, setChoosing] = useState(false);

  async function schedule(time: Date): Promise<void> {
    const { threadId, attachmentIds, ...rest } = message;
    const inThread = threadId === null ? {} : { threadId };
    const sendAt = time.toISOString();
    await client.api.scheduledMessages.create.mutate({
      ...rest,
      ...inThread,
      attachmentIds: [...attachmentIds],
      sendAt,
    });
    tell(t.scheduledFor(shownTime(time, locale)));
    onScheduled();
  }

  return (
    <>
      <Menu.Root defaultOpen>
        <Menu.Trigger
          className={button.icon}
          disabled={!isReady}
          aria-label={t.sendLater}
          title={t.sendLater}
        >
          <ChevronDown aria-hidden="true" />
        </Menu.Trigger>
        <Menu.Portal container={portals}>
          <Menu.Positioner side="top" align="end" sideOffset={6} className={menu.positioner}>
            <Menu.Popup className={menu.popup}>
              <div className={menu.label}>{t.sendLater}</div>
              {sendingTimes(new Date()).map((time) => (
                <Menu.Item
                  key={time.getTime()}
                  className={menu.item}
                  onClick={() => void attempt(schedule(time))}
                >
                  {shownTime(time, locale)}
                </Menu.Item>
              ))}
              <Menu.Separator className={menu.line} />
              <Menu.Item className={menu.item} onClick={() => setChoosing(true)}>
                <CalendarClock aria-hidden="true" /> {t.anotherTime}
              </Menu.Item>
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      {isChoosing && <TimeDialog title={t.sendLater} onTime={schedule} onClose={() => setChoosing(false)} />}
    </>
  );
}
