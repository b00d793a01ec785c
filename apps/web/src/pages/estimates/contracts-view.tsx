import { Button, Loader } from '@mantine/core';
import { IconFileDollar, IconPlus, IconTrash } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import actClasses from '../../features/costing/acts/acts.module.css';
import { useEstimates } from '../../features/costing/estimates/estimates.queries.ts';
import { PdcDialog } from '../../features/costing/pdc/pdc-dialog.tsx';
import { PdcBills, PdcFlow, PdcLines, PdcOffers } from '../../features/costing/pdc/pdc-sheets.tsx';
import { type OpenPdc, usePdc, usePdcActs, usePdcCompared, usePdcList } from '../../features/costing/pdc/pdc.queries.ts';
import pdcClasses from '../../features/costing/pdc/pdc.module.css';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CostingTabs } from './costing-tabs.tsx';
import classes from './estimates-page.module.css';

const NEXT: Record<OpenPdc['state'], { state: OpenPdc['state']; label: string }> = {
  offer: { state: 'agreed', label: 'pdc.agree' },
  agreed: { state: 'closed', label: 'pdc.close' },
  closed: { state: 'agreed', label: 'pdc.agree' },
};

/** Contract prices of a project: their list, and the lines, offers and bills of one. */
export function ContractsView({ spaceId, projectId }: { spaceId: number; projectId: number }) {
  const { t } = useTranslation();
  const mayEdit = useRightAt(spaceId, projectId)('estimate.edit');
  const { data, error } = usePdcList(spaceId, projectId);
  const estimates = useEstimates(spaceId, projectId, true).data?.estimates ?? [];
  const acts = usePdcActs(spaceId, projectId);
  const [chosen, setChosen] = useState<number | null>(null);
  const [editing, setEditing] = useState<'new' | 'open' | null>(null);
  const id = data?.pdc.find((one) => one.id === chosen)?.id ?? data?.pdc[0]?.id ?? null;
  const open = usePdc(spaceId, projectId, id);
  const pdc = open.data?.id === id ? open.data : undefined;
  const compared = usePdcCompared(spaceId, projectId, pdc);
  const money = (text: string | null, currency: string): string =>
    text === null ? '–' : `${formatNumber(Number(text), { decimals: text.split('.')[1]?.length ?? 0 })} ${currency}`;
  const add = mayEdit && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEditing('new')}>
      {t('pdc.add')}
    </Button>
  );
  const remove = async (one: OpenPdc): Promise<void> => {
    const question = { title: t('pdc.delete_question', { name: one.name }), text: t('pdc.delete_hint'), confirmLabel: t('ui.delete') };
    if (await askConfirmation(question)) await acts.remove(one.id).catch(() => {});
  };
  return (
    <section className={classes.page}>
      <Toolbar className={classes.tools} label={t('pdc.tools')}>
        <CostingTabs spaceId={spaceId} projectId={projectId} view="contracts" />
        {pdc && mayEdit && (
          <>
            <Button size="xs" variant="default" onClick={() => setEditing('open')}>
              {t('pdc.edit')}
            </Button>
            <Button size="xs" variant="default" onClick={() => void acts.update(pdc.id, { state: NEXT[pdc.state].state }).catch(() => {})}>
              {t(NEXT[pdc.state].label)}
            </Button>
            {pdc.state === 'agreed' && (
              <Button size="xs" variant="default" onClick={() => void acts.update(pdc.id, { state: 'offer' }).catch(() => {})}>
                {t('pdc.reopen')}
              </Button>
            )}
            <IconButton icon={IconTrash} variant="subtle" label={t('pdc.delete')} onClick={() => void remove(pdc)} />
          </>
        )}
        {add}
      </Toolbar>
      {error ? (
        <MessagePage title={t('pdc.not_loaded')}>
          <p>{refusalText(error, t)}</p>
        </MessagePage>
      ) : !data ? (
        <Loader size="sm" m="md" role="status" aria-label={t('pdc.loading')} />
      ) : data.pdc.length === 0 ? (
        <MessagePage icon={IconFileDollar} title={t('pdc.none')} actions={add}>
          <p>{t('pdc.none_hint')}</p>
        </MessagePage>
      ) : (
        <div className={classes.body}>
          <nav className={classes.side} aria-label={t('pdc.list')}>
            <ul className={actClasses.list}>
              {data.pdc.map((one) => (
                <li key={one.id}>
                  <button type="button" aria-current={one.id === id} onClick={() => setChosen(one.id)}>
                    <span>
                      {one.number && <b>{one.number}</b>} {one.name}
                    </span>
                    <small>{money(one.amount ?? one.estimated, one.currency)}</small>
                    <small>{`${t(`pdc.state_${one.state}`)} · ${t(`pdc.side_${one.side}`)}`}</small>
                  </button>
                </li>
              ))}
            </ul>
          </nav>
          <div className={classes.scroll}>
            {open.error && (
              <p role="alert" className={classes.refusal}>
                {refusalText(open.error, t)}
              </p>
            )}
            {!pdc && !open.error && <Loader size="sm" m="md" role="status" aria-label={t('pdc.loading')} />}
            {pdc && (
              <>
                <dl className={actClasses.sums}>
                  <Sum name="amount">{money(pdc.amount, pdc.currency)}</Sum>
                  <Sum name="estimated">{money(pdc.estimated, pdc.currency)}</Sum>
                  <Sum name="margin">{money(pdc.margin, pdc.currency)}</Sum>
                  <Sum name="k">{pdc.k === null ? '–' : formatNumber(pdc.k, { decimals: 4 })}</Sum>
                  <Sum name="party">{pdc.party || '–'}</Sum>
                  <Sum name="state_label">{t(`pdc.state_${pdc.state}`)}</Sum>
                </dl>
                {compared.error && (
                  <p role="alert" className={classes.refusal}>
                    {refusalText(compared.error, t)}
                  </p>
                )}
                {compared.data && (
                  <Part title={t('pdc.offers')}>
                    <PdcOffers
                      compared={compared.data}
                      onAward={mayEdit && pdc.state === 'offer' ? (award) => void acts.update(pdc.id, { award }).catch(() => {}) : null}
                    />
                  </Part>
                )}
                {pdc.bills.length > 0 && (
                  <Part title={t('pdc.bills')}>
                    <PdcBills pdc={pdc} />
                  </Part>
                )}
                {pdc.flow.length > 0 && (
                  <Part title={t('pdc.flow')}>
                    <PdcFlow pdc={pdc} />
                  </Part>
                )}
                {pdc.lines.length > 0 && (
                  <Part title={t('pdc.lines')}>
                    <PdcLines pdc={pdc} />
                  </Part>
                )}
              </>
            )}
          </div>
        </div>
      )}
      <PdcDialog
        key={editing ?? 'none'}
        opened={editing !== null}
        pdc={editing === 'open' ? (pdc ?? null) : null}
        estimates={estimates}
        onSave={(fields) =>
          editing === 'open' && pdc
            ? acts.update(pdc.id, fields)
            : acts
                .create({
                  number: '',
                  side: 'customer',
                  party: '',
                  estimate_id: null,
                  amount: null,
                  vat_rate: null,
                  payment: { advance: '0', retention: '0', lag_days: 0 },
                  offers: [],
                  ...fields,
                })
                .then((made) => setChosen(made.id))
        }
        onClose={() => setEditing(null)}
      />
    </section>
  );
}

function Sum({ name, children }: { name: string; children: ReactNode }) {
  const { t } = useTranslation();
  return (
    <div>
      <dt>{t(`pdc.${name}`)}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={pdcClasses.part} aria-label={title}>
      <h2>{title}</h2>
      {children}
    </section>
  );
}
