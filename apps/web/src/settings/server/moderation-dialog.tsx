import type { User } from '@palaver/client';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useStore } from '@palaver/react';
import { SelectField, TextArea } from '../shared/fields.js';
import { banIn, timeOutIn } from './moderation-in.js';
import { useServerTexts } from './texts.js';

export type Measure = 'time-out' | 'remove' | 'ban' | 'delete-messages';

interface ModerationDialogProps {
  readonly serverId: string;
  readonly user: User;
  readonly measure: Measure;
  readonly onClose: () => void;
  readonly onDone?: () => Promise<void>;
}

const TIMEOUT_MINUTES = [5, 60, 24 * 60, 7 * 24 * 60, 28 * 24 * 60];
const BAN_HOURS = [24, 7 * 24, 30 * 24];
const DELETE_HOURS = [1, 24, 168];

/** Asks how somebody is to be kept in order, and does it. */
export function ModerationDialog({ serverId, user, measure, onClose, onDone }: ModerationDialogProps) {
  const s = useServerTexts();
  const { client } = useStore();
  const userId = user.id;

  async function submit(form: FormData) {
    const { servers } = client.api;
    switch (measure) {
      case 'time-out':
        await servers.timeOut.mutate({ serverId, userId, ...timeOutIn(form) });
        break;
      case 'remove':
        await servers.removeMember.mutate({ serverId, userId });
        break;
      case 'delete-messages':
        await servers.deleteMessagesOf.mutate({ serverId, userId, hours: Number(form.get('deleteHours')) });
        break;
      case 'ban':
        await servers.ban.mutate({ serverId, userId, ...banIn(form) });
    }
    await onDone?.();
  }

  const name = user.displayName;
  const words = {
    'time-out': { title: s.timeOutTitle(name), text: s.timeOutText, action: s.timeOut },
    remove: { title: s.removeTitle(name), text: s.removeText, action: s.removeMember },
    ban: { title: s.banTitle(name), text: s.banText, action: s.ban },
    'delete-messages': {
      title: s.deleteMessagesTitle(name),
      text: s.deleteMessagesText,
      action: s.deleteMessages,
    },
  }[measure];
  const hourOptions = DELETE_HOURS.map((hours) => ({ value: String(hours), label: s.hours(hours) }));
  return (
    <FormDialog
      title={words.title}
      action={words.action}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={submit}
    >
      <p>{words.text}</p>
      {measure === 'time-out' && (
        <SelectField
          label={s.forHowLong}
          name="minutes"
          defaultValue="60"
          options={TIMEOUT_MINUTES.map((minutes) => ({
            value: String(minutes),
            label: minutes < 60 ? s.minutes(minutes) : s.hours(minutes / 60),
          }))}
        />
      )}
      {measure === 'ban' && (
        <SelectField
          label={s.forHowLong}
          name="hours"
          options={[
            { value: '', label: s.forEver },
            ...BAN_HOURS.map((hours) => ({ value: String(hours), label: s.hours(hours) })),
          ]}
        />
      )}
      {measure === 'ban' && (
        <SelectField
          label={s.alsoDelete}
          name="deleteHours"
          options={[{ value: '', label: s.deleteNothing }, ...hourOptions]}
        />
      )}
      {measure === 'delete-messages' && (
        <SelectField label={s.alsoDelete} name="deleteHours" options={hourOptions} />
      )}
      {(measure === 'ban' || measure === 'time-out') && (
        <TextArea label={s.reasonHint} name="reason" rows={2} maxLength={512} />
      )}
    </FormDialog>
  );
}
