import type { AnyChannel } from '@palaver/client';
import { type ComponentType, createContext, useContext } from 'react';
import type { Overlay } from '../ui/overlay.js';

/** A channel, or one of its messages or threads. */
export interface Place {
  /** Null for a direct message. */
  readonly serverId: string | null;
  readonly channelId: string;
  readonly messageId?: string | null;
  /** The thread that the message is in. */
  readonly threadId?: string | null;
}

/** What the elements ask of the app that shows them. Its functions stay the same for as long as it is shown. */
export interface ChatHost {
  /** The address of a place, for a link within the app. */
  readonly addressOf: (place: Place) => string;
  /** Shows a place. */
  readonly show: (place: Place) => void;
  /** Opens what floats beside the element that it was asked from, such as the picker of emoji. */
  readonly openOverlay: (overlay: Overlay) => void;
  /** Shows a line for some seconds. Assistive technology reads it out. */
  readonly tell: (text: string, isError?: boolean) => void;
  /** Shows a line with a button that takes back what it tells. Resolves when the line goes, with whether the button was pressed. */
  readonly offerUndo: (text: string) => Promise<boolean>;
  /** What leads on at the beginning of a channel, below its name. It may suspend. */
  readonly Beginning: ComponentType<{ readonly channel: AnyChannel }>;
  /** Where the app begins, for the way out of a part that cannot be shown. */
  readonly startAddress: string;
  /** Called when messages are on the screen. */
  readonly onMessagesShown: () => void;
  /** Called when more than one entry of a list cannot be shown. */
  readonly onFailed: () => void;
}

const Context = createContext<ChatHost | null>(null);

export const ChatHostProvider = Context.Provider;

/** Throws where no `ChatHostProvider` is around. */
export function useChatHost(): ChatHost {
  const host = useContext(Context);
  if (host === null) throw new Error('There is no ChatHostProvider');
  return host;
}
