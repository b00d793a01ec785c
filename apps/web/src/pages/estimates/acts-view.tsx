import { Button, Loader } from '@mantine/core';
import { IconClipboardCheck, IconDownload, IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { BeginActDialog, IssueActDialog } from '../../features/costing/acts/act-dialogs.tsx';
import { ActSheet } from '../../features/costing/acts/act-sheet.tsx';
import { type OpenAct, useAct, useActActs, useActs } from '../../features/costing/acts/acts.queries.ts';
import actClasses from '../../features/costing/acts/acts.module.css';
import { usePdcList } from '../../features/costing/pdc/pdc.queries.ts';
import { treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { formatInstant, formatLocal } from '../../lib/dates.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CostingTabs } from './costing-tabs.tsx';
import classes from './estimates-page.module.css';

const formatDay = (day: string): string => formatLocal(`${day}T00:00`);

type Props = { spaceId: number; projectId: number };

/** The last day of the month before a day, as `2026-02-28`. */
const endOfLastMonth = (today: Date): string => new Date(Date.UTC(today.getFullYear(), today.getMonth(), 0)).toISOString().slice(0, 10);

/** Acts of executed works of a project: their list, and the lines and sums of one. */
export function ActsView({ spaceId, projectId }: Props) {
  const { t } = useTranslation();
  const mayEdit = useRightAt(spaceId, projectId)('estimate.edit');
  const { data: tree } = useQuery(treeQuery(spaceId));
  const { data, error } = useActs(spaceId, projectId);
  const acts = useActActs(spaceId, projectId);
  const contracts = (usePdcList(spaceId, projectId).data?.pdc ?? []).filter(
    ({ state, estimate_id }) => state === 'agreed' && estimate_id !== null,
  );
  const [chosen, setChosen] = useState<number | null>(null);
  const [beginning, setBeginning] = useState(false);
  const [lastDay] = useState(() => endOfLastMonth(new Date()));
  const [issuing, setIssuing] = useState(false);
  const id = data?.acts.find((one) => one.id === chosen)?.id ?? data?.acts[0]?.id ?? null;
  const open = useAct(spaceId, projectId, id);
  const act = open.data?.id === id ? open.data : undefined;
  const newest =
    act !== undefined &&
    data?.acts.find(({ schedule_id, pdc_id }) => schedule_id === act.schedule_id && pdc_id === act.pdc_id)?.id === act.id;
  const schedules = (tree?.nodes ?? []).filter(({ kind, parent_id }) => kind === 'schedule' && parent_id === projectId);
  const money = (text: string | null): string =>
    text === null ? '–' : formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 });
  const begin = mayEdit && (
    <Button size="xs" leftSection={<IconPlus size={16} />} disabled={!schedules.length} onClick={() => setBeginning(true)}>
      {t('act.begin')}
    </Button>
  );
  return (
    <section className={classes.page}>
      <Toolbar className={classes.tools} label={t('act.tools')}>
        <CostingTabs spaceId={spaceId} projectId={projectId} view="acts" />
        {act && (
          <>
            <IconButton icon={IconDownload} variant="subtle" label={t('act.save')} onClick={() => void acts.save(act).catch(() => {})} />
            {mayEdit && act.state === 'draft' && (
              <>
                <IconButton
                  icon={IconTrash}
                  variant="subtle"
                  label={t('act.delete')}
                  onClick={() => void acts.remove(act.id).catch(() => {})}
                />
                <Button size="xs" variant="default" disabled={!act.lines.length} onClick={() => setIssuing(true)}>
                  {t('act.issue')}
                </Button>
              </>
            )}
            {mayEdit && act.state === 'issued' && newest && (
              <Button size="xs" variant="default" onClick={() => void acts.withdraw(act.id).catch(() => {})}>
                {t('act.withdraw')}
              </Button>
            )}
          </>
        )}
        {begin}
      </Toolbar>
      {error ? (
        <MessagePage title={t('act.not_loaded')}>
          <p>{refusalText(error, t)}</p>
        </MessagePage>
      ) : !data ? (
        <Loader size="sm" m="md" role="status" aria-label={t('act.loading')} />
      ) : data.acts.length === 0 ? (
        <MessagePage icon={IconClipboardCheck} title={t('act.none')} actions={begin}>
          <p>{t('act.none_hint')}</p>
        </MessagePage>
      ) : (
        <div className={classes.body}>
          <nav className={classes.side} aria-label={t('act.list')}>
            <ul className={actClasses.list}>
              {data.acts.map((one) => (
                <li key={one.id}>
                  <button type="button" aria-current={one.id === id} onClick={() => setChosen(one.id)}>
                    <b>{t('act.name', { number: one.number })}</b>
                    <small>{`${formatDay(one.from)} – ${formatDay(one.to)}`}</small>
                    <small>{one.state === 'draft' ? t('act.draft') : `${money(one.total)} ${one.currency}`}</small>
                    {schedules.length > 1 && <small>{one.schedule_name}</small>}
                    {one.pdc_id !== null && <small>{contracts.find(({ id: pdc }) => pdc === one.pdc_id)?.name ?? t('act.contract')}</small>}
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          {open.error ? (
            <MessagePage title={t('act.not_loaded')}>
              <p>{refusalText(open.error, t)}</p>
            </MessagePage>
          ) : act ? (
            <OpenedAct act={act} money={money} />
          ) : (
            <Loader size="sm" m="md" role="status" aria-label={t('act.loading')} />
          )}
        </div>
      )}
      <BeginActDialog
        key={String(beginning)}
        opened={beginning}
        schedules={schedules}
        contracts={contracts}
        to={lastDay}
        onBegin={(body) => acts.begin(body).then((made) => setChosen(made.id))}
        onClose={() => setBeginning(false)}
      />
      {act && (
        <IssueActDialog
          key={issuing ? 'issuing' : 'closed'}
          opened={issuing}
          back={act.lines.filter(({ now, lost }) => lost || now.amount.startsWith('-') || now.quantity.startsWith('-')).length}
          total={`${money(act.total)} ${act.currency}`}
          onIssue={(reason) => acts.issue(act, reason)}
          onClose={() => setIssuing(false)}
        />
      )}
    </section>
  );
}

function OpenedAct({ act, money }: { act: OpenAct; money(text: string | null): string }) {
  const { t } = useTranslation();
  const sums: [string, string | null][] = [
    ['period', act.sums.period],
    ...(act.vat_rate === null ? [] : [['vat', act.vat] as [string, string | null]]),
    ['since_year', act.sums.since_year],
    ['since_start', act.sums.since_start],
  ];
  return (
    <div className={actClasses.act}>
      <dl className={actClasses.sums}>
        {sums.map(([name, amount]) => (
          <div key={name}>
            <dt>{t(`act.sum_${name}`, { rate: act.vat_rate })}</dt>
            <dd>
              {money(amount)} {act.currency}
            </dd>
          </div>
        ))}
        <div>
          <dt>{t('act.state')}</dt>
          <dd>
            {act.state === 'draft'
              ? t('act.follows_facts')
              : t('act.issued_by', { name: act.issued_by, day: formatInstant(act.issued_at) })}
          </dd>
        </div>
      </dl>
      {act.reason && <p className={actClasses.note}>{t('act.corrected', { reason: act.reason })}</p>}
      {act.excess.length > 0 && (
        <p className={actClasses.note}>
          {t('act.excess', { count: act.excess.length })}{' '}
          {act.excess
            .slice(0, 3)
            .map(({ code, name, quantity, unit }) => `${code || name}: ${quantity} ${unit}`)
            .join(', ')}
        </p>
      )}
      {act.lines.length ? <ActSheet act={act} /> : <MessagePage title={t('act.no_lines')}>{<p>{t('act.no_lines_hint')}</p>}</MessagePage>}
    </div>
  );
}
