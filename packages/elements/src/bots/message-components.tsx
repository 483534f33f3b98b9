import type { Component, Message } from '@palaver/client';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { useNames } from '../chat/names.js';
import { Button } from '../ui/button.js';
import type { Shown } from './asked.js';
import styles from './message-components.module.css';
import { useBotsTexts } from './texts.js';
import { useAsked } from './use-asked.js';

/** The buttons, links and selects of a bot's message. */
export default function MessageComponents({
  message: { id, userId, user, components },
}: {
  readonly message: Message;
}) {
  const t = useBotsTexts();
  const names = useNames();
  const { componentId, shown, sentence, use } = useAsked(id);
  const name = names?.usersById.get(userId)?.displayName ?? user?.displayName ?? '';
  const told: Record<Shown, string | null> = {
    nothing: null,
    working: t.botWorks(name),
    late: t.noAnswerYet(name),
    unanswered: t.noAnswer,
    refused: sentence,
  };
  return (
    <div className={styles.rows}>
      {components.map((row) => (
        <div key={row.components.map((one) => one.id ?? one.url).join(' ')} className={styles.row}>
          {row.components.map((component) => (
            <ShownComponent
              key={component.id ?? component.url}
              component={component}
              isBusy={shown === 'working' && componentId === component.id}
              onUse={(values) => component.id !== null && void use(component.id, values)}
            />
          ))}
        </div>
      ))}
      <p className={styles.told} role="status" data-state={shown}>
        {told[shown]}
      </p>
    </div>
  );
}

interface ShownProps {
  readonly component: Component;
  readonly isBusy: boolean;
  readonly onUse: (values: string[]) => void;
}

const LOOK = { primary: 'primary', secondary: 'plain', danger: 'danger' } as const;

function ShownComponent(props: ShownProps) {
  const { component, isBusy, onUse } = props;
  switch (component.type) {
    case 'link':
      return (
        <a className={styles.link} href={component.url ?? ''} target="_blank" rel="noopener noreferrer">
          <span dir="auto">{component.label}</span> <ExternalLink aria-hidden="true" />
        </a>
      );
    case 'button':
      return (
        <Button
          look={LOOK[component.style]}
          disabled={component.disabled || isBusy}
          aria-busy={isBusy || undefined}
          onClick={() => onUse([])}
        >
          <span dir="auto">{component.label}</span>
        </Button>
      );
    case 'select':
      return component.maxValues === 1 ? <One {...props} /> : <Several {...props} />;
  }
}

/** What is chosen is sent at once. */
function One({ component, isBusy, onUse }: ShownProps) {
  const t = useBotsTexts();
  const hint = component.placeholder ?? t.choose;
  return (
    <select
      className={styles.select}
      aria-label={hint}
      dir="auto"
      value=""
      disabled={component.disabled}
      aria-busy={isBusy}
      onChange={({ target }) => !isBusy && onUse([target.value])}
    >
      <option value="" disabled>
        {hint}
      </option>
      {component.choices.map(({ value, label }) => (
        <option key={value} value={value}>
          {label}
        </option>
      ))}
    </select>
  );
}

function Several({ component, isBusy, onUse }: ShownProps) {
  const t = useBotsTexts();
  const { placeholder, choices, minValues, maxValues, disabled } = component;
  const [chosen, setChosen] = useState<readonly string[]>([]);

  function submit(event: FormEvent) {
    event.preventDefault();
    onUse([...chosen]);
  }

  return (
    <form className={styles.several} onSubmit={submit}>
      <fieldset disabled={disabled} aria-busy={isBusy}>
        <legend>{placeholder ?? t.choose}</legend>
        {choices.map(({ value, label }) => (
          <label key={value}>
            <input
              type="checkbox"
              checked={chosen.includes(value)}
              disabled={!chosen.includes(value) && chosen.length >= maxValues}
              onChange={({ target }) =>
                setChosen(target.checked ? [...chosen, value] : chosen.filter((one) => one !== value))
              }
            />{' '}
            <span dir="auto">{label}</span>
          </label>
        ))}
        <Button type="submit" look="plain" disabled={isBusy || chosen.length < minValues}>
          {t.chooseAction}
        </Button>
      </fieldset>
    </form>
  );
}
