import { Button, Loader } from '@mantine/core';
import { IconFilterOff, IconListDetails, IconReceipt2, IconRulerMeasure, IconTrash } from '@tabler/icons-react';
import { useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLinkedShares } from '../../features/costing/cost-links/cost-links.queries.ts';
import { CostsDialog } from '../../features/costing/cost-links/costs-dialog.tsx';
import { CostSettingsDialog } from '../../features/costing/cost-links/settings/cost-settings-dialog.tsx';
import { RelinkDialog } from '../../features/costing/cost-links/relink-dialog.tsx';
import { TakeOverDialog } from '../../features/costing/cost-links/take-over-dialog.tsx';
import { SharesDialog } from '../../features/costing/cost-links/shares-dialog.tsx';
import { LinkPanel } from '../../features/costing/cost-links/link-panel.tsx';
import { useQuantitySources } from '../../features/costing/estimate-quantities/estimate-quantities.queries.ts';
import type { QuantitiesPlace } from '../../features/costing/estimate-quantities/quantities-dialog.tsx';
import { QuantitiesOffer } from '../../features/costing/estimate-quantities/quantities-offer.tsx';
import { ExportMenu } from '../../features/costing/estimates/export-menu.tsx';
import { CompareDialog, type ComparedStates } from '../../features/costing/estimates/compare-dialog.tsx';
import { EstimateGrid } from '../../features/costing/estimates/estimate-grid.tsx';
import { EstimateList } from '../../features/costing/estimates/estimate-list.tsx';
import { EstimatePanel } from '../../features/costing/estimates/estimate-panel.tsx';
import { RowDetailsDialog } from '../../features/costing/estimates/row-details-dialog.tsx';
import { nextUnlinked } from '../../features/costing/estimates/estimates.model.ts';
import {
  type useEstimate,
  type useEstimateActs,
  useEstimateExport,
  useEstimateRows,
} from '../../features/costing/estimates/estimates.queries.ts';
import type { Gantt } from '../../ui/gantt/create-gantt.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { type PanelState, SidePanel } from '../../ui/side-panel.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { CostingTabs } from './costing-tabs.tsx';
import { EstimateFilters, type MenuAt } from './estimate-filters.tsx';
import { EstimateQuantities } from './estimate-quantities.tsx';
import { EstimateStatus } from './estimate-status.tsx';
import { useEstimateLinks } from './use-estimate-links.ts';
import { useEstimateSheet } from './use-estimate-sheet.ts';
import { useEstimateView } from './use-estimate-view.ts';
import { useWindowSize } from '../../ui/use-window-size.ts';
import classes from './estimates-page.module.css';

const WIDE = 1556;
/** Below this width the list of estimates gives its room to the panel of links (estimates-page.module.css). */
const NARROW = 1280;
const CRAMPED = 1100;

type OpenProps = {
  spaceId: number;
  projectId: number;
  estimate: ReturnType<typeof useEstimate>['data'];
  estimates: Parameters<typeof EstimateList>[0]['estimates'];
  progress: ReadonlyMap<number, number>;
  chosen: number | null;
  mayEdit: boolean;
  acts: ReturnType<typeof useEstimateActs>;
  upload: React.ReactNode;
  onChoose(id: number): void;
  onEdition(): void;
  onDelete(): void;
};

/** One estimate beside the list of all: its rows, and what stands at their right. */
export function OpenEstimate({
  spaceId,
  projectId,
  estimate,
  estimates,
  progress,
  chosen,
  mayEdit,
  acts,
  upload,
  onChoose,
  onEdition,
  onDelete,
}: OpenProps) {
  const { t } = useTranslation();
  const gantt = useRef<Gantt>(null);
  const { data: list, error } = useEstimateRows(spaceId, estimate ?? null);
  const { sheet, changes, ...hands } = useEstimateSheet(estimate, list, acts);
  const save = useEstimateExport(spaceId);
  const [selected, setSelected] = useState<number[]>([]);
  const [menu, setMenu] = useState<MenuAt | null>(null);
  const [linking, setLinking] = useState(false);
  const [divided, setDivided] = useState(false);
  const [counting, setCounting] = useState(false);
  const [asking, setAsking] = useState<'settings' | 'shares' | 'take_over' | 'relink' | null>(null);
  const [comparing, setComparing] = useState<ComparedStates | null>(null);
  const [detailed, setDetailed] = useState<number | null>(null);
  const [measuring, setMeasuring] = useState<QuantitiesPlace>();
  const offers = useQuantitySources(spaceId, projectId, estimate?.id ?? null).filter(({ changed }) => changed > 0);
  const wide = useWindowSize(({ appWidth }) => appWidth >= WIDE);
  const narrow = useWindowSize(({ width }) => width <= NARROW);
  const cramped = useWindowSize(({ width }) => width <= CRAMPED);
  const [chosenPanel, setPanel] = useState<PanelState | null>(null);
  // What asks for somebody opens by itself; else a narrow window keeps its room for the rows.
  const asks = Boolean(estimate?.proposal) || estimate?.status === 'failed' || Boolean(estimate?.findings.length) || offers.length > 0;
  const panel = linking ? { open: true, width: chosenPanel?.width ?? 360 } : (chosenPanel ?? { open: asks || wide, width: 360 });
  const chosenRows = sheet
    ? selected.map((row) => sheet.list[row]).filter((row) => row && row.kind !== 'section' && row.kind !== 'text')
    : [];
  const chosenIds = chosenRows.map(({ id }) => id);
  const links = useEstimateLinks(spaceId, estimate?.project_id ?? 0, estimate?.id ?? null, linking, chosenIds[0] ?? null);
  const shares = useLinkedShares(spaceId, projectId, links.current, estimates.map(({ id, revision }) => `${id}.${revision}`).join(' '));
  const look = useEstimateView(spaceId, chosen, estimate, sheet, changes, {
    divided,
    editable: mayEdit,
    linking,
    narrow,
    cramped,
    works: links.worksOfRow,
    isLinked: links.isLinked,
  });
  // The address can name a row. The grid scrolls to it once, and not again when the estimate changes.
  const target = useRef(Number(useSearch({ strict: false }).row));
  useEffect(() => {
    const at = sheet?.rowOfId.get(target.current);
    if (at === undefined) return;
    target.current = 0;
    gantt.current?.goTo(at);
  }, [sheet]);
  const decide = (decision: 'accept' | 'reject', apart: number[] = []): Promise<void> =>
    acts
      .update(chosen ?? 0, {
        proposal: decision,
        ...(apart.length ? { apart } : {}),
        ...(estimate ? { revision: estimate.revision } : {}),
      })
      .then(() => setComparing(null))
      .catch(() => {});
  const goNext = (): void => {
    const at = sheet && nextUnlinked(sheet, links.isLinked, selected[0] ?? null);
    if (at === null) return showToast('info', t('cost_link.nothing_open'));
    gantt.current?.goTo(at);
  };
  const showAll = (): void => {
    look.showAll();
    gantt.current?.focus();
  };
  const name = estimate ? `${estimate.number} ${estimate.name}`.trim() : t('estimate.title');
  const onward = useRef(goNext);
  onward.current = goNext;
  useEffect(() => {
    if (!linking) return;
    const press = (event: KeyboardEvent): void => {
      if (event.key !== 'F8') return;
      event.preventDefault();
      onward.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [linking]);
  return (
    <>
      <Toolbar className={classes.tools} label={t('estimate.tools')}>
        <CostingTabs spaceId={spaceId} projectId={projectId} view="estimates" />
        {sheet && <EstimateFilters {...look.filters} menu={menu} onMenuClose={() => setMenu(null)} onDetails={setDetailed} />}
        {sheet && (
          <IconButton
            icon={IconListDetails}
            label={t('estimate.row_details')}
            disabled={chosenIds.length !== 1}
            onClick={() => setDetailed(sheet.rowOfId.get(chosenIds[0]) ?? null)}
          />
        )}
        {sheet && (
          <Button size="xs" variant={linking ? 'filled' : 'default'} aria-pressed={linking} onClick={() => setLinking(!linking)}>
            {t('cost_link.title')}
          </Button>
        )}
        {sheet && (mayEdit || sheet.divided) && (
          <Button size="xs" variant={divided ? 'filled' : 'default'} aria-pressed={divided} onClick={() => setDivided(!divided)}>
            {t('estimate.parts')}
          </Button>
        )}
        {mayEdit && estimate && (
          <>
            {sheet && <IconButton icon={IconRulerMeasure} label={t('estimate_quantity.title')} onClick={() => setMeasuring(null)} />}
            <Button size="xs" variant="default" onClick={onEdition}>
              {t('estimate.new_edition')}
            </Button>
            <IconButton icon={IconTrash} label={t('estimate.delete')} onClick={onDelete} />
          </>
        )}
        {sheet && estimate && (
          <ExportMenu hasWorkbook={estimate.format === 'xlsx'} onExport={(format) => void save(estimate.id, format).catch(() => {})} />
        )}
        {upload}
      </Toolbar>
      {estimates.length === 0 ? (
        <MessagePage icon={IconReceipt2} title={t('estimate.none')} actions={upload}>
          <p>{t('estimate.none_hint')}</p>
        </MessagePage>
      ) : (
        <div className={classes.body}>
          <nav className={classes.side} data-linking={linking || undefined} aria-label={t('estimate.list')}>
            <EstimateList {...{ estimates, chosen, progress, shares, onChoose }} />
          </nav>
          <div className={classes.grid}>
            {error ? (
              <MessagePage title={t('estimate.not_loaded')}>
                <p>{refusalText(error, t)}</p>
              </MessagePage>
            ) : sheet && estimate ? (
              <>
                <EstimateGrid
                  name={name}
                  sheet={sheet}
                  columns={look.columns}
                  hidden={look.hidden}
                  changes={changes}
                  readOnly={!mayEdit}
                  gantt={gantt}
                  onWidth={look.setWidth}
                  onSelect={setSelected}
                  onMenu={setMenu}
                  onTick={hands.tick}
                  onFold={hands.fold}
                  onEdit={hands.edit}
                  onUndo={() => void hands.undo()}
                  onRedo={() => void hands.redo()}
                />
                {look.isEmpty && (
                  <div className={classes.over}>
                    <MessagePage
                      icon={IconFilterOff}
                      title={t('estimate.none_fits')}
                      actions={<Button onClick={showAll}>{t('filter.reset')}</Button>}
                    >
                      <p>{t('estimate.none_fits_hint')}</p>
                    </MessagePage>
                  </div>
                )}
              </>
            ) : estimate?.status === 'failed' ? (
              <MessagePage title={t('estimate.failed')}>
                <p>{t('estimate.failed_hint')}</p>
              </MessagePage>
            ) : (
              <Loader size="sm" m="md" role="status" aria-label={t('estimate.loading')} />
            )}
          </div>
          {estimate && (
            <SidePanel
              label={t(linking ? 'cost_link.title' : 'estimate.about')}
              state={panel}
              onChange={(next) => {
                setPanel(next);
                if (!next.open) setLinking(false);
              }}
              head={<b>{linking ? t('cost_link.title') : name}</b>}
            >
              {linking ? (
                <LinkPanel
                  {...links.panel}
                  spaceId={spaceId}
                  rows={chosenRows}
                  suggestions={links.suggestions}
                  linked={links.linkedOf(chosenIds[0])}
                  onLink={(works) => links.link(estimate.id, chosenIds, works)}
                  onLeaveOut={() => links.link(estimate.id, chosenIds, [null])}
                  onUnlink={() => links.unlink(estimate.id, chosenIds)}
                  onCosts={() => setCounting(true)}
                  onShares={chosenIds.length === 1 && links.linksOf(chosenIds[0]).length ? () => setAsking('shares') : null}
                  onSettings={() => setAsking('settings')}
                  onTakeOver={links.others.length ? () => setAsking('take_over') : null}
                  onRelink={() => setAsking('relink')}
                  onNext={goNext}
                />
              ) : (
                <EstimatePanel
                  estimate={estimate}
                  offers={offers.map((source) => (
                    <QuantitiesOffer
                      key={`${source.version_id} ${source.link_id}`}
                      {...{ spaceId, source, mayEdit }}
                      estimate={estimate}
                      onOpen={setMeasuring}
                    />
                  ))}
                  mayEdit={mayEdit}
                  onFields={(fields) => acts.update(estimate.id, { ...fields, revision: estimate.revision })}
                  onDecide={(one) => void decide(one)}
                  onCompare={setComparing}
                  onUndo={(redo) => void (redo ? hands.redo() : hands.undo())}
                />
              )}
            </SidePanel>
          )}
        </div>
      )}
      {estimate && (
        <CompareDialog
          key={comparing ? `${comparing.from} ${comparing.to}` : 'closed'}
          spaceId={spaceId}
          estimate={estimate}
          states={comparing}
          mayEdit={mayEdit}
          onDecide={decide}
          onClose={() => setComparing(null)}
        />
      )}
      {sheet && estimate && (
        <RowDetailsDialog
          {...{ spaceId, estimate }}
          row={detailed === null ? null : (sheet.list[detailed] ?? null)}
          onClose={() => setDetailed(null)}
        />
      )}
      <CostSettingsDialog
        key={`settings ${String(asking === 'settings')}`}
        opened={asking === 'settings'}
        settings={links.costSettings.settings}
        mayEdit={mayEdit}
        readIndices={links.costSettings.readIndices}
        onSave={links.costSettings.save}
        onClose={() => setAsking(null)}
      />
      <SharesDialog
        key={`shares ${String(asking === 'shares')}`}
        row={asking === 'shares' && chosenRows[0] ? { name: chosenRows[0].name, links: links.linksOf(chosenIds[0]) } : null}
        nameOf={links.nameOf}
        onSave={(made) => links.save(estimate?.id ?? 0, made)}
        onClose={() => setAsking(null)}
      />
      <RelinkDialog
        opened={asking === 'relink'}
        spaceId={spaceId}
        versionId={links.panel.versionId}
        estimateId={estimate?.id ?? 0}
        links={links.all}
        nameOf={links.nameOf}
        onSave={(made, gone) => links.relink(estimate?.id ?? 0, made, gone)}
        onClose={() => setAsking(null)}
      />
      <TakeOverDialog
        key={`take over ${String(asking === 'take_over')}`}
        opened={asking === 'take_over'}
        versions={links.others}
        run={links.takeOver}
        onClose={() => setAsking(null)}
      />
      {estimate && (
        <EstimateQuantities
          {...{ spaceId, projectId }}
          estimateId={estimate.id}
          place={measuring}
          versions={links.panel.versions}
          versionId={links.panel.versionId}
          chosen={chosenIds}
          onChanged={() => void acts.reload(estimate.id)}
          onClose={() => setMeasuring(undefined)}
        />
      )}
      <CostsDialog
        key={String(counting)}
        {...{ spaceId }}
        versionId={links.panel.versionId ?? 0}
        opened={counting}
        run={links.updateCosts}
        onMissing={() => look.filters.onShownBy('unlinked')}
        onClose={() => setCounting(false)}
      />
      {sheet && estimate && (
        <EstimateStatus
          sheet={sheet}
          hidden={look.hidden}
          selected={selected}
          total={estimate.counted.current}
          currency={estimate.currency}
        />
      )}
    </>
  );
}
