import type { EstimateRowOut } from '@gantry/contract';
import { Button, Checkbox, Group, Progress, Select, TextInput } from '@mantine/core';
import { IconSettings } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { offeredWorks, type Suggestion, type Work } from './cost-links.model.ts';
import type { useCostLinks } from './cost-links.queries.ts';
import { OutdatedNotes } from './outdated-badge.tsx';
import { TakeOverBadge } from './take-over-badge.tsx';
import classes from './link-panel.module.css';

type Props = {
  spaceId: number;
  versions: readonly { id: number; name: string; locked: boolean }[];
  versionId: number | null;
  works: readonly Work[] | undefined;
  coverage: NonNullable<ReturnType<typeof useCostLinks>['data']>['coverage'] | null;
  /** Rows that are selected in the grid and have an amount of their own. */
  rows: readonly EstimateRowOut[];
  /** Works that are offered for the first of them. */
  suggestions: readonly Suggestion[];
  /** Works that carry the first of them; null: it is left out on purpose. */
  linked: ReadonlySet<number | null>;
  mayEdit: boolean;
  onVersion(id: number): void;
  onLink(works: number[]): Promise<void>;
  onLeaveOut(): Promise<void>;
  onUnlink(): Promise<void>;
  onCosts(): void;
  /** Parts that works take of the first row; null: nothing carries it. */
  onShares: (() => void) | null;
  onSettings(): void;
  /** Brings links of another version of the schedule; null: there is none. */
  onTakeOver: (() => void) | null;
  /** Shows links whose row is gone. */
  onRelink(): void;
  /** Goes on to the largest amount that nothing carries yet. */
  onNext(): void;
};

/** Keys of the panel where no text is typed: what a person does row after row, without leaving the keyboard. */
const LINK_FIRST = 'Enter';
const OFFERED_BY_DIGITS = 8;

const ROW_HEIGHT = 40;

/** Works of a version for the selected rows of an estimate: the most alike first, what they carry ticked. */
export function LinkPanel(props: Props) {
  const { spaceId, versions, versionId, works, coverage, rows, suggestions, linked, mayEdit } = props;
  const { onVersion, onLink, onLeaveOut, onUnlink, onCosts, onShares, onSettings, onTakeOver, onRelink, onNext } = props;
  const { t } = useTranslation();
  const [words, setWords] = useState('');
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const scroller = useRef<HTMLDivElement>(null);
  const offered = useMemo(() => offeredWorks(works ?? [], suggestions, words), [works, suggestions, words]);
  const list = useVirtualizer({
    count: offered.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  });
  const toggle = (id: number): void => {
    const next = new Set(chosen);
    if (!next.delete(id)) next.add(id);
    setChosen(next);
  };
  const share =
    coverage && Number(coverage.total) ? ((Number(coverage.linked) + Number(coverage.ignored)) / Number(coverage.total)) * 100 : 0;
  const open = mayEdit && versionId !== null && !versions.find(({ id }) => id === versionId)?.locked;
  const linkChosen = (): void => void onLink([...chosen]).then(() => setChosen(new Set()));
  const keys: Record<string, (() => void) | undefined> = {
    l: chosen.size ? linkChosen : undefined,
    u: linked.size ? () => void onUnlink() : undefined,
    i: () => void onLeaveOut(),
    s: onShares ?? undefined,
  };
  const press = (event: KeyboardEvent<HTMLDivElement>): void => {
    const { target, key, altKey, ctrlKey, metaKey } = event;
    if (altKey || ctrlKey || metaKey || !open || !rows.length) return;
    const typing = target instanceof HTMLInputElement && target.type !== 'checkbox';
    // A button is pressed by Enter, as everywhere.
    if (typing || (key === LINK_FIRST && target instanceof HTMLButtonElement)) return;
    const place = key === LINK_FIRST ? 1 : Number(key);
    const work = place >= 1 && place <= OFFERED_BY_DIGITS ? offered[place - 1] : undefined;
    const act = work?.why ? () => void onLink([work.id]) : keys[key.toLowerCase()];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={classes.panel} role="group" aria-label={t('cost_link.title')} onKeyDown={press}>
      <div className={classes.head}>
        <Select
          size="xs"
          flex={1}
          label={t('cost_link.version')}
          placeholder={t('cost_link.choose_version')}
          allowDeselect={false}
          data={versions.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={versionId === null ? null : String(versionId)}
          onChange={(id) => id && onVersion(Number(id))}
        />
        <IconButton
          icon={IconSettings}
          variant="subtle"
          label={t('cost_link.settings')}
          disabled={versionId === null}
          onClick={onSettings}
        />
      </div>
      {coverage && (
        <div role="status">
          <Progress value={Math.max(0, Math.min(100, share))} size="sm" aria-label={t('cost_link.coverage')} />
          <p className={classes.note}>
            {t('cost_link.covered', {
              percent: formatNumber(share, { decimals: 1 }),
              total: formatNumber(Number(coverage.total), { decimals: coverage.digits }),
              currency: coverage.currency,
            })}
          </p>
          {coverage.lost > 0 && (
            <p className={classes.note}>
              {t('cost_link.lost', { count: coverage.lost })}{' '}
              {open && (
                <Button size="compact-xs" variant="default" onClick={onRelink}>
                  {t('cost_link.relink')}
                </Button>
              )}
            </p>
          )}
        </div>
      )}
      {versionId !== null && <OutdatedNotes spaceId={spaceId} versionId={versionId} />}
      {versionId !== null && <TakeOverBadge key={versionId} spaceId={spaceId} versionId={versionId} />}
      {versionId !== null && (
        <>
          <p className={classes.note}>{rows.length ? t('cost_link.rows_chosen', { count: rows.length }) : t('cost_link.choose_rows')}</p>
          <TextInput
            size="xs"
            aria-label={t('cost_link.search')}
            placeholder={t('cost_link.search')}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <div ref={scroller} className={classes.works} role="group" aria-label={t('cost_link.works')}>
            <div style={{ height: list.getTotalSize(), position: 'relative' }}>
              {list.getVirtualItems().map((item) => {
                const work = offered[item.index];
                return (
                  <div
                    key={work.id}
                    className={classes.work}
                    style={{ transform: `translateY(${item.start}px)` }}
                    data-best={work.why !== null}
                  >
                    <Checkbox
                      size="xs"
                      disabled={!open}
                      checked={chosen.has(work.id) || linked.has(work.id)}
                      label={
                        <span className={classes.name} title={work.name}>
                          {work.why && item.index < OFFERED_BY_DIGITS && <span className={classes.place}>{item.index + 1}</span>}
                          {work.code && <b>{work.code}</b>} {work.name}
                          {work.why && <span className={classes.why}>{t(`cost_link.why_${work.why}`)}</span>}
                        </span>
                      }
                      onChange={() => toggle(work.id)}
                    />
                  </div>
                );
              })}
            </div>
          </div>
          {open && (
            <Group gap={6}>
              <Button size="xs" disabled={!rows.length || !chosen.size} onClick={linkChosen}>
                {t('cost_link.link')}
              </Button>
              <Button size="xs" variant="default" disabled={!rows.length} onClick={() => void onLeaveOut()}>
                {t('cost_link.leave_out')}
              </Button>
              <Button size="xs" variant="default" disabled={!rows.length || !linked.size} onClick={() => void onUnlink()}>
                {t('cost_link.unlink')}
              </Button>
              <Button size="xs" variant="default" disabled={!onShares} onClick={() => onShares?.()}>
                {t('cost_link.shares')}
              </Button>
              {onTakeOver && (
                <Button size="xs" variant="default" onClick={onTakeOver}>
                  {t('cost_link.take_over')}
                </Button>
              )}
              <Button size="xs" variant="default" title="F8" onClick={onNext}>
                {t('cost_link.next_open')}
              </Button>
              <Button size="xs" variant="default" ml="auto" disabled={!coverage} onClick={onCosts}>
                {t('cost_link.costs')}
              </Button>
            </Group>
          )}
          {open && <p className={classes.note}>{t('cost_link.keys')}</p>}
        </>
      )}
    </div>
  );
}
