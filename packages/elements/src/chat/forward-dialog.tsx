import type { Message } from '@palaver/client';
import { resources, type StoreState, selectChannels } from '@palaver/client/store';
import { useResource, useSelected, useStore } from '@palaver/react';
import { useEffect, useMemo, useState } from 'react';
import { useChatHost } from '../host/chat-host.js';
import { useTexts } from '../i18n/i18n.js';
import { Field } from '../ui/field.js';
import { FormDialog } from '../ui/form-dialog.js';
import styles from './forward-dialog.module.css';
import { type Forwardable, forwardTargets } from './forward-targets.js';

const NONE: readonly never[] = [];

/** Forwards a message to another place, with what one says about it. */
export default function ForwardDialog({
  message,
  onClose,
}: {
  readonly message: Message;
  readonly onClose: () => void;
}) {
  const t = useTexts();
  const { tell } = useChatHost();
  const { client } = useStore();
  const [text, setText] = useState('');
  const [chosenId, setChosenId] = useState<string | null>(null);
  // However often it is sent, it is posted once.
  const [nonce] = useState(() => crypto.randomUUID());
  const known = useKnown();
  const targets = forwardTargets({ ...known, channelId: message.channelId }, text);
  const chosen = targets.find(({ id }) => id === chosenId) ?? targets[0];

  async function forward(form: FormData) {
    if (chosen === undefined) return false;
    const content = String(form.get('comment') ?? '').trim();
    await client.api.messages.send.mutate({
      channelId: chosen.id,
      forwardedMessageId: message.id,
      content,
      nonce,
    });
    tell(t.forwarded(chosen.name));
    return true;
  }

  return (
    <FormDialog title={t.forwardTitle} action={t.forward} isOpen onClose={onClose} onSubmit={forward}>
      <Field
        label={t.forwardTo}
        type="search"
        value={text}
        autoComplete="off"
        onChange={(event) => setText(event.target.value)}
      />
      <fieldset className={styles.targets}>
        <legend>{t.forwardTargets}</legend>
        {targets.map(({ id, name, serverName }) => (
          <label key={id} className={styles.target}>
            <input
              type="radio"
              name="target"
              value={id}
              checked={id === chosen?.id}
              onChange={() => setChosenId(id)}
            />
            <span dir="auto">{name}</span>
            {serverName !== null && <small dir="auto">{serverName}</small>}
          </label>
        ))}
        {targets.length === 0 && <p>{t.noMatch}</p>}
      </fieldset>
      <Field label={t.forwardComment} name="comment" autoComplete="off" />
    </FormDialog>
  );
}

/** The places that one is in, of all servers. */
function useKnown() {
  const store = useStore();
  const { value: unread } = useResource(resources.unread);
  const { value: dms } = useResource(resources.dms);
  const { value: list } = useResource(resources.servers);
  const servers = list?.items ?? NONE;
  useEffect(() => {
    const stops = servers.map(({ id }) => store.watch(resources.channelsOf(id)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, servers]);
  const selectAll = useMemo(() => {
    const ofServers = servers.map(({ id }) => selectChannels(id));
    return (state: StoreState) => ofServers.flatMap((select) => select(state));
  }, [servers]);
  const ofServers = useSelected(selectAll);
  return useMemo(() => {
    const channels: readonly Forwardable[] = [...ofServers, ...(dms?.items ?? NONE)];
    return { channels, servers, joinedIds: new Set(unread?.items.map(({ channelId }) => channelId)) };
  }, [ofServers, dms, servers, unread]);
}
