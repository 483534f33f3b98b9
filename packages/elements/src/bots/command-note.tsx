import { Button } from '../ui/button.js';
import styles from './command-note.module.css';
import type { NotSent } from './send-typed.js';
import { useBotsTexts } from './texts.js';

interface CommandNoteProps {
  readonly notSent: NotSent;
  /** Posts the text as a message. */
  readonly onPost: () => void;
}

/** Says above the field why a command was not sent. */
export default function CommandNote({ notSent: { sentence, maySend }, onPost }: CommandNoteProps) {
  const t = useBotsTexts();
  return (
    <div className={styles.note} role="alert">
      <p dir="auto">{sentence}</p>
      {maySend && (
        <Button look="plain" onClick={onPost}>
          {t.sendAnyway}
        </Button>
      )}
    </div>
  );
}
