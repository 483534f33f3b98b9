import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { Dialog } from '../ui/dialog.js';
import dialog from '../ui/dialog.module.css';

interface DeleteEmptiedProps {
  readonly onClose: () => void;
  readonly onDelete: () => void;
}

/** Asks whether a message of which the text was emptied is to be deleted. */
export default function DeleteEmptied({ onClose, onDelete }: DeleteEmptiedProps) {
  const t = useTexts();
  return (
    <Dialog title={t.deleteEmptied} isOpen onClose={onClose}>
      <div className={dialog.row}>
        <Button look="plain" onClick={onClose}>
          {t.cancel}
        </Button>
        <Button look="danger" onClick={onDelete}>
          {t.delete}
        </Button>
      </div>
    </Dialog>
  );
}
