import type { AnyChannel } from '@palaver/client';
import { type ComponentType, createContext, useContext } from 'react';
import type { ChannelMenu, Overlay } from '../ui/overlay.js';

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
  /** Opens what floats beside the element that it was asked from, such as the picker of emoji; null closes it. */
  readonly openOverlay: (overlay: Overlay | null) => void;
  /** Opens the menu of a channel of a list; null where there is none, and the browser's own menu opens. */
  readonly openChannelMenu: ((menu: ChannelMenu) => void) | null;
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
  /** Where menus, dialogs and what else floats are put, with the styles of the elements; undefined for the end of the page. */
  readonly portals: HTMLElement | undefined;
  /** Whether Back of the browser may close what lies over the page on a screen that is touched. */
  readonly backCloses: boolean;
  /** Whether a field may take the keyboard by itself, as when its channel is shown. */
  readonly mayTakeFocus: () => boolean;
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
