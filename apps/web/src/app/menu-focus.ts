/** Which part of a menu has the focus when it opens. */

import type { FocusEvent } from 'react';

// Not :focus-visible: an element that a key had focused keeps that state when the pointer presses it.
let pressedByPointer = false;
const note = ({ type }: Event): void => void (pressedByPointer = type === 'pointerdown');
for (const type of ['pointerdown', 'keydown']) addEventListener(type, note, { capture: true, passive: true });

/**
 * Of the theme's menus. The focus trap chooses the first item. A menu that a key or a screen reader opened stays there; one that the pointer
 * opened takes the focus itself, as menus of desktops do: no item is highlighted, Enter chooses nothing and the first arrow key leads to the
 * first item.
 */
export function onMenuFocus({ currentTarget, target }: FocusEvent<HTMLElement>): void {
  if (pressedByPointer && target.hasAttribute('data-menu-item')) currentTarget.focus({ preventScroll: true });
}
