import { useTranslation } from 'react-i18next';
import { StatusSlot } from '../../ui/shell-slots.tsx';

/** How many rows pass the filter, are selected and are wrong; null and 0 say nothing. */
type Props = { count: number; matched: number | null; selected: number; wrong: number; inheritedFrom: string | null };

/** What the status line says of a directory. */
export function DirectoryStatus({ count, matched, selected, wrong, inheritedFrom }: Props) {
  const { t } = useTranslation();
  return (
    <StatusSlot>
      <span>{t('directory.count_rows', { count })}</span>
      {matched !== null && <span>{t('filter.matched', { matched, count })}</span>}
      {selected > 0 && <span>{t('gantt.selected', { count: selected })}</span>}
      {wrong > 0 && <span>{t('directory.invalid_count', { count: wrong })}</span>}
      {inheritedFrom !== null && <span>{t('directory.inherited', { name: inheritedFrom })}</span>}
    </StatusSlot>
  );
}
