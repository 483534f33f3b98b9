import type { AnchorHTMLAttributes, MouseEvent } from 'react';
import { type Place, useChatHost } from '../host/chat-host.js';

interface PlaceLinkProps extends Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick'> {
  readonly to: Place;
}

/** A link to a channel or a message. */
export function PlaceLink({ to, ...props }: PlaceLinkProps) {
  const { addressOf, show } = useChatHost();
  function follow(event: MouseEvent) {
    // The browser opens these in another tab or window.
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    event.preventDefault();
    show(to);
  }
  return <a {...props} href={addressOf(to)} onClick={follow} />;
}
