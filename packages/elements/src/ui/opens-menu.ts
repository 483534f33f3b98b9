import type { KeyboardEvent, MouseEvent, TouchEvent } from 'react';
import { LongPress } from './long-press.js';
import type { Point } from './overlay.js';

const press = new LongPress();

/**
 * The handlers of an element with a context menu: the secondary button of the mouse, Shift+F10 or the menu key, and a finger
 * that rests. `open` gets the element, and where the pointer was.
 */
export function opensMenu(open: (anchor: HTMLElement, at: Point | null) => void) {
  return {
    onContextMenu: (event: MouseEvent<HTMLElement>) => {
      event.preventDefault();
      open(event.currentTarget, { x: event.clientX, y: event.clientY });
    },
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => {
      if (!isMenuKey(event)) return;
      event.preventDefault();
      event.stopPropagation();
      open(event.currentTarget, null);
    },
    onTouchStart: ({ touches, currentTarget }: TouchEvent<HTMLElement>) => {
      const touch = touches[0];
      if (touch === undefined || touches.length > 1) press.cancel();
      else press.begin(touch.clientX, touch.clientY, () => open(currentTarget, null));
    },
    onTouchMove: ({ touches }: TouchEvent<HTMLElement>) => {
      const touch = touches[0];
      if (touch !== undefined) press.move(touch.clientX, touch.clientY);
    },
    onTouchEnd: (event: TouchEvent<HTMLElement>) => {
      // Else the lifted finger would open what it rested on.
      if (press.end()) event.preventDefault();
    },
    onTouchCancel: () => press.cancel(),
  };
}

function isMenuKey({ key, shiftKey }: KeyboardEvent): boolean {
  return key === 'ContextMenu' || (key === 'F10' && shiftKey);
}
