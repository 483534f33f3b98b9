import type { AnyChannel, Channel } from '@palaver/client';
import { resources, type StoreState, stateOf } from '@palaver/client/store';
import { useSelected, useStore } from '@palaver/react';
import { MessageCircle } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { addressOf } from '../chat/address.js';
import { useTexts } from '../i18n/i18n.js';
import { Dialog } from '../ui/dialog.js';
import dialog from '../ui/dialog.module.css';
import { Field } from '../ui/field.js';
import { ChannelIcon } from './channel-link.js';
import { matching, type Place, stepped } from './places.js';
import styles from './quick-switcher.module.css';

/** Channels of more servers are not looked through. */
const SERVERS_MAX = 20;

/** Goes to a channel by a part of its name, with the keyboard alone. */
export default function QuickSwitcher({ onClose }: { readonly onClose: () => void }) {
  const t = useTexts();
  const store = useStore();
  const listId = useId();
  const [, navigate] = useLocation();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const all = useSelected(selectPlaces);
  const servers = useSelected(selectServers);
  useEffect(() => {
    const stops = servers.map(({ id }) => store.watch(resources.channelsOf(id)));
    return () => {
      for (const stop of stops) stop();
    };
  }, [store, servers]);
  const places = matching(all, text);
  const current = places[Math.min(chosen, places.length - 1)];

  function go({ href }: Place) {
    onClose();
    navigate(href);
  }

  function onKeyDown(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setChosen((before) => stepped(before, step, places.length));
    }
    if (event.key === 'Enter' && current) {
      event.preventDefault();
      go(current);
    }
  }

  return (
    <Dialog title={t.switchTo} isAtTop isOpen onClose={onClose}>
      <div className={dialog.form}>
        <Field
          label={t.search}
          role="combobox"
          aria-expanded
          aria-controls={listId}
          aria-activedescendant={current && `${listId}-${current.id}`}
          value={text}
          autoComplete="off"
          onChange={(event) => {
            setText(event.target.value);
            setChosen(0);
          }}
          onKeyDown={onKeyDown}
        />
        <div id={listId} role="listbox" aria-label={t.channels} className={styles.places}>
          {places.map((place) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are those of the field (ARIA, combobox)
            <div
              key={place.id}
              id={`${listId}-${place.id}`}
              role="option"
              tabIndex={-1}
              aria-selected={place === current}
              onClick={() => go(place)}
            >
              {place.channel.isDm ? (
                <MessageCircle aria-hidden="true" />
              ) : (
                <ChannelIcon channel={place.channel} />
              )}
              <span dir="auto">{place.name}</span> <small dir="auto">{place.of}</small>
            </div>
          ))}
        </div>
        {places.length === 0 && <p role="status">{t.noMatch}</p>}
      </div>
    </Dialog>
  );
}

function selectServers(state: StoreState) {
  return (stateOf(state, resources.servers).value?.items ?? []).slice(0, SERVERS_MAX);
}

function selectPlaces(state: StoreState): readonly Place[] {
  const dms = stateOf(state, resources.dms).value?.items ?? [];
  const ofServers = selectServers(state).flatMap((server) =>
    (stateOf(state, resources.channelsOf(server.id)).value?.items ?? [])
      .filter(({ archived }) => !archived)
      .map((channel) => placeOf(channel, server.name)),
  );
  return [...dms.map((channel) => placeOf(channel, '')), ...ofServers];
}

function placeOf(channel: Channel | AnyChannel, of: string): Place {
  const { id, displayName: name, serverId } = channel;
  return { id, name, channel, of, href: addressOf(serverId, id) };
}
