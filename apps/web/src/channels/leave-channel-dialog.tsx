import type { AnyChannel } from '@palaver/client';
import { FormDialog } from '@palaver/elements/ui/form-dialog.js';
import { useChannelsTexts } from './texts.js';
import { useMembership } from './use-membership.js';

interface LeaveChannelDialogProps {
  readonly channel: AnyChannel;
  readonly onClose: () => void;
}

/** Asks before somebody leaves a private channel, to which they cannot come back by themselves. */
export default function LeaveChannelDialog({ channel, onClose }: LeaveChannelDialogProps) {
  const s = useChannelsTexts();
  const { leaveNow } = useMembership(channel);
  return (
    <FormDialog
      title={s.leaveTitle(channel.displayName)}
      action={s.leave}
      look="danger"
      isOpen
      onClose={onClose}
      onSubmit={leaveNow}
    >
      <p>{s.leaveHint}</p>
    </FormDialog>
  );
}
