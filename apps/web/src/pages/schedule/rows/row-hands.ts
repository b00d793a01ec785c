import type { TFunction } from 'i18next';
import type { RefObject } from 'react';
import type { Gantt } from '../../../ui/gantt/create-gantt.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { keptText } from './row-clipboard.ts';

/** What the menu of a row does with the clipboard and with links, as the keys of the grid do. */
export type RowHands = { copy(cut: boolean): void; paste(): void; link(): void };

/** Hands over an open grid. A page may be refused the clipboard of the system: rows that were copied here are pasted all the same. */
export function rowHands(gantt: RefObject<Pick<Gantt, 'copyRows' | 'paste' | 'link'> | null>, t: TFunction): RowHands {
  const clipboard = (): Clipboard | undefined => navigator.clipboard;
  return {
    copy(cut) {
      const text = gantt.current?.copyRows(cut);
      if (text)
        void clipboard()
          ?.writeText(text)
          .catch(() => undefined);
    },
    paste: () =>
      void (clipboard()?.readText() ?? Promise.resolve(''))
        .catch(() => '')
        .then((text) => {
          const found = text || keptText();
          if (found) gantt.current?.paste(found);
          else showToast('info', t('wbs.nothing_to_paste'));
        }),
    link: () => requestAnimationFrame(() => gantt.current?.link()),
  };
}
