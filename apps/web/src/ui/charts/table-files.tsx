import { useTranslation } from 'react-i18next';
import { saveTables, TABLE_FORMATS, tablesIn } from './save-tables.ts';

/** Saves the tables of an element, which is known by its id, as files. */
export function TableFiles({ of, title, className }: { of: string; title: string; className: string | undefined }) {
  const { t } = useTranslation();
  return TABLE_FORMATS.map((format) => (
    <button
      type="button"
      key={format}
      className={className}
      aria-label={t('analytics.save_table', { title, format: format.toUpperCase() })}
      onClick={() => void saveTables(title, tablesIn(document.querySelector(`#${CSS.escape(of)}`), title), format)}
    >
      {format.toUpperCase()}
    </button>
  ));
}
