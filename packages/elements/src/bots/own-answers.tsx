import type { AnyChannel } from '@palaver/client';
import { useResource } from '@palaver/react';
import { Eye, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Markdown } from '../chat/markdown/markdown.js';
import { useNames, useNeeded } from '../chat/names.js';
import { useChatHost } from '../host/chat-host.js';
import { IconButton } from '../ui/button.js';
import styles from './own-answers.module.css';
import { ownAnswers } from './resources.js';
import { useBotsTexts } from './texts.js';

/** What bots have answered the person alone in this place, until the interaction ends or the person hides it. */
export default function OwnAnswers({
  channel,
  threadId,
}: {
  readonly channel: Pick<AnyChannel, 'id'>;
  readonly threadId: string | null;
}) {
  const t = useBotsTexts();
  const { tell } = useChatHost();
  const names = useNames();
  const { value } = useResource(ownAnswers);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const unanswered = value?.unanswered ?? 0;
  const told = useRef(unanswered);
  useEffect(() => {
    if (threadId === null && unanswered > told.current) tell(t.noAnswer, true);
    told.current = unanswered;
  }, [unanswered, threadId, t, tell]);
  const shown = value?.answers.filter(
    (one) => one.channelId === channel.id && one.threadId === threadId && !hidden.has(one.seq),
  );
  useNeeded(shown?.map(({ botId }) => botId) ?? []);
  if (!shown || shown.length === 0) return null;
  return (
    <ul className={styles.answers} aria-live="polite">
      {shown.map(({ seq, botId, content }) => (
        <li key={seq}>
          <div className={styles.head}>
            <strong dir="auto">{names?.usersById.get(botId)?.displayName ?? ''}</strong>
            <small>
              <Eye aria-hidden="true" /> {t.onlyYou}
            </small>
            <IconButton label={t.dismiss} onClick={() => setHidden(new Set([...hidden, seq]))}>
              <X aria-hidden="true" />
            </IconButton>
          </div>
          <Markdown text={content} />
        </li>
      ))}
    </ul>
  );
}
