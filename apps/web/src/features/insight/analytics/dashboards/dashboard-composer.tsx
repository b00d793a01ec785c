import type { DashboardTile } from '@gantry/contract';
import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconTrash } from '@tabler/icons-react';
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { usePlaceOf } from './dashboard-view.tsx';
import { type Box, changedBox, COLUMNS, movedByKey, type TileScene, withTile } from './analytics.dashboards.model.ts';
import classes from './dashboards.module.css';
import { TileContent, useTileTitle } from './tile-content.tsx';
import { TileDialog } from './tile-dialog.tsx';

const ROW_PX = 40;

type Props = TileScene & {
  tiles: readonly DashboardTile[];
  places: readonly { id: number; name: string }[];
  onChange(tiles: DashboardTile[]): void;
};

type Held = { index: number; how: 'move' | 'size'; from: Box; x: number; y: number; column: number };

/** A dashboard in the hands of its maker: tiles are dragged by their heads and sized by their corners, or both by arrows. */
export function DashboardComposer({ tiles, places, onChange, ...scene }: Props) {
  const { t } = useTranslation();
  const titleOf = useTileTitle();
  const placeOf = usePlaceOf(scene);
  const grid = useRef<HTMLDivElement>(null);
  const held = useRef<(Held & { before: readonly DashboardTile[] }) | null>(null);
  const [dragged, setDragged] = useState<number | null>(null);
  const [announced, setAnnounced] = useState('');
  const [edited, setEdited] = useState<{ index: number | null } | null>(null);

  const announce = (next: readonly DashboardTile[], index: number): void => {
    const { x, y, w, h } = next[index];
    setAnnounced(t('dashboard.said', { name: titleOf(next[index]), column: x + 1, row: y + 1, width: w, height: h }));
  };
  const put = (next: DashboardTile[], index: number): void => {
    announce(next, index);
    onChange(next);
  };
  const remove = (index: number): void => {
    setAnnounced(t('dashboard.removed', { name: titleOf(tiles[index]) }));
    onChange(tiles.filter((_, at) => at !== index));
    grid.current?.querySelector<HTMLElement>(`[data-grip="${Math.max(0, index - 1)}"]`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent, index: number): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === 'Delete') {
      event.preventDefault();
      remove(index);
      return;
    }
    const next = movedByKey(tiles, index, event.key, event.shiftKey);
    if (!next) return;
    event.preventDefault();
    put(next, index);
  };
  const take = (event: PointerEvent, index: number, how: Held['how']): void => {
    if (event.button !== 0 || !grid.current) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const column = grid.current.clientWidth / COLUMNS;
    const { x, y, w, h } = tiles[index];
    const top = grid.current.getBoundingClientRect().top;
    held.current = { index, how, from: { x, y, w, h }, x: event.clientX, y: event.clientY - top, column, before: tiles };
    setDragged(index);
  };
  const drag = (event: PointerEvent): void => {
    if (!held.current || !grid.current) return;
    const { index, how, from, x, y, column, before } = held.current;
    const right = Math.round((event.clientX - x) / column);
    // Measured in the grid, which may have been scrolled meanwhile.
    const down = Math.round((event.clientY - grid.current.getBoundingClientRect().top - y) / ROW_PX);
    onChange(changedBox(before, index, how === 'move' ? { x: from.x + right, y: from.y + down } : { w: from.w + right, h: from.h + down }));
  };
  const release = (): void => {
    if (held.current) announce(tiles, held.current.index);
    held.current = null;
    setDragged(null);
  };
  const pointer = (index: number, how: Held['how']) => ({
    onPointerDown: (event: PointerEvent) => take(event, index, how),
    onPointerMove: drag,
    onPointerUp: release,
    onPointerCancel: release,
  });
  const tile = edited?.index === null || edited === null ? null : (tiles[edited.index] ?? null);
  return (
    <>
      <div className={classes.tools}>
        <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited({ index: null })}>
          {t('dashboard.add_tile')}
        </Button>
        <span className={classes.note}>{t('dashboard.keys')}</span>
      </div>
      <p className={classes.unseen} role="status">
        {announced}
      </p>
      <div ref={grid} className={classes.grid} data-composed="">
        {tiles.map((one, index) => {
          const { x, y, w, h } = one;
          const place = placeOf(one);
          const title = titleOf(one);
          return (
            <section
              // A tile is known by its place in the list, which moving leaves as it is.
              // oxlint-disable-next-line react/no-array-index-key
              key={index}
              aria-label={title}
              className={`${classes.tile} ${classes.edited} ${dragged === index ? classes.held : ''}`}
              style={{ gridColumn: `${x + 1} / span ${w}`, gridRow: `${y + 1} / span ${h}` }}
            >
              <div className={classes.handle}>
                <button
                  type="button"
                  className={classes.grip}
                  data-grip={index}
                  aria-label={t('dashboard.grip', { name: title })}
                  onKeyDown={(event) => onKeyDown(event, index)}
                  {...pointer(index, 'move')}
                >
                  {title}
                </button>
                <IconButton
                  icon={IconPencil}
                  variant="subtle"
                  size="sm"
                  label={t('dashboard.change', { name: title })}
                  onClick={() => setEdited({ index })}
                />
                <IconButton
                  icon={IconTrash}
                  variant="subtle"
                  size="sm"
                  label={t('dashboard.remove', { name: title })}
                  onClick={() => remove(index)}
                />
              </div>
              <div className={classes.content} inert>
                {place ? <TileContent {...scene} place={place} tile={one} /> : <p className={classes.note}>{t('dashboard.no_place')}</p>}
              </div>
              <span className={classes.corner} aria-hidden {...pointer(index, 'size')} />
            </section>
          );
        })}
      </div>
      <TileDialog
        key={edited?.index ?? -1}
        opened={edited !== null}
        tile={tile}
        places={places}
        spaceId={scene.spaceId}
        here={(tile && placeOf(tile)) ?? scene.place}
        onSubmit={(next) => {
          const index = edited?.index ?? null;
          onChange(index === null ? withTile(tiles, next) : tiles.map((one, at) => (at === index ? next : one)));
        }}
        onClose={() => setEdited(null)}
      />
    </>
  );
}
