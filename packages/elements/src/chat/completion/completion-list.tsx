import type { BotCommands, User } from '@palaver/client';
import { useStore } from '@palaver/react';
import { AtSign, Hash } from 'lucide-react';
import { type Ref, useEffect, useId, useImperativeHandle, useState } from 'react';
import { Emoji } from '../../emoji/emoji.js';
import { loadEmoji, type UnicodeEmoji } from '../../emoji/unicode-emoji.js';
import { useTexts } from '../../i18n/i18n.js';
import { LookAlikeMark } from '../../people/look-alike-mark.js';
import { PersonAvatar } from '../../people/person.js';
import { type Names, useNames, useNeeded } from '../names.js';
import { type Choice, channelChoices, commandChoices, emojiChoices, peopleChoices } from './choices.js';
import styles from './completion-list.module.css';
import { answerTo } from './keys.js';
import type { OpenWord } from './open-word.js';

/** What the field asks of the list that completes its word. */
export interface CompletionKeys {
  /** Takes a key of the field. Returns whether it was for the list. */
  onKey(key: string): boolean;
}

interface CompletionListProps {
  readonly word: OpenWord;
  readonly channelId: string;
  readonly keys: Ref<CompletionKeys>;
  readonly onChoose: (text: string) => void;
  readonly onClose: () => void;
  /** Names the list and the choice that Enter takes, for the field. */
  readonly onActive: (active: { readonly listId: string | null; readonly optionId: string | null }) => void;
}

/** What the word before the caret can be completed to. The keys are those of the field, which keeps the focus. */
export default function CompletionList(props: CompletionListProps) {
  const { word, keys, onChoose, onClose, onActive } = props;
  const t = useTexts();
  const listId = useId();
  const [chosen, setChosen] = useState(0);
  const choices = useChoices(props);
  const active = Math.min(chosen, choices.length - 1);
  const current = choices[active];
  const optionId = current ? `${listId}-${active}` : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: another word begins at its first choice
  useEffect(() => setChosen(0), [word.query, word.sign]);
  useEffect(() => {
    onActive({ listId: optionId === null ? null : listId, optionId });
    return () => onActive({ listId: null, optionId: null });
  }, [listId, optionId, onActive]);
  useImperativeHandle(
    keys,
    () => ({
      onKey: (key) => {
        const answer = answerTo(key, { word, choices, active });
        if (answer === 'close') onClose();
        else if (answer === 'choose') onChoose(current?.text ?? '');
        else if (answer !== null) setChosen(answer);
        return answer !== null;
      },
    }),
    [choices, active, current, word, onChoose, onClose],
  );
  if (choices.length === 0) return null;
  return (
    <div className={styles.list} role="listbox" id={listId} aria-label={t.completions}>
      {choices.map((choice, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field (ARIA, combobox)
        <div
          key={choice.key}
          id={`${listId}-${index}`}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          className={styles.choice}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => setChosen(index)}
          onClick={() => onChoose(choice.text)}
        >
          <Picture choice={choice} />
          <span className={styles.label} dir="auto">
            {choice.label}
          </span>
          {choice.user && <LookAlikeMark userId={choice.user.id} />}
          <small dir="auto">{choice.hint}</small>
        </div>
      ))}
    </div>
  );
}

function Picture({ choice: { user, emoji, text } }: { readonly choice: Choice }) {
  if (user) return <PersonAvatar user={user} size="small" />;
  if (emoji)
    return (
      <span className={styles.emoji}>
        <Emoji emoji={emoji} />
      </span>
    );
  return text.startsWith('#') ? <Hash aria-hidden="true" /> : <AtSign aria-hidden="true" />;
}

const NO_NAMES: Names = {
  serverId: null,
  users: new Map(),
  usersById: new Map(),
  groups: new Map(),
  channels: new Map(),
  emoji: new Map(),
};

function useChoices({ word, channelId }: CompletionListProps): readonly Choice[] {
  const t = useTexts();
  const names = useNames() ?? NO_NAMES;
  const unicode = useUnicodeEmoji(word.sign === ':');
  const found = useReaders(channelId, word);
  // An option of a command may name them.
  useNeeded(found.map(({ id }) => id));
  const commands = useCommands(channelId, word.sign === '/');
  switch (word.sign) {
    case '@':
      return peopleChoices(names, found, word.query, { here: t.mentionHere, channel: t.mentionChannel });
    case '/':
      return commandChoices(commands, word.query);
    case '#':
      return channelChoices(names, word.query);
    case ':':
      return emojiChoices(names, unicode, word.query);
  }
}

const NONE: readonly never[] = [];

/** What bots can be asked here, read anew each time that a command is begun. */
function useCommands(channelId: string, isWanted: boolean): readonly BotCommands[] {
  const { client } = useStore();
  const [commands, setCommands] = useState<readonly BotCommands[]>(NONE);
  useEffect(() => {
    if (!isWanted) return;
    let isCurrent = true;
    client.api.interactions.inChannel.query({ channelId }).then(
      (found) => isCurrent && setCommands(found),
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [client, channelId, isWanted]);
  return commands;
}

function useUnicodeEmoji(isWanted: boolean): readonly UnicodeEmoji[] {
  const [emoji, setEmoji] = useState<readonly UnicodeEmoji[]>(NONE);
  useEffect(() => {
    if (isWanted) void loadEmoji().then(setEmoji, () => {});
  }, [isWanted]);
  return emoji;
}

/** So long one has to pause before the service is asked. */
const PAUSE_MS = 150;

/** Those who can read the channel, also where they have not joined it. */
function useReaders(channelId: string, { sign, query }: OpenWord): readonly User[] {
  const { client } = useStore();
  const [found, setFound] = useState<readonly User[]>(NONE);
  const q = sign === '@' ? query : '';
  useEffect(() => {
    if (q === '') return setFound(NONE);
    let isCurrent = true;
    const timer = setTimeout(() => {
      client.api.users.search.query({ q, channelId, limit: 8 }).then(
        (users) => isCurrent && setFound(users),
        () => {},
      );
    }, PAUSE_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [client, channelId, q]);
  return found;
}
