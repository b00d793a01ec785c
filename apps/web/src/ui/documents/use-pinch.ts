import { type RefObject, useEffect, useEffectEvent } from 'react';

const SMALLEST_STEP = 0.04;

const apart = ([one, other]: TouchList): number => Math.hypot(one.clientX - other.clientX, one.clientY - other.clientY);

/** Two fingers that go apart or together on an element: by how much, again and again. One finger scrolls as ever. */
export function usePinch(box: RefObject<HTMLElement | null>, onPinch: (by: number) => void): void {
  const pinch = useEffectEvent(onPinch);
  useEffect(() => {
    const from = box.current;
    if (!from) return;
    let last = 0;
    const start = ({ touches }: TouchEvent): void => {
      last = touches.length === 2 ? apart(touches) : 0;
    };
    const move = (event: TouchEvent): void => {
      if (event.touches.length !== 2 || !last) return;
      event.preventDefault();
      const by = apart(event.touches) / last;
      if (Math.abs(by - 1) < SMALLEST_STEP) return;
      last *= by;
      pinch(by);
    };
    from.addEventListener('touchstart', start, { passive: true });
    from.addEventListener('touchmove', move, { passive: false });
    from.addEventListener('touchend', start, { passive: true });
    return () => {
      from.removeEventListener('touchstart', start);
      from.removeEventListener('touchmove', move);
      from.removeEventListener('touchend', start);
    };
  }, [box]);
}
