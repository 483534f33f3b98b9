import type { AnyChannel } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { dayField, firstOfDay } from './first-of-day.js';

interface JumpToDayProps {
  readonly channel: Pick<AnyChannel, 'id' | 'serverId'>;
  /** What the field has at first. */
  readonly day: Date;
  readonly onClose: () => void;
}

/** Asks for a day, and shows the channel from there on. */
export default function JumpToDay({ channel: { id: channelId, serverId }, day, onClose }: JumpToDayProps) {
  const t = useTexts();
  const store = useStore();
  const { show, tell } = useChatHost();
  async function jump(form: FormData) {
    const messageId = await firstOfDay(store, channelId, String(form.get('day')));
    if (messageId === null) tell(t.nothingOfDay);
    else show({ serverId, channelId, messageId });
  }
  return (
    <FormDialog title={t.jumpToDay} action={t.jump} isOpen onClose={onClose} onSubmit={jump}>
      <Field
        label={t.day}
        name="day"
        type="date"
        required
        max={dayField(new Date())}
        defaultValue={dayField(day)}
      />
    </FormDialog>
  );
}
