import { ActionIcon, Modal, Select } from '@mantine/core';
import { useReducedMotion } from '@mantine/hooks';
import { IconChevronLeft, IconChevronRight, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavedDashboard } from '../../analytics-settings/analytics-settings.queries.ts';
import type { TileScene } from './analytics.dashboards.model.ts';
import { DashboardView } from './dashboard-view.tsx';
import classes from './dashboards.module.css';

/** Seconds that a dashboard is shown for before the next. */
const PACES = [15, 30, 60, 300] as const;

const ROW_PX = 40;
const HEAD_PX = 72;
const LARGEST = 2;
/** Tables of tiles have no room on a narrower page. */
const LEAST_WIDTH = 1000;
/** How much larger tiles are shown than on a page, so that those of one screen fill it. */
function zoomFor(tiles: SavedDashboard['content']['tiles']): number {
  const rows = Math.max(1, ...tiles.map(({ y, h }) => y + h));
  const fits = Math.min((globalThis.innerHeight - HEAD_PX) / (rows * ROW_PX), globalThis.innerWidth / LEAST_WIDTH);
  return Math.min(LARGEST, Math.max(1, fits));
}

type ShownBoard = { key: string; name: string; tiles: SavedDashboard['content']['tiles'] };
type Props = TileScene & { boards: readonly ShownBoard[]; first: string; onClose(): void };

/** Dashboards on the whole screen, one after another: arrows go on and back, Space stops and starts, Escape leaves. */
export function FullScreen({ boards, first, onClose, ...scene }: Props) {
  const { t } = useTranslation();
  const still = useReducedMotion();
  const [at, setAt] = useState(
    Math.max(
      0,
      boards.findIndex(({ key }) => key === first),
    ),
  );
  const [pace, setPace] = useState<number>(30);
  const [stopped, setStopped] = useState<boolean | null>(null);
  // Who wants less motion starts it by hand.
  const turns = boards.length > 1 && !(stopped ?? still);
  const go = (by: number): void => setAt((now) => (now + by + boards.length) % boards.length);
  useEffect(() => {
    if (!turns) return;
    const timer = setTimeout(() => setAt((now) => (now + 1) % boards.length), pace * 1000);
    return () => clearTimeout(timer);
  }, [turns, pace, at, boards.length]);
  useEffect(() => {
    // A browser that refuses leaves the dashboards over its page.
    void document.documentElement.requestFullscreen?.().catch(() => undefined);
    const left = (): void => {
      if (!document.fullscreenElement) onClose();
    };
    document.addEventListener('fullscreenchange', left);
    return () => {
      document.removeEventListener('fullscreenchange', left);
      if (document.fullscreenElement) void document.exitFullscreen().catch(() => undefined);
    };
    // Opened once.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const onKeyDown = (event: KeyboardEvent): void => {
    const isField = event.target instanceof HTMLElement && event.target.closest('button, input, a, [role="slider"]') !== null;
    if (isField || boards.length < 2) return;
    if (event.key === 'ArrowRight') go(1);
    else if (event.key === 'ArrowLeft') go(-1);
    else if (event.key === ' ') setStopped(turns);
    else return;
    event.preventDefault();
  };
  const board = boards[at];
  const hands = boards.length > 1 && (
    <div className={classes.turning}>
      <ActionIcon variant="subtle" aria-label={t('dashboard.previous')} onClick={() => go(-1)}>
        <IconChevronLeft size={18} />
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t(turns ? 'dashboard.stop' : 'dashboard.start')} onClick={() => setStopped(turns)}>
        {turns ? <IconPlayerPause size={18} /> : <IconPlayerPlay size={18} />}
      </ActionIcon>
      <ActionIcon variant="subtle" aria-label={t('dashboard.next')} onClick={() => go(1)}>
        <IconChevronRight size={18} />
      </ActionIcon>
      <Select
        size="xs"
        w={110}
        allowDeselect={false}
        aria-label={t('dashboard.pace')}
        value={String(pace)}
        data={PACES.map((seconds) => ({ value: String(seconds), label: t('dashboard.pace_seconds', { seconds }) }))}
        onChange={(value) => setPace(Number(value))}
      />
    </div>
  );
  return (
    <Modal.Root opened onClose={onClose} fullScreen transitionProps={{ duration: 0 }} onKeyDown={onKeyDown}>
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>
            <bdi>{board.name}</bdi>
            {boards.length > 1 && (
              <small className={classes.turn}>{t('dashboard.number_of', { number: at + 1, count: boards.length })}</small>
            )}
          </Modal.Title>
          {hands}
          <Modal.CloseButton aria-label={t('dashboard.leave_full_screen')} />
        </Modal.Header>
        <Modal.Body>
          <div style={{ zoom: zoomFor(board.tiles) }}>
            <DashboardView key={board.key} {...scene} tiles={board.tiles} />
          </div>
        </Modal.Body>
      </Modal.Content>
    </Modal.Root>
  );
}
