import type { BotCommands } from '@palaver/client';
import { useStore } from '@palaver/react';
import { useEffect, useState } from 'react';
import styles from './command-line.module.css';
import { promptOf } from './command-prompt.js';
import { useBotsTexts } from './texts.js';

interface CommandLineProps {
  readonly channelId: string;
  readonly text: string;
}

const NONE: readonly BotCommands[] = [];

/** Says above the field which options the command takes that is being typed, and what the next one means. */
export default function CommandLine({ channelId, text }: CommandLineProps) {
  const t = useBotsTexts();
  const { client } = useStore();
  const [bots, setBots] = useState(NONE);
  useEffect(() => {
    let isCurrent = true;
    client.api.interactions.inChannel.query({ channelId }).then(
      (found) => isCurrent && setBots(found),
      // Without them the command is read when it is sent, which says what is missing.
      () => {},
    );
    return () => {
      isCurrent = false;
    };
  }, [client, channelId]);
  const prompt = promptOf(text, bots);
  if (prompt === null) return null;
  const { command, options, current } = prompt;
  return (
    <div className={styles.line} role="status">
      <p dir="auto">
        <code>/{command.name}</code>{' '}
        {options.map(({ option: { name, required }, isGiven }) => (
          <code
            key={name}
            data-given={isGiven || undefined}
            data-current={name === current?.name || undefined}
          >
            {required ? name : `[${name}]`}
          </code>
        ))}
      </p>
      <p className={styles.hint} dir="auto">
        {current === null ? t.commandReady : `${current.name}: ${current.description}`}
        {current !== null && !current.required && ` (${t.optional})`}
        {current !== null && current.choices.length > 0 && (
          <span>
            {' '}
            {new Intl.ListFormat(undefined, { type: 'disjunction' }).format(
              current.choices.map(({ label }) => label),
            )}
          </span>
        )}
      </p>
    </div>
  );
}
