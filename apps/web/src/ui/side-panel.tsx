import { IconLayoutSidebarRightCollapse, IconLayoutSidebarRightExpand } from '@tabler/icons-react';
import { useRef, type KeyboardEvent, type PointerEvent, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from './icon-button.tsx';
import classes from './side-panel.module.css';

const MIN = 360;
const MAX = 640;
const STEP = 16;

/** Stored state of a side panel. */
export type PanelState = { open: boolean; width: number };

type Props = { label: string; state: PanelState; onChange: (state: PanelState) => void; head: ReactNode; children: ReactNode };

/** A panel at the right that folds away and is made wider by its left edge, 360 to 640 px, by mouse or arrow keys. */
export function SidePanel({ label, state, onChange, head, children }: Props) {
  const { t } = useTranslation();
  const panel = useRef<HTMLElement>(null);
  const resize = (width: number): void => onChange({ ...state, width: Math.min(Math.max(Math.round(width), MIN), MAX) });

  const onPointerMove = (event: PointerEvent): void => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const right = panel.current?.getBoundingClientRect().right ?? 0;
    resize(right - event.clientX);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = { ArrowLeft: STEP, ArrowRight: -STEP }[event.key];
    if (step) resize(state.width + step);
  };
  if (!state.open) {
    return (
      <aside className={classes.folded} aria-label={label}>
        <IconButton
          icon={IconLayoutSidebarRightExpand}
          label={t('ui.open_panel')}
          tooltipSide="left"
          onClick={() => onChange({ ...state, open: true })}
        />
      </aside>
    );
  }
  return (
    <aside ref={panel} className={classes.panel} style={{ width: state.width }} aria-label={label}>
      <div
        role="separator"
        aria-orientation="vertical"
        aria-label={t('ui.panel_width')}
        aria-valuemin={MIN}
        aria-valuemax={MAX}
        aria-valuenow={state.width}
        tabIndex={0}
        className={classes.edge}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={onPointerMove}
        onKeyDown={onKeyDown}
      />
      <div className={classes.head}>
        <div className={classes.headRest}>{head}</div>
        <IconButton
          icon={IconLayoutSidebarRightCollapse}
          label={t('ui.fold_panel')}
          tooltipSide="left"
          onClick={() => onChange({ ...state, open: false })}
        />
      </div>
      <div className={classes.body}>{children}</div>
    </aside>
  );
}
