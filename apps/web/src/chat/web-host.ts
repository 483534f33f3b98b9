import { addressOfMessage } from '@palaver/elements/host/address.js';
import type { ChatHost, Place } from '@palaver/elements/host/chat-host.js';
import { late } from '@palaver/elements/ui/late.js';
import { navigate } from 'wouter/use-browser-location';
import { hidePicture } from '../live/picture.js';
import { forgetPlace } from '../settings/shared/last-place.js';
import { openOverlay } from '../ui/overlay.js';
import { offerUndo, tell } from '../ui/tell.js';
import { tellShownPlace } from './shown-place.js';

const addressOf = ({ messageId = null, threadId = null, ...channel }: Place) =>
  addressOfMessage({ ...channel, messageId, threadId });

/** What the elements of the chat ask of the web client. */
export const WEB_HOST: ChatHost = {
  addressOf,
  show: (place) => {
    navigate(addressOf(place));
    tellShownPlace();
  },
  openOverlay,
  openChannelMenu: (menu) => openOverlay({ kind: 'channel-menu', ...menu }),
  tell,
  offerUndo,
  Beginning: late(() => import('./channel-beginning.js')),
  startAddress: '/',
  onMessagesShown: hidePicture,
  portals: undefined,
  backCloses: true,
  mayTakeFocus: () => true,
  onFailed: () => {
    // The next visit does not begin with what cannot be shown.
    forgetPlace(location.pathname);
    hidePicture();
  },
};
