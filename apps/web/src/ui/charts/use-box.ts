import { useCallback, useRef, useState } from 'react';

/** The inner size of an element, known before it is first seen: what waits for an observer is drawn too narrow once, and stays so where it is pictured at once. */
export function useBox(): { ref: (node: HTMLElement | null) => void; width: number; height: number } {
  const [box, setBox] = useState({ width: 0, height: 0 });
  const observer = useRef<ResizeObserver | null>(null);
  const ref = useCallback((node: HTMLElement | null) => {
    observer.current?.disconnect();
    observer.current = null;
    if (!node) return;
    const measure = (): void => {
      const { clientWidth: width, clientHeight: height } = node;
      setBox((known) => (known.width === width && known.height === height ? known : { width, height }));
    };
    measure();
    observer.current = new ResizeObserver(measure);
    observer.current.observe(node);
  }, []);
  return { ref, ...box };
}
