import { useEffect, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useDrafts } from '../host/chat-session.js';
import { useTexts } from '../i18n/i18n.js';
import { Button } from '../ui/button.js';
import { useAttempt } from '../ui/use-attempt.js';
import styles from './channel-page.module.css';
import { typedIn } from './typed-texts.js';

/** What the person has begun to write where nothing can be written any more: it can be copied. */
export function KeptText({ channelId }: { readonly channelId: string }) {
  const t = useTexts();
  const { tell } = useChatHost();
  const attempt = useAttempt();
  const drafts = useDrafts();
  const [texts, setTexts] = useState(() => typedIn(drafts, channelId));
  // What was typed into a message of the channel comes a moment later.
  useEffect(() => drafts.subscribe(() => setTexts(typedIn(drafts, channelId))), [drafts, channelId]);
  if (texts.length === 0) return null;
  async function copy(text: string) {
    if (await attempt(navigator.clipboard.writeText(text))) tell(t.copied);
  }
  return (
    <section className={styles.kept} aria-label={t.keptText}>
      <h2>{t.keptText}</h2>
      {texts.map((text) => (
        <div key={text}>
          <p dir="auto">{text}</p>
          <Button look="plain" onClick={() => void copy(text)}>
            {t.copyText}
          </Button>
        </div>
      ))}
    </section>
  );
}
