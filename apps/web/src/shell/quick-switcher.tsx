import { shownCount } from '@palaver/elements/channels/badges.js';
import { Dialog } from '@palaver/elements/ui/dialog.js';
import dialog from '@palaver/elements/ui/dialog.module.css';
import { Field } from '@palaver/elements/ui/field.js';
import { useAttempt } from '@palaver/elements/ui/use-attempt.js';
import { useStore } from '@palaver/react';
import { type KeyboardEvent, useEffect, useId, useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { useChannelsTexts } from '../channels/texts.js';
import { useTexts } from '../i18n/i18n.js';
import { openDialog } from '../ui/opened-dialog.js';
import { writingPlace } from '../ui/writing-place.js';
import { ranked, stepped } from './goals.js';
import styles from './quick-switcher.module.css';
import { type ShownGoal, useGoals } from './use-goals.js';
import { visitedIds } from './visited.js';

/** Goes to a person, a channel or a server, or does something, by a part of its name and with the keyboard alone. */
export default function QuickSwitcher({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const s = useChannelsTexts();
  const listId = useId();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const goals = useGoals(text);
  // What was visited before it opened.
  const visited = useMemo(() => visitedIds(), []);
  const shown = useMemo(() => ranked(goals, text, visited), [goals, text, visited]);
  const current = shown[Math.min(chosen, shown.length - 1)];
  const go = useGoing(onClose);
  useEffect(() => {
    if (current) document.getElementById(`${listId}-${current.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [listId, current]);

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((before) => stepped(Math.min(before, shown.length - 1), step, shown.length));
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      go(current);
    }
  }

  return (
    <Dialog title={t.switchTo} isAtTop isOpen onClose={onClose} focusAfter={writingPlace}>
      <div className={dialog.form}>
        <Field
          label={t.search}
          placeholder={s.findAnything}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t.switchTo} className={styles.places}>
          {shown.map((goal) => (
            <GoalOption
              key={goal.id}
              id={`${listId}-${goal.id}`}
              goal={goal}
              isCurrent={goal === current}
              onChoose={() => go(goal)}
            />
          ))}
        </div>
        {shown.length === 0 && <p role="status">{s.nothingFound}</p>}
      </div>
    </Dialog>
  );
}

interface GoalOptionProps {
  readonly id: string;
  readonly goal: ShownGoal;
  readonly isCurrent: boolean;
  readonly onChoose: () => void;
}

function GoalOption({ id, goal, isCurrent, onChoose }: GoalOptionProps) {
  const t = useTexts();
  const unread = goal.unreadCount ?? 0;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field (ARIA, combobox)
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isCurrent}
      data-unread={unread > 0 || undefined}
      onClick={onChoose}
    >
      {goal.icon}
      <span dir="auto">{goal.name}</span> <small dir="auto">{goal.of}</small>
      {unread > 0 && (
        <small className={styles.count} data-mention={(goal.mentionCount ?? 0) > 0 || undefined}>
          {t.unreadMessages(shownCount(unread))}
        </small>
      )}
    </div>
  );
}

/** Goes where a goal is. To somebody, that is the direct message with them. */
function useGoing(onClose: () => void) {
  const { api } = useStore().client;
  const attempt = useAttempt();
  const [, navigate] = useLocation();

  async function message(userId: string) {
    const { id } = await api.dms.create.mutate({ userIds: [userId] });
    navigate(`/dms/${id}`);
  }

  return ({ does }: ShownGoal) => {
    onClose();
    if ('href' in does) navigate(does.href);
    else if ('dialog' in does) openDialog(does.dialog);
    else void attempt(message(does.userId));
  };
}
