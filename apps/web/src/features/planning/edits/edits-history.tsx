import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant, INSTANT_FORMAT } from '../../../lib/dates.ts';
import { linesOf } from './edits.model.ts';
import { type EditSight, headlineInWords } from './edits.words.model.ts';
import { useHistory, useJump } from './edits.queries.ts';
import classes from './edits-history.module.css';

const SHOWN = 300;

type Props = { versionId: number; revision: number; readOnly?: boolean; sight: Omit<EditSight, 't'> };

/** History of a version, newest first; a click jumps to that point of one's own actions. */
export function EditsHistory({ versionId, revision, readOnly = false, sight }: Props) {
  const { t } = useTranslation();
  const { data, isPlaceholderData } = useHistory(versionId, revision, SHOWN);
  const jump = useJump(versionId);
  const [whose, setWhose] = useState('all');
  const lines = linesOf(data?.actions ?? [], readOnly).filter(({ mine }) => whose === 'all' || mine);
  const here = lines.find(({ mine, stands }) => mine && stands)?.revision;
  return (
    <div>
      <SegmentedControl
        size="xs"
        fullWidth
        mb={8}
        aria-label={t('edits.whose')}
        value={whose}
        onChange={setWhose}
        data={[
          { value: 'all', label: t('edits.everybody') },
          { value: 'mine', label: t('edits.mine') },
        ]}
      />
      <ol className={classes.list} aria-label={t('edits.history')}>
        {lines.map(({ revision: at, action, stands, rows, author, at: when, jump: way, about }) => (
          <li key={at} data-undone={!stands || undefined}>
            <UnstyledButton
              className={classes.line}
              disabled={way === null || jump.isPending || isPlaceholderData}
              title={way === null ? undefined : t(way === 'undo' ? 'edits.undo_to_here' : 'edits.restore_to_here')}
              aria-current={at === here || undefined}
              onClick={() => way && jump.mutate({ way, revision: at, through: true })}
            >
              <span className={classes.name}>{t(`edit.${action}`)}</span>
              <span className={classes.rows}>{rows > 0 && t('edits.rows', { count: rows })}</span>
              <span className={classes.who}>{author}</span>
              <span className={classes.when}>{formatInstant(when, INSTANT_FORMAT)}</span>
              {about && <span className={classes.about}>{headlineInWords(about, { t, ...sight })}</span>}
            </UnstyledButton>
          </li>
        ))}
        {data && !lines.length && <li>{t('edits.nothing_yet')}</li>}
      </ol>
    </div>
  );
}
