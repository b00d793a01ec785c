import { UnstyledButton } from '@mantine/core';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatInstant, INSTANT_FORMAT } from '../../../../lib/dates.ts';
import { useDirectoryHistory, type ContentCommands, type DirectoryPlace } from '../directories.queries.ts';
import { Muted } from '../../../../ui/text/text.tsx';
import classes from './side-panels.module.css';

type Props = { spaceId: number; place: DirectoryPlace; revision: number; commands: ContentCommands; readOnly: boolean };

/** What an action of a directory is called. */
export const actionName = (name: string, t: TFunction): string => t(`directory_edit.${name}`, { defaultValue: name });

/** What was done to a directory, by whom and when, newest first; one's own actions are taken back from here. */
export function HistoryPanel({ spaceId, place, revision, commands, readOnly }: Props) {
  const { t } = useTranslation();
  const actions = useDirectoryHistory(spaceId, place, revision)?.actions ?? [];
  return (
    <div className={classes.panel}>
      {actions.length === 0 && <Muted>{t('edits.nothing_yet')}</Muted>}
      <ol className={classes.history}>
        {actions.map(({ revision: at, name, author, at: when, rows, undone, mine, undoes }) => {
          const able = mine && !undone && undoes === null && !readOnly;
          return (
            <li key={at} data-undone={undone || undefined}>
              <UnstyledButton
                className={classes.action}
                disabled={!able}
                title={able ? t('directory.take_back') : undefined}
                onClick={() => void commands.undo(at).catch(() => undefined)}
              >
                <span>{actionName(name, t)}</span>
                <span className={classes.quiet}>{rows > 0 && t('edits.rows', { count: rows })}</span>
                <span className={classes.quiet}>{author}</span>
                <span className={classes.quiet}>{formatInstant(when, INSTANT_FORMAT)}</span>
              </UnstyledButton>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
