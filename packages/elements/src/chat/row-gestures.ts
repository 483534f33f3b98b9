import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { opensMenu } from '../ui/opens-menu.js';
import type { MenuOverlay } from '../ui/overlay.js';
import { Swipe } from '../ui/swipe.js';

/** What has a menu, or a use of the secondary button, of its own. */
const HAS_OWN = 'a, button, input, textarea, select, video, audio, img, [role="dialog"]';

let swipe: Swipe | null = null;

/**
 * The handlers of the row of a message: its context menu, and a swipe that answers. `onReply` is null where a message has no
 * thread to open.
 */
export function rowGestures(onMenu: (menu: MenuOverlay) => void, onReply: (() => void) | null) {
  const menu = opensMenu((anchor, at) => {
    swipe = null;
    onMenu({ anchor, at });
  });
  return {
    ...menu,
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      const isTouch = 'pointerType' in event.nativeEvent && event.nativeEvent.pointerType === 'touch';
      const hasOwn = event.target instanceof Element && event.target.closest(HAS_OWN) !== null;
      const isSelected = getSelection()?.isCollapsed === false;
      if (isTouch) event.preventDefault();
      else if (!hasOwn && !isSelected) menu.onContextMenu(event);
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (event.target === event.currentTarget) menu.onKeyDown(event);
    },
    onTouchStart: (event: TouchEvent<HTMLElement>) => {
      const touch = event.touches[0];
      const isRightToLeft = getComputedStyle(event.currentTarget).direction === 'rtl';
      const isOne = touch !== undefined && event.touches.length === 1 && onReply !== null;
      swipe = isOne ? new Swipe(touch.clientX, touch.clientY, isRightToLeft ? -1 : 1) : null;
      menu.onTouchStart(event);
    },
    onTouchMove: (event: TouchEvent<HTMLElement>) => {
      const touch = event.touches[0];
      if (touch && swipe)
        event.currentTarget.style.setProperty('--swiped', `${swipe.move(touch.clientX, touch.clientY)}px`);
      menu.onTouchMove(event);
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      event.currentTarget.style.removeProperty('--swiped');
      if (swipe?.isDone) onReply?.();
      swipe = null;
      menu.onTouchEnd(event);
    },
    onTouchCancel: (event: TouchEvent<HTMLElement>) => {
      event.currentTarget.style.removeProperty('--swiped');
      swipe = null;
      menu.onTouchCancel();
    },
  };
}
