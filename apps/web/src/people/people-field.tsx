import type { User } from '@palaver/client';
import { resources } from '@palaver/client/store';
import { LookAlikeMark, LookAlikes } from '@palaver/elements/people/look-alike-mark.js';
import { Avatar } from '@palaver/elements/ui/avatar.js';
import field from '@palaver/elements/ui/field.module.css';
import { useResource } from '@palaver/react';
import { X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { useChannelsTexts } from '../channels/texts.js';
import { useI18n, useTexts } from '../i18n/i18n.js';
import { afterKey, type PeopleChoice, withChosen, withFound, without, withText } from './people-choice.js';
import styles from './people-field.module.css';
import { useFoundPeople } from './use-found-people.js';

interface PeopleFieldProps {
  readonly label?: string;
  readonly choice: PeopleChoice;
  readonly onChoice: (change: (choice: PeopleChoice) => PeopleChoice) => void;
  /** Where people are found: a server, or with null everywhere. */
  readonly serverId: string | null;
  /** Who is there already. */
  readonly hiddenIds: ReadonlySet<string>;
  readonly max: number;
  readonly onSubmit: () => void;
}

/** Several people, each as a chip, and the field that finds the next one (ARIA, combobox). */
export function PeopleField({
  label,
  choice,
  onChoice,
  serverId,
  hiddenIds,
  max,
  onSubmit,
}: PeopleFieldProps) {
  const s = useChannelsTexts();
  const { t, locale } = useI18n();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const answer = useFoundPeople(choice.text, serverId);
  useEffect(() => {
    if (answer)
      onChoice((now) =>
        withFound(
          now,
          answer.users.filter((user) => !hiddenIds.has(user.id)),
        ),
      );
  }, [answer, hiddenIds, onChoice]);
  const [isFocused, setFocused] = useState(false);
  const { chosen, chip } = choice;
  const isFull = chosen.length >= max;
  const found = isFull ? [] : choice.found;
  const active = found[choice.active];
  const { value: me } = useResource(resources.me);
  // Whoever looks for somebody may be the original, and so may those who are chosen.
  const beside = useMemo(() => [...found, ...chosen, ...(me ? [me] : [])], [found, chosen, me]);
  useEffect(() => {
    if (active) document.getElementById(`${id}-${active.id}`)?.scrollIntoView({ block: 'nearest' });
  }, [id, active]);

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { selectionStart, selectionEnd } = event.currentTarget;
    const isAtStart = selectionStart === 0 && selectionEnd === 0;
    const pressed = { key: event.key, isAtStart, isRightToLeft: t.direction === 'rtl' };
    const outcome = afterKey(choice, pressed, max);
    if (outcome === null) return;
    if (outcome.submits || !outcome.isForField) event.preventDefault();
    if (outcome.submits) onSubmit();
    else onChoice(() => outcome.choice);
  }

  const take = (user: User) => {
    onChoice((now) => withChosen(now, user, max));
    input.current?.focus();
  };
  const remove = (user: User) => {
    onChoice((now) => without(now, user.id));
    input.current?.focus();
  };
  const isSearched = answer?.text === choice.text.trim();
  const note = isFull ? s.allChosen : noteOf(isSearched, found.length, choice.text.trim() !== '');
  function noteOf(isAnswered: boolean, count: number, hasText: boolean): string {
    if (count > 0 || !isAnswered) return '';
    if (!hasText) return s.typeName;
    return serverId === null ? s.nobodyMet : s.nobodyHere;
  }
  return (
    <div className={field.field}>
      <label htmlFor={id}>{label ?? s.names}</label>
      <div className={styles.box}>
        <Chips users={chosen} marked={chip} onRemove={remove} />
        <input
          ref={input}
          id={id}
          role="combobox"
          aria-expanded={found.length > 0}
          aria-controls={`${id}-list`}
          aria-activedescendant={active && chip === null ? `${id}-${active.id}` : undefined}
          aria-describedby={`${id}-chosen`}
          autoComplete="off"
          autoCapitalize="none"
          enterKeyHint="done"
          value={choice.text}
          onChange={(event) => onChoice((now) => withText(now, event.target.value))}
          onKeyDown={onKeyDown}
          onFocus={() => setFocused(true)}
          onBlur={() => setFocused(false)}
        />
      </div>
      <p id={`${id}-chosen`} className="visually-hidden" aria-live="polite">
        {chosen.length > 0 &&
          s.peopleChosen(new Intl.ListFormat(locale).format(chosen.map(({ displayName }) => displayName)))}
        {chip !== null && isFocused && chosen[chip] && ` – ${chosen[chip].displayName}`}
      </p>
      <LookAlikes people={beside}>
        <Options id={id} users={found} active={active} onTake={take} />
      </LookAlikes>
      <p role="status" className={styles.note}>
        {note}
      </p>
    </div>
  );
}

interface ChipsProps {
  readonly users: readonly User[];
  /** The place of the chip that the keys are on. */
  readonly marked: number | null;
  readonly onRemove: (user: User) => void;
}

function Chips({ users, marked, onRemove }: ChipsProps) {
  const t = useTexts();
  return users.map((user, index) => (
    <span key={user.id} className={styles.chip} data-marked={index === marked || undefined}>
      <Avatar user={user} size="small" />
      <span dir="auto">{user.displayName}</span>
      <button
        type="button"
        tabIndex={-1}
        aria-label={t.remove(user.displayName)}
        title={t.remove(user.displayName)}
        onClick={() => onRemove(user)}
      >
        <X aria-hidden="true" />
      </button>
    </span>
  ));
}

interface OptionsProps {
  /** The id of the field, of which those of the options are made. */
  readonly id: string;
  readonly users: readonly User[];
  readonly active: User | undefined;
  readonly onTake: (user: User) => void;
}

function Options({ id, users, active, onTake }: OptionsProps) {
  const s = useChannelsTexts();
  return (
    <div id={`${id}-list`} role="listbox" aria-label={s.peopleFound} className={styles.found}>
      {users.map((user) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field (ARIA, combobox)
        <div
          key={user.id}
          id={`${id}-${user.id}`}
          role="option"
          tabIndex={-1}
          aria-selected={user === active}
          onClick={() => onTake(user)}
        >
          <Avatar user={user} size="small" />
          <span dir="auto">{user.displayName}</span> <small>@{user.username}</small>
          <LookAlikeMark userId={user.id} />
        </div>
      ))}
    </div>
  );
}
