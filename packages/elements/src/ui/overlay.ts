import type { AnyChannel, User } from '@palaver/client';

/** A place in the window, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What floats beside the element that it was opened from. There is one at a time, outside of lists whose rows come and go. */
export type Overlay =
  | {
      readonly kind: 'emoji';
      readonly anchor: Element;
      /** The server whose own emoji are offered as well. */
      readonly serverId: string | null;
      readonly onPick: (emoji: string) => void;
    }
  | {
      readonly kind: 'profile';
      readonly anchor: Element;
      readonly user: User;
      readonly serverId: string | null;
    }
  | PersonMenuOverlay;

/** The context menu of something: at the pointer, or beside the element where there was none. */
export interface MenuOverlay {
  readonly anchor: HTMLElement;
  readonly at: Point | null;
}

export interface ChannelMenu extends MenuOverlay {
  readonly channel: AnyChannel;
}

export interface PersonMenuOverlay extends MenuOverlay {
  readonly kind: 'person-menu';
  readonly user: User;
  readonly serverId: string | null;
  /** The channel whose member they are, where they are shown as one. */
  readonly channel: AnyChannel | null;
}
