import { type MouseEvent, type RefObject, useRef } from 'react';

/** Controls of a dialog with an open list or menu. A press then closes only that. */
const openLists = '[aria-expanded=true]:is([role=combobox], [aria-haspopup=menu])';

/**
 * Handlers for the overlay around a dialog's box: a press that begins and ends outside the box closes the dialog. A
 * dialog that lies above has an overlay of its own, which gets the press instead.
 */
export function usePressOutside(box: RefObject<HTMLElement | null>, onPress: () => void) {
  const began = useRef(false);

  /** By place and not by target: while a list is open, the box lets presses through. */
  function isOutside({ target, currentTarget, clientX: x, clientY: y }: MouseEvent): boolean {
    // Dialogs above are children of this one for React, and elsewhere in the document.
    if (box.current === null || !currentTarget.contains(target as Node)) return false;
    const { left, right, top, bottom } = box.current.getBoundingClientRect();
    return x < left || x > right || y < top || y > bottom;
  }

  return {
    onPointerDown: (event: MouseEvent) => {
      began.current =
        event.button === 0 && isOutside(event) && box.current?.querySelector(openLists) === null;
    },
    onClick: (event: MouseEvent) => {
      if (began.current && isOutside(event)) onPress();
      began.current = false;
    },
  };
}
