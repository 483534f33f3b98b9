import { useTexts } from '../i18n/i18n.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import { fieldValue, sendingTimes } from './times.js';

interface TimeDialogProps {
  readonly title: string;
  /** What the field has at first; in an hour where nothing is given. */
  readonly time?: Date;
  readonly onTime: (time: Date) => Promise<void>;
  readonly onClose: () => void;
}

/** Asks for a day and a time. */
export function TimeDialog({ title, time, onTime, onClose }: TimeDialogProps) {
  const t = useTexts();
  const now = new Date();
  return (
    <FormDialog
      title={title}
      action={t.save}
      isOpen
      onClose={onClose}
      onSubmit={(form) => onTime(new Date(String(form.get('time'))))}
    >
      <Field
        label={t.dayAndTime}
        name="time"
        type="datetime-local"
        required
        min={fieldValue(now)}
        defaultValue={fieldValue(time ?? sendingTimes(now)[0] ?? now)}
      />
    </FormDialog>
  );
}
