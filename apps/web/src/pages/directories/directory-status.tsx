import { useTranslation } from 'react-i18next';
import { StatusSlot } from '../../ui/shell-slots.tsx';

/** Numbers of filtered, selected and invalid rows; null and 0 show nothing. */
type Props = { count: number; matched: number | null; selected: number; wrong: number; inheritedFrom: string | null };

/** Status line of a directory. */
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
