import { IconChevronRight, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { indexTree, rowsOf, type StructureRow } from './eps.model.ts';
import { treeQuery } from './eps.queries.ts';
import type { RowKey } from './eps.store.ts';
import { NodeIcon } from './node-icon.tsx';
import classes from './node-picker.module.css';

/** The selected place: the space, a node (`n7`) or a version (`v9`). */
export type PickedPlace = 'space' | RowKey;

type Props = {
  spaceId: number;
  value: PickedPlace;
  onChange(place: PickedPlace): void;
  /** Versions can be chosen too. */
  versions?: boolean;
  /** The space itself can be chosen. */
  whole?: boolean;
  /** The number of entities at a place itself. */
  count?(place: PickedPlace): number;
};

/** The hierarchy as a narrow tree to choose a place in; arrow keys walk, left and right fold. */
export function NodePicker({ spaceId, value, onChange, versions = false, whole = true, count }: Props) {
  const { t } = useTranslation();
  const { data } = useQuery(treeQuery(spaceId));
  const [folded, setFolded] = useState<ReadonlySet<RowKey>>(new Set());
  const list = useRef<HTMLDivElement>(null);
  const index = useMemo(() => indexTree(data ?? { nodes: [], versions: [] }), [data]);
  const rows = useMemo(() => rowsOf(index, folded).filter((row) => versions || row.type === 'node'), [index, folded, versions]);
  const places: PickedPlace[] = [...(whole ? (['space'] as const) : []), ...rows.map(({ key }) => key)];

  const fold = (key: RowKey, on: boolean): void =>
    setFolded((before) => {
      const next = new Set(before);
      if (on) next.add(key);
      else next.delete(key);
      return next;
    });
  const go = (place: PickedPlace | undefined): void => {
    if (place === undefined) return;
    onChange(place);
    list.current?.querySelectorAll<HTMLElement>('[role=treeitem]')[places.indexOf(place)]?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = places.indexOf(value);
    const row = rows.find(({ key }) => key === value);
    if (event.key === 'ArrowDown') go(places[at + 1]);
    else if (event.key === 'ArrowUp') go(places[at - 1]);
    else if (event.key === 'Home') go(places[0]);
    else if (event.key === 'End') go(places.at(-1));
    else if (event.key === 'ArrowRight' && row?.hasChildren) fold(row.key, false);
    else if (event.key === 'ArrowLeft' && row?.hasChildren && row.expanded) fold(row.key, true);
    else if (event.key === 'ArrowLeft' && row) go(row.parentKey ?? (whole ? 'space' : undefined));
    else return;
    event.preventDefault();
  };

  const item = (place: PickedPlace, row: StructureRow | null) => {
    const own = count?.(place) ?? 0;
    return (
      <div
        key={place}
        role="treeitem"
        aria-level={(row?.level ?? -1) + (whole ? 2 : 1)}
        aria-selected={value === place}
        aria-expanded={row?.hasChildren ? row.expanded : undefined}
        tabIndex={value === place || (!places.includes(value) && place === places[0]) ? 0 : -1}
        className={classes.item}
        style={{ paddingInlineStart: 8 + ((row?.level ?? -1) + (whole ? 1 : 0)) * 14 }}
        onClick={() => onChange(place)}
        onKeyDown={onKeyDown}
      >
        {row?.hasChildren && (versions || row.type === 'node') ? (
          <button
            type="button"
            tabIndex={-1}
            className={classes.fold}
            data-open={row.expanded || undefined}
            aria-label={t(row.expanded ? 'eps.collapse' : 'eps.expand', { name: row.name })}
            onClick={(event) => {
              event.stopPropagation();
              fold(row.key, row.expanded);
            }}
          >
            <IconChevronRight size={14} stroke={1.5} />
          </button>
        ) : (
          <span className={classes.fold} />
        )}
        {row ? (
          <NodeIcon kind={row.type === 'node' ? row.node.kind : `version_${row.version.kind}`} />
        ) : (
          <IconWorld size={16} stroke={1.5} className={classes.icon} aria-hidden />
        )}
        <span className={classes.name}>{row?.name ?? t('eps.whole_space')}</span>
        {own > 0 && <span className={classes.count}>{own}</span>}
      </div>
    );
  };
  return (
    <div ref={list} role="tree" aria-label={t('eps.structure')} className={classes.tree}>
      {whole && item('space', null)}
      {rows.map((row) => item(row.key, row))}
    </div>
  );
}
