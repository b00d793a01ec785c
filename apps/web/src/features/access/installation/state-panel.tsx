import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { RecordTable } from '../../../ui/record-table.tsx';
import { LogLevelsForm } from './log-levels-form.tsx';
import { useInstallation } from './installation.queries.ts';

const MEGABYTE = 1024 * 1024;

type Copies = NonNullable<ReturnType<typeof useInstallation>>['protection']['copies'];

/** How the whole installation is protected, in a sentence. */
function copiesLine(copies: Copies, t: TFunction): string {
  if (!copies) return t('installation.copies_none');
  if (!copies.since) return t('installation.copies_first', { folder: copies.folder });
  const line = t('installation.copies_since', {
    folder: copies.folder,
    since: formatInstant(copies.since),
    last: formatInstant(copies.last ?? copies.since),
  });
  return copies.failing ? `${line} ${t('installation.copies_failing')}` : line;
}

/** State of the installation: versions, uptime, counts, queues. */
export function StatePanel() {
  const { t } = useTranslation();
  const state = useInstallation();
  if (!state) return null;
  const facts: [string, ReactNode][] = [
    ['version', state.version],
    ['node', state.node],
    ['database', state.database],
    ['database_size', t('import.size_mb', { size: formatNumber(state.database_bytes / MEGABYTE, { decimals: 1 }) })],
    ['started', formatInstant(state.started_at)],
    ['people', formatCount(state.people)],
    ['spaces', formatCount(state.spaces)],
    ['sessions', formatCount(state.sessions)],
    ['jobs_waiting', formatCount(state.jobs.waiting)],
    ['jobs_running', formatCount(state.jobs.running)],
    ['jobs_failed', formatCount(state.jobs.failed)],
    ['spaces_proven', t('installation.spaces_proven', { count: state.protection.spaces_proven, of: formatCount(state.spaces) })],
    ['copies', copiesLine(state.protection.copies, t)],
    ['log_levels', <LogLevelsForm key={state.log_levels.set} {...state.log_levels} />],
  ];
  return (
    <RecordTable label={t('installation.state')} heads={[t('installation.fact'), t('installation.value')]}>
      {facts.map(([fact, value]) => (
        <tr key={fact}>
          <td>{t(`installation.fact_${fact}`)}</td>
          <td data-fact={fact} data-wrap>
            {value}
          </td>
        </tr>
      ))}
    </RecordTable>
  );
}
