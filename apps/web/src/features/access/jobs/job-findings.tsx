import type { Job, JobFinding } from '@gantry/contract';
import { Modal } from '@mantine/core';
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useFindings } from './jobs.queries.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { hasText } from '../../../lib/texts/i18n.ts';
import classes from './job-findings.module.css';

const ROW_HEIGHT = 28;
const GRAVITY = { error: 0, warning: 1, info: 2 };

/** What long work found in its input, line by line. */
export function JobFindings({ job, opened, onClose }: { job: Job; opened: boolean; onClose: () => void }) {
  const { t } = useTranslation();
  const findings = useFindings(job, opened);
  return (
    <Modal stackId="findings" opened={opened} onClose={onClose} size={880} title={t('job.findings_of', { title: job.title })}>
      <FindingTable findings={findings} />
    </Modal>
  );
}

function FindingTable({ findings }: { findings: JobFinding[] }) {
  const { t } = useTranslation();
  const sentenceOf = ({ code, parameters, message }: JobFinding): string => (hasText(code) ? t(code, parameters) : message);
  const scroller = useRef<HTMLDivElement>(null);
  const sorted = [...findings].sort((a, b) => GRAVITY[a.severity] - GRAVITY[b.severity] || (a.line ?? 0) - (b.line ?? 0));
  const rows = useVirtualizer({
    count: sorted.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 10,
  });
  return (
    <div ref={scroller} className={classes.scroller} tabIndex={0} role="table" aria-rowcount={sorted.length + 1}>
      <div className={classes.head} role="row">
        <span role="columnheader" className={classes.line}>
          {t('job.line')}
        </span>
        <span role="columnheader">{t('job.severity')}</span>
        <span role="columnheader">{t('job.finding')}</span>
      </div>
      <div style={{ height: rows.getTotalSize(), position: 'relative' }}>
        {rows.getVirtualItems().map((row) => {
          const finding = sorted[row.index];
          return (
            <div
              key={row.key}
              ref={rows.measureElement}
              data-index={row.index}
              className={classes.row}
              role="row"
              aria-rowindex={row.index + 2}
              style={{ transform: `translateY(${row.start}px)` }}
            >
              <span role="cell" className={classes.line}>
                {finding.line === null ? '' : formatCount(finding.line)}
              </span>
              <span role="cell" data-severity={finding.severity} className={classes.severity}>
                {t(`job.severity_${finding.severity}`)}
              </span>
              <span role="cell">
                {(typeof finding.parameters['of'] === 'string' ? `${finding.parameters['of']}: ` : '') + sentenceOf(finding)}
              </span>
            </div>
          );
        })}
      </div>
    </div>
  );
}
