import type { Component, Message } from '@palaver/client';
import { useStore } from '@palaver/react';
import { ExternalLink } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { Button } from '../ui/button.js';
import { useAttempt } from '../ui/use-attempt.js';
import { hearAnswers } from './hear-answers.js';
import styles from './message-components.module.css';
import { useBotsTexts } from './texts.js';

/** The buttons, links and selects of a bot's message. */
export default function MessageComponents({ message: { id, components } }: { readonly message: Message }) {
  const store = useStore();
  const attempt = useAttempt();
  const [busy, setBusy] = useState<string | null>(null);

  async function apply(componentId: string, values: string[]) {
    setBusy(componentId);
    await hearAnswers(store);
    await attempt(store.client.api.interactions.useComponent.mutate({ messageId: id, componentId, values }));
    setBusy(null);
  }

  return (
    <div className={styles.rows}>
      {components.map((row) => (
        <div key={row.components.map((one) => one.id ?? one.url).join(' ')} className={styles.row}>
          {row.components.map((component) => (
            <Shown
              key={component.id ?? component.url}
              component={component}
              isBusy={busy === component.id}
              onUse={(values) => component.id !== null && void apply(component.id, values)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

interface ShownProps {
  readonly component: Component;
  readonly isBusy: boolean;
  readonly onUse: (values: string[]) => void;
}

const LOOK = { primary: 'primary', secondary: 'plain', danger: 'danger' } as const;

function Shown(props: ShownProps) {
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
      value=""
      disabled={component.disabled || isBusy}
      onChange={({ target }) => onUse([target.value])}
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
      <fieldset disabled={disabled || isBusy}>
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
        <Button type="submit" look="plain" disabled={chosen.length < minValues}>
          {t.chooseAction}
        </Button>
      </fieldset>
    </form>
  );
}
