import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconChevronsDown, IconChevronsUp } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './model-page.module.css';

/** How often a button that is held down acts again. */
const AGAIN_MS = 90;
const TURN = 0.08;
const ACTS = [
  { label: 'model.walk_left', icon: IconArrowLeft, act: (viewer: Viewer) => viewer.turnHead(-TURN, 0) },
  { label: 'model.walk_ahead', icon: IconArrowUp, act: (viewer: Viewer) => viewer.walk(1, 0, 0) },
  { label: 'model.walk_back', icon: IconArrowDown, act: (viewer: Viewer) => viewer.walk(-1, 0, 0) },
  { label: 'model.walk_right', icon: IconArrowRight, act: (viewer: Viewer) => viewer.turnHead(TURN, 0) },
  { label: 'model.walk_up', icon: IconChevronsUp, act: (viewer: Viewer) => viewer.walk(0, 0, 1) },
  { label: 'model.walk_down', icon: IconChevronsDown, act: (viewer: Viewer) => viewer.walk(0, 0, -1) },
] as const;

/** How to walk, and the buttons for those who have no keyboard. */
export function WalkPad({ viewer }: { viewer: Viewer }) {
  const { t } = useTranslation();
  const held = useRef<ReturnType<typeof setInterval> | undefined>(undefined);
  const release = (): void => clearInterval(held.current);
  useEffect(() => () => clearInterval(held.current), [held]);
  return (
    <div className={classes.walk}>
      <Toolbar className={classes.walkButtons} label={t('model.walk')}>
        {ACTS.map(({ label, icon, act }) => (
          <IconButton
            key={label}
            icon={icon}
            label={t(label)}
            variant="default"
            onPointerDown={() => {
              release();
              act(viewer);
              held.current = setInterval(() => act(viewer), AGAIN_MS);
            }}
            onPointerUp={release}
            onPointerLeave={release}
            // A press of a key is a click without a pointer.
            onClick={(event) => event.detail === 0 && act(viewer)}
          />
        ))}
      </Toolbar>
      <p>{t('model.walk_hint')}</p>
    </div>
  );
}
