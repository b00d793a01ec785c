import type { HealthCheckName, HealthFindingRow, Edited } from '@gantry/contract';
import { Button, Loader } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FixDialog } from './fix-dialog.tsx';
import { keyOf, measureText, titleOf } from './health.model.ts';
import { useHealth } from './health.queries.ts';
import classes from './health.module.css';

type Props = {
  versionId: number;
  revision: number;
  minutesPerDay: number;
  readOnly: boolean;
  nameOf(itemId: number): string;
  onOpen(itemId: number): void;
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
};

/** Rows of a finding that are listed before somebody asks for more. */
const FEW = 8;

/** What is wrong with a plan, live: each finding opens its rows, and shows its fix before it is applied. */
export function HealthPanel({ versionId, revision, readOnly, nameOf, onOpen, ...rest }: Props) {
  const { t } = useTranslation();
  const { data, isError } = useHealth(versionId, revision);
  const [open, setOpen] = useState<string | null>(null);
  const [fixing, setFixing] = useState<HealthCheckName | null>(null);
  if (isError) return <p className={classes.note}>{t('health.not_loaded')}</p>;
  if (!data) return <Loader size="sm" m="md" role="status" aria-label={t('health.loading')} />;
  const by = (verdict: HealthFindingRow['verdict']) => data.findings.filter((one) => one.verdict === verdict);
  const failed = by('failed');
  const fixed = failed.find(({ check }) => check === fixing);
  return (
    <section className={classes.panel} aria-label={t('health.title')}>
      <h3>{t('health.title')}</h3>
      <p className={classes.note} role="status">
        {failed.length ? t('health.failed', { count: failed.length }) : t('health.all_passed')}
      </p>
      <ul className={classes.list}>
        {failed.map((finding) => {
          const key = keyOf(finding);
          const title = titleOf(finding, t);
          return (
            <li key={key}>
              <button
                type="button"
                className={classes.finding}
                aria-expanded={open === key}
                title={t(`health.source_${finding.source}`)}
                onClick={() => setOpen(open === key ? null : key)}
              >
                <span aria-hidden>■</span>
                <span>
                  {title}
                  <small>{measureText(finding, t)}</small>
                </span>
              </button>
              {open === key && (
                <div className={classes.rows}>
                  <Rows finding={finding} nameOf={nameOf} onOpen={onOpen} />
                  {finding.fixes > 0 && !readOnly && (
                    <Button size="compact-xs" variant="default" onClick={() => setFixing(finding.check)}>
                      {t('health.show_fix')}
                    </Button>
                  )}
                </div>
              )}
            </li>
          );
        })}
      </ul>
      <p className={classes.note}>
        {t('health.passed', { count: by('passed').length })}
        {by('not_measured').length > 0 && `, ${t('health.not_measured', { count: by('not_measured').length })}`}
      </p>
      <FixDialog
        {...rest}
        versionId={versionId}
        revision={revision}
        check={fixed ? fixing : null}
        nameOf={nameOf}
        onOpen={onOpen}
        onClose={() => setFixing(null)}
      />
    </section>
  );
}

function Rows({ finding, nameOf, onOpen }: { finding: HealthFindingRow } & Pick<Props, 'nameOf' | 'onOpen'>) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const shown = all ? finding.row_ids : finding.row_ids.slice(0, FEW);
  const rest = finding.rows - shown.length;
  return (
    <>
      {shown.map((id) => (
        <button key={id} type="button" className={classes.row} onClick={() => onOpen(id)}>
          <bdi>{nameOf(id)}</bdi>
        </button>
      ))}
      {rest > 0 &&
        (shown.length < finding.row_ids.length ? (
          <button type="button" className={classes.row} onClick={() => setAll(true)}>
            {t('health.more_rows', { count: rest })}
          </button>
        ) : (
          <small>{t('health.more_rows', { count: rest })}</small>
        ))}
    </>
  );
}
