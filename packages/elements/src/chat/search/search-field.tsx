import type { User } from '@palaver/client';
import { useStore } from '@palaver/react';
import { type KeyboardEvent, type Ref, useEffect, useId, useImperativeHandle, useRef, useState } from 'react';
import { useTexts } from '../../i18n/i18n.js';
import { PersonAvatar } from '../../people/person.js';
import { useFirstFocus } from '../../ui/use-first-focus.js';
import type { Choice } from '../completion/choices.js';
import { useNames } from '../names.js';
import styles from './search.module.css';
import { type OperatorTexts, searchChoices } from './search-choices.js';
import { answerToSearchKey } from './search-keys.js';
import { type SearchWord, searchWordAt } from './search-words.js';

interface SearchFieldProps {
  readonly ref?: Ref<{ focus(): void }>;
  readonly query: string;
  readonly serverId: string | null;
  readonly texts: OperatorTexts;
  /** What is wrong with the query; null for nothing. */
  readonly error: string | null;
  readonly onQuery: (query: string) => void;
  readonly onSearch: () => void;
}

/** Where one types what to search for. Operators and their values are completed with Tab, or with the arrows and Enter. */
export function SearchField({ ref, query, serverId, texts, error, onQuery, onSearch }: SearchFieldProps) {
  const t = useTexts();
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const [word, setWord] = useState<SearchWord | null>(null);
  const [active, setActive] = useState(-1);
  const choices = useChoices(word, serverId, texts);
  const current = choices[active];
  useFirstFocus(input);
  useImperativeHandle(ref, () => ({ focus: () => input.current?.focus() }));

  function look() {
    const { value = '', selectionStart = 0, selectionEnd = 0 } = input.current ?? {};
    setWord(selectionStart === selectionEnd ? searchWordAt(value, selectionStart ?? 0) : null);
    setActive(-1);
  }

  function choose(choice: Choice | undefined) {
    if (word === null || choice === undefined) return;
    const { text } = choice;
    const caret = word.start + text.length;
    onQuery(query.slice(0, word.start) + text + query.slice(word.end).trimStart());
    // Once the field has the text.
    requestAnimationFrame(() => {
      input.current?.setSelectionRange(caret, caret);
      look();
    });
  }

  function onKeyDown(event: KeyboardEvent) {
    const answer = answerToSearchKey(event, choices.length, active);
    if (answer === null) return;
    event.preventDefault();
    // Not for what is around, which Escape would close.
    event.stopPropagation();
    if (answer.kind === 'close') setWord(null);
    else if (answer.kind === 'go') setActive(answer.to);
    else choose(choices[answer.index]);
  }

  return (
    <form
      className={styles.frame}
      onSubmit={(event) => {
        event.preventDefault();
        setWord(null);
        onSearch();
      }}
    >
      <input
        ref={input}
        name="q"
        type="search"
        role="combobox"
        className={styles.input}
        aria-label={t.search}
        aria-autocomplete="list"
        aria-expanded={choices.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={current ? `${id}-${active}` : undefined}
        aria-invalid={error !== null || undefined}
        aria-describedby={error === null ? undefined : `${id}-error`}
        placeholder={t.searchHint}
        maxLength={500}
        autoComplete="off"
        dir="auto"
        value={query}
        onChange={(event) => {
          onQuery(event.target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => setWord(null)}
        onKeyDown={onKeyDown}
      />
      {error !== null && (
        <p id={`${id}-error`} role="alert" className={styles.error}>
          {error}
        </p>
      )}
      <Choices id={id} choices={choices} active={active} onChoose={choose} />
    </form>
  );
}

interface ChoicesProps {
  readonly id: string;
  readonly choices: readonly Choice[];
  readonly active: number;
  readonly onChoose: (choice: Choice) => void;
}

function Choices({ id, choices, active, onChoose }: ChoicesProps) {
  const t = useTexts();
  return (
    <div
      id={`${id}-list`}
      role="listbox"
      aria-label={t.completions}
      className={styles.choices}
      hidden={choices.length === 0}
    >
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field (ARIA, combobox)
        <div
          key={choice.key}
          id={`${id}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.choice}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onChoose(choice)}
        >
          {choice.user && <PersonAvatar user={choice.user} size="small" />}
          <span dir="auto">{choice.label}</span>
          <small dir="auto">{choice.hint}</small>
        </div>
      ))}
    </div>
  );
}

const NONE: readonly never[] = [];

function useChoices(
  word: SearchWord | null,
  serverId: string | null,
  texts: OperatorTexts,
): readonly Choice[] {
  const names = useNames();
  const found = useFoundPeople(word?.operator === 'from' ? word.value.replace(/^@/, '') : '', serverId);
  if (word === null || names === null) return NONE;
  return searchChoices(word, { names, found, texts, now: new Date() });
}

/** So long one has to pause before the service is asked. */
const PAUSE_MS = 150;

function useFoundPeople(q: string, serverId: string | null): readonly User[] {
  const { client } = useStore();
  const [found, setFound] = useState<readonly User[]>(NONE);
  useEffect(() => {
    if (q === '') return setFound(NONE);
    let isCurrent = true;
    const timer = setTimeout(() => {
      const where = serverId === null ? {} : { serverId };
      client.api.users.search.query({ q, ...where, limit: 8 }).then(
        (users) => isCurrent && setFound(users),
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, q, serverId]);
  return found;
}
