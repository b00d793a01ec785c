import { useEffect, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { create } from 'zustand';

type Slot = 'header' | 'status';

const useSlots = create<Record<Slot, HTMLElement | null>>(() => ({ header: null, status: null }));

/** Where the shell gives room to the place that is open. */
export function SlotOutlet({ slot, className }: { slot: Slot; className?: string }) {
  const [element, setElement] = useState<HTMLElement | null>(null);
  useEffect(() => {
    useSlots.setState({ [slot]: element });
    return () => useSlots.setState({ [slot]: null });
  }, [slot, element]);
  return <div ref={setElement} className={className} />;
}

/** Content of a page in the header beside the path: state of the version, buttons, presence. */
export function HeaderSlot({ children }: { children: ReactNode }) {
  const element = useSlots((slots) => slots.header);
  return element ? createPortal(children, element) : null;
}

/** What a page puts into the status line at the bottom: rows, sums of the selection, data date. */
export function StatusSlot({ children }: { children: ReactNode }) {
  const element = useSlots((slots) => slots.status);
  return element ? createPortal(children, element) : null;
}
