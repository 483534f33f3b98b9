import { useEffect, useMemo, useRef, useState } from 'react';
import { addressOfMessage } from '../host/address.js';
import type { ChatHost, Place } from '../host/chat-host.js';
import type { Overlay } from '../ui/overlay.js';
import { ToldLines } from '../ui/tell.js';
import type { Places } from './places.js';
import type { PalaverSession } from './session.js';

interface EmbedHostOptions {
  readonly session: PalaverSession;
  readonly places: Places;
  readonly portals: HTMLElement;
  /** Called before the person goes to another place. False keeps what is shown. */
  readonly onShow: (place: Place) => boolean;
}

/** A channel begins with its name alone. */
const Nothing = () => null;

/** What the elements ask of a page that has no more than them. Links of other windows lead to the web client of the service. */
export function useEmbedHost({ session, places, portals, onShow }: EmbedHostOptions) {
  const [overlay, setOverlay] = useState<Overlay | null>(null);
  const [lines] = useState(() => new ToldLines());
  const latest = useRef(onShow);
  useEffect(() => {
    latest.current = onShow;
  });
  const host = useMemo<ChatHost>(
    () => ({
      addressOf: ({ messageId = null, threadId = null, ...channel }) =>
        session.url + addressOfMessage({ ...channel, messageId, threadId }),
      show: (place) => {
        if (latest.current(place)) places.show(place);
      },
      openOverlay: setOverlay,
      openChannelMenu: null,
      tell: lines.tell,
      offerUndo: lines.offerUndo,
      Beginning: Nothing,
      startAddress: session.url,
      onMessagesShown: () => {},
      portals,
      backCloses: false,
      // A page that shows a chat keeps the keyboard where its person has it.
      mayTakeFocus: () => portals.parentElement?.matches(':focus-within') ?? false,
      onFailed: () => {},
    }),
    [session, places, portals, lines],
  );
  return { host, overlay, lines };
}
