import type { StoreState } from '@palaver/client/store';
import { Button } from '@palaver/elements/ui/button.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { sentenceOf } from '@palaver/elements/ui/refusal.js';
import { useSelected, useStore } from '@palaver/react';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { DM_SIZE_MAX } from '../channels/acts-on-channel.js';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { NOBODY } from '../people/people-choice.js';
import { PeopleField } from '../people/people-field.js';
import { writingPlace } from '../ui/writing-place.js';

const selectMyId = ({ userId }: StoreState) => userId;

/** Finds people among those whom one meets, and opens the direct message with all who are chosen. */
export default function NewDmDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const { client } = useStore();
  const [, navigate] = useLocation();
  const myId = useSelected(selectMyId);
  const hiddenIds = useMemo(() => new Set(myId === null ? [] : [myId]), [myId]);
  const [choice, setChoice] = useState(NOBODY);
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string | null>(null);

  async function open() {
    if (isBusy || choice.chosen.length === 0) return;
    setBusy(true);
    setError(null);
    try {
      const dm = await client.api.dms.create.mutate({ userIds: choice.chosen.map(({ id }) => id) });
      navigate(`/dms/${dm.id}`);
      onClose();
    } catch (cause) {
      setError(sentenceOf(cause, t));
      setBusy(false);
    }
  }

  return (
    <Dialog title={t.newDm} isAtTop isOpen onClose={onClose} focusAfter={writingPlace}>
      <form
        className={dialog.form}
        aria-busy={isBusy}
        onSubmit={(event) => {
          event.preventDefault();
          void open();
        }}
      >
        <PeopleField
          choice={choice}
          onChoice={setChoice}
          serverId={null}
          hiddenIds={hiddenIds}
          max={DM_SIZE_MAX - 1}
          onSubmit={() => void open()}
        />
        {error !== null && (
          <p role="alert" className={dialog.error}>
            {error}
          </p>
        )}
        <div className={dialog.row}>
          <Button look="plain" onClick={onClose}>
            {t.cancel}
          </Button>
          <Button type="submit" disabled={isBusy || choice.chosen.length === 0}>
            {s.startConversation}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
