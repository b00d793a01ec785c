import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { useHistory } from './edits.queries.ts';
import classes from './edits-history.module.css';

/** What was done to a version, by whom and when, newest first. */
export function EditsHistory({ versionId, revision }: { versionId: number; revision: number }) {
  const { t } = useTranslation();
  const { data } = useHistory(versionId, revision);
  return (
    <ol className={classes.list} aria-label={t('edits.history')}>
      {data?.actions.map((action) => (
        <li key={action.revision} className={classes.line} data-undone={action.undone || undefined}>
          <span className={classes.name}>{t(`edit.${action.name}`)}</span>
          <span className={classes.rows}>{t('edits.rows', { count: action.rows })}</span>
          <span className={classes.who}>{action.author}</span>
          <span className={classes.when}>{formatInstant(action.at)}</span>
        </li>
      ))}
      {data && !data.actions.length && <li>{t('edits.nothing_yet')}</li>}
    </ol>
  );
}
