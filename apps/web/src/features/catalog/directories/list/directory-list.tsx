import type { DirectorySummary } from '@gantry/contract';
import { IconBooks, IconBuildingWarehouse, IconListDetails, IconRulerMeasure, type Icon } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../../lib/numbers.ts';
import classes from './directory-list.module.css';

type Props = {
  directories: readonly DirectorySummary[];
  selected: number | null;
  onSelect(id: number): void;
  /** The tools over the list. */
  children?: ReactNode;
};

const ICONS: Record<DirectorySummary['kind'], Icon> = {
  work_types: IconListDetails,
  resources: IconBuildingWarehouse,
  norms: IconRulerMeasure,
  general: IconBooks,
};

/** The directories that a node sees: its own, then those of the nodes above it. */
export function DirectoryList({ directories, selected, onSelect, children }: Props) {
  const { t } = useTranslation();
  const list = useRef<HTMLDivElement>(null);
  const places = [...new Set(directories.map(({ node_id }) => node_id))].sort(
    (a, b) => Number(isInherited(directories, a)) - Number(isInherited(directories, b)),
  );
  const ordered = places.map((place) => directories.filter(({ node_id }) => node_id === place));
  const flat = ordered.flat();
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const next = step && flat[flat.findIndex(({ id }) => id === selected) + step];
    if (!next) return;
    event.preventDefault();
    onSelect(next.id);
    list.current?.querySelector<HTMLElement>(`[data-id="${next.id}"]`)?.focus();
  };
  const reachable = flat.some(({ id }) => id === selected) ? selected : (flat[0]?.id ?? null);
  return (
    <section className={classes.box} aria-label={t('directory.list')}>
      <div className={classes.tools}>{children}</div>
      <div ref={list} role="listbox" aria-label={t('directory.list')} className={classes.list} onKeyDown={onKeyDown}>
        {ordered.map((group) => (
          <div key={group[0].node_id} role="group" aria-label={group[0].node_name}>
            {group[0].inherited && <div className={classes.place}>{t('directory.from', { name: group[0].node_name })}</div>}
            {group.map(({ id, name, kind, rows }) => {
              const Shape = ICONS[kind];
              return (
                <div
                  key={id}
                  role="option"
                  data-id={id}
                  aria-selected={id === selected}
                  tabIndex={id === reachable ? 0 : -1}
                  className={classes.item}
                  title={t(`directory.kind_${kind}`)}
                  onClick={() => onSelect(id)}
                  onKeyDown={(event) => event.key === 'Enter' && onSelect(id)}
                >
                  <Shape size={16} stroke={1.5} aria-hidden />
                  <span className={classes.name}>{name}</span>
                  <span className={classes.count}>{formatCount(rows)}</span>
                </div>
              );
            })}
          </div>
        ))}
      </div>
    </section>
  );
}

const isInherited = (directories: readonly DirectorySummary[], place: number): boolean =>
  directories.some(({ node_id, inherited }) => node_id === place && inherited);
