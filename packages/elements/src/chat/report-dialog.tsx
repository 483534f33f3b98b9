import { useStore } from '@palaver/react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';

/** Tells the moderators about a message. */
export function ReportDialog({
  messageId,
  onClose,
}: {
  readonly messageId: string;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const { tell } = useChatHost();
  const { client } = useStore();

  async function report(form: FormData) {
    const reason = String(form.get('reason') ?? '').trim();
    await client.api.reports.create.mutate({ messageId, reason });
    tell(t.reported);
  }

  return (
    <FormDialog title={t.reportTitle} action={t.report} isOpen onClose={onClose} onSubmit={report}>
      <p>{t.reportHint}</p>
      <Field label={t.reportReason} name="reason" required maxLength={512} autoComplete="off" />
    </FormDialog>
  );
}
