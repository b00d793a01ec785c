import { useEffect, useState } from 'react';
import { GuideDialog } from '../features/access/system/guide-dialog.tsx';
import { KeyList } from './key-list.tsx';

/** Where “?” is a letter. */
const FIELDS = 'input, textarea, select, [contenteditable="true"]';

/** F1, and “?” outside of fields: the keys and the guide. */
export function Help() {
  const [opened, setOpened] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      const isTyped = event.key === '?' && event.target instanceof Element && event.target.closest(FIELDS) !== null;
      if ((event.key !== 'F1' && event.key !== '?') || isTyped || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey)
        return;
      event.preventDefault();
      setOpened(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <GuideDialog opened={opened} onClose={() => setOpened(false)}>
      <KeyList />
    </GuideDialog>
  );
}
