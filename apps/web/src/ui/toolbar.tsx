import { type ReactNode, useEffect, useRef } from 'react';

const STEPS: Record<string, (at: number, count: number) => number> = {
  ArrowRight: (at, count) => (at + 1) % count,
  ArrowLeft: (at, count) => (at - 1 + count) % count,
  Home: () => 0,
  End: (_at, count) => count - 1,
};

const buttonsOf = (bar: HTMLElement): HTMLButtonElement[] => [...bar.querySelectorAll('button')];

/** Leaves one button of a toolbar in the way of Tab: the one used last, else the first that is not disabled. */
function keepOneStop(bar: HTMLElement): void {
  const buttons = buttonsOf(bar);
  const free = buttons.filter((button) => !button.disabled);
  const stop =
    free.find((button) => button === document.activeElement) ??
    free.find((button) => button.tabIndex === 0 && button.hasAttribute('data-stop')) ??
    free[0];
  for (const button of buttons) {
    const index = button === stop ? 0 : -1;
    if (button.getAttribute('tabindex') !== String(index)) button.tabIndex = index;
    if (button.hasAttribute('data-stop') !== (button === stop)) button.toggleAttribute('data-stop', button === stop);
  }
}

/** Tools in a row. Tab stops once at its buttons, arrows go from one to the next; fields within keep their own stop. */
export function Toolbar({ label, className, children }: { label: string; className?: string | undefined; children: ReactNode }) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bar = ref.current;
    if (!bar) return undefined;
    const renew = (): void => keepOneStop(bar);
    // On the element: what is drawn elsewhere by a button of the bar is none of its buttons.
    const press = (event: KeyboardEvent): void => {
      const step = event.altKey || event.ctrlKey || event.metaKey || event.shiftKey ? undefined : STEPS[event.key];
      const free = buttonsOf(bar).filter((button) => !button.disabled);
      const at = free.indexOf(event.target as HTMLButtonElement);
      if (!step || at < 0) return;
      event.preventDefault();
      free[step(at, free.length)]?.focus();
    };
    renew();
    const observer = new MutationObserver(renew);
    observer.observe(bar, { subtree: true, childList: true, attributes: true, attributeFilter: ['disabled', 'tabindex'] });
    bar.addEventListener('focusin', renew);
    bar.addEventListener('keydown', press);
    return () => {
      observer.disconnect();
      bar.removeEventListener('focusin', renew);
      bar.removeEventListener('keydown', press);
    };
  }, []);
  return (
    <div ref={ref} className={className} role="toolbar" aria-label={label}>
      {children}
    </div>
  );
}
