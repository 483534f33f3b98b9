import {
  type KeyboardEvent,
  type Ref,
  Suspense,
  useImperativeHandle,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { late } from '../ui/late.js';
import { useFirstFocus } from '../ui/use-first-focus.js';
import type { CompletionKeys } from './completion/completion-list.js';
import { type OpenWord, openWordOf } from './completion/open-word.js';
import { changeByKey } from './composing/change-by-key.js';
import { applyTo, editedIn } from './composing/edit-field.js';
import { type Edited, replaced } from './composing/edited.js';
import { takePasted } from './composing/take-pasted.js';
import { askedBy } from './field-keys.js';
import styles from './writing-field.module.css';

const CompletionList = late(() => import('./completion/completion-list.js'));

/** How others act on the field. */
export interface WritingFieldHandle {
  focus(): void;
  /** Puts a text where the caret is. */
  insert(text: string): void;
  /** Makes it have what a change makes of its text and of what is selected. */
  change(change: (edited: Edited) => Edited): void;
}

interface WritingFieldProps {
  readonly ref?: Ref<WritingFieldHandle>;
  readonly channelId: string;
  readonly label: string;
  readonly text: string;
  readonly placeholder?: string;
  readonly onText: (text: string) => void;
  readonly onEnter: () => void;
  readonly onEscape?: () => void;
  /** The arrow up in an empty field. */
  readonly onUp?: () => void;
  /** Files that are pasted; without it they are left alone. */
  readonly onFiles?: (files: FileList) => void;
  /** Where one has just asked to write. */
  readonly autoFocus?: boolean;
  readonly className?: string | undefined;
  /** The element that says something of the text, such as how much is left. */
  readonly noteId?: string | undefined;
  /** Whether the text cannot be sent as it is. */
  readonly isInvalid?: boolean;
}

/** Where a message is typed: Enter is done, and what begins with `@`, `#` or `:` can be completed. */
export function WritingField(props: WritingFieldProps) {
  const { ref, channelId, label, text, placeholder, onText, autoFocus = false, className } = props;
  const field = useRef<HTMLTextAreaElement>(null);
  const keys = useRef<CompletionKeys>(null);
  /** Ctrl-Shift-V pastes a text as it is. */
  const isPlain = useRef(false);
  const [word, setWord] = useState<OpenWord | null>(null);
  const [active, setActive] = useState<ActiveOption>(NO_OPTION);
  useFirstFocus(field, autoFocus);
  // biome-ignore lint/correctness/useExhaustiveDependencies: who goes on with a text goes on at its end, once
  useLayoutEffect(() => {
    if (autoFocus) field.current?.setSelectionRange(text.length, text.length);
  }, []);
  useImperativeHandle(ref, () => {
    const change = (to: (edited: Edited) => Edited) =>
      field.current && applyTo(field.current, to(editedIn(field.current)));
    return {
      focus: () => field.current?.focus(),
      insert: (inserted) => change((edited) => replaced(edited, inserted)),
      change,
    };
  });

  /** What is left of the word is read from the field: a letter may have come since. */
  function choose(chosen: string) {
    if (word === null || field.current === null) return;
    const { text: typed, start } = editedIn(field.current);
    const end = Math.max(word.end, start);
    applyTo(field.current, replaced({ text: typed, start: word.start, end }, `${chosen} `));
    setWord(null);
  }

  function look() {
    const found = field.current && wordIn(field.current);
    setWord((before) => (isSameWord(before, found) ? before : found));
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (word !== null && keys.current?.onKey(event.key)) return event.preventDefault();
    isPlain.current = event.shiftKey && event.key.toLowerCase() === 'v';
    if (changeByKey(event)) return;
    const { onEscape, onEnter, onUp } = props;
    const asked = askedBy(event, text);
    const act = asked && { escape: onEscape, enter: onEnter, up: onUp }[asked];
    if (!act) return;
    // What is around the field does not hear of it.
    event.preventDefault();
    if (asked === 'enter') setWord(null);
    act();
  }

  return (
    <div className={styles.frame}>
      {word !== null && (
        <Suspense>
          <CompletionList
            word={word}
            channelId={channelId}
            keys={keys}
            onChoose={choose}
            onClose={() => setWord(null)}
            onActive={setActive}
          />
        </Suspense>
      )}
      <textarea
        ref={field}
        className={className}
        aria-label={label}
        aria-autocomplete="list"
        aria-haspopup="listbox"
        aria-controls={active.listId ?? undefined}
        aria-activedescendant={active.optionId ?? undefined}
        aria-describedby={props.noteId}
        aria-invalid={props.isInvalid || undefined}
        placeholder={placeholder}
        value={text}
        rows={1}
        // Without a text, what stands in its place has the direction of the page.
        dir={text === '' ? undefined : 'auto'}
        onChange={(event) => {
          onText(event.target.value);
          look();
        }}
        onSelect={look}
        onBlur={() => setWord(null)}
        onKeyDown={onKeyDown}
        onPaste={(event) => {
          if (!isPlain.current) takePasted(event, props.onFiles);
        }}
      />
    </div>
  );
}

interface ActiveOption {
  readonly listId: string | null;
  readonly optionId: string | null;
}

const NO_OPTION: ActiveOption = { listId: null, optionId: null };

/** The word at the caret; null where text is selected. */
function wordIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement): OpenWord | null {
  return selectionStart === selectionEnd ? openWordOf(value, selectionStart) : null;
}

function isSameWord(a: OpenWord | null, b: OpenWord | null): boolean {
  return a?.sign === b?.sign && a?.query === b?.query && a?.start === b?.start;
}
