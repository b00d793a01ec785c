import { Menu, SegmentedControl, Slider } from '@mantine/core';
import {
  IconCamera,
  IconCube,
  IconEyeOff,
  IconFocusCentered,
  IconRestore,
  IconRuler2,
  IconSlice,
  IconWalk,
  IconSquareRoundedMinus,
  IconZoomScan,
} from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import type { Cut, Look, Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { formatNumber } from '../../lib/numbers.ts';
import { saveBlob } from '../../lib/save-blob.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import { WalkPad } from './walk-pad.tsx';
import classes from './model-page.module.css';

const LOOKS: readonly Look[] = ['corner', 'top', 'front', 'side'];
const AXES = ['x', 'y', 'z'] as const;

/** How far two points are from each other: along the straight line, on the ground and in height. The Y axis of the view points up. */
function distanceText([[x1, y1, z1], [x2, y2, z2]]: readonly (readonly [number, number, number])[], t: TFunction): string {
  const number = (metres: number): string => formatNumber(metres, { decimals: 3 });
  const [across, up] = [Math.hypot(x2 - x1, z2 - z1), Math.abs(y2 - y1)];
  return t('model.measured', { whole: number(Math.hypot(across, up)), across: number(across), up: number(up) });
}

type Props = {
  viewer: Viewer | null;
  anySelected: boolean;
  anyHidden: boolean;
  onFit: () => void;
  onHide: () => void;
  onIsolate: () => void;
  onShowAll: () => void;
  /** Points that are measured between, at most two; null: nothing is measured. */
  measured: readonly (readonly [number, number, number])[] | null;
  onMeasure: () => void;
  cut: Cut;
  onCut: (cut: Cut) => void;
  walking: boolean;
  onWalk: () => void;
};

/** Tools over the view: where to look from, what to hide, where to cut, a picture. */
export function ViewTools({ viewer, anySelected, anyHidden, measured, cut, walking, onFit, onHide, onIsolate, onShowAll, ...rest }: Props) {
  const { t } = useTranslation();
  const { onMeasure, onCut, onWalk } = rest;
  const savePicture = async (): Promise<void> => {
    if (!viewer) return;
    const [, data] = viewer.picture().split(',');
    saveBlob(new Blob([Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0))], { type: 'image/png' }), `${t('model.title')}.png`);
  };
  const off = !viewer;
  return (
    <>
      <Toolbar className={classes.viewTools} label={t('model.tools')}>
        <IconButton icon={IconZoomScan} label={t('model.fit')} shortcut="F" disabled={off} variant="default" onClick={onFit} />
        <Menu>
          <Menu.Target>
            <IconButton icon={IconCube} label={t('model.look')} disabled={off} variant="default" />
          </Menu.Target>
          <Menu.Dropdown>
            {LOOKS.map((look) => (
              <Menu.Item key={look} onClick={() => viewer?.look(look)}>
                {t(`model.look_${look}`)}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
        <IconButton
          icon={IconEyeOff}
          label={t('model.hide')}
          shortcut="H"
          disabled={off || !anySelected}
          variant="default"
          onClick={onHide}
        />
        <IconButton
          icon={IconFocusCentered}
          label={t('model.isolate')}
          shortcut="I"
          disabled={off || !anySelected}
          variant="default"
          onClick={onIsolate}
        />
        <IconButton
          icon={IconRestore}
          label={t('model.show_all')}
          shortcut="A"
          disabled={off || !anyHidden}
          variant="default"
          onClick={onShowAll}
        />
        <IconButton
          icon={cut ? IconSquareRoundedMinus : IconSlice}
          label={t(cut ? 'model.cut_end' : 'model.cut')}
          disabled={off}
          variant={cut ? 'filled' : 'default'}
          aria-pressed={cut !== null}
          onClick={() => onCut(cut ? null : { axis: 'y', at: 0.6 })}
        />
        <IconButton
          icon={IconRuler2}
          label={t(measured ? 'model.measure_end' : 'model.measure')}
          disabled={off}
          variant={measured ? 'filled' : 'default'}
          aria-pressed={measured !== null}
          onClick={onMeasure}
        />
        <IconButton
          icon={IconWalk}
          label={t(walking ? 'model.walk_end' : 'model.walk')}
          disabled={off}
          variant={walking ? 'filled' : 'default'}
          aria-pressed={walking}
          onClick={onWalk}
        />
        <IconButton icon={IconCamera} label={t('model.picture')} disabled={off} variant="default" onClick={() => void savePicture()} />
      </Toolbar>
      {walking && viewer && <WalkPad viewer={viewer} />}
      {measured && <output className={classes.ruler}>{measured.length < 2 ? t('model.measure_hint') : distanceText(measured, t)}</output>}
      {cut && (
        <div className={classes.cut}>
          <SegmentedControl
            size="xs"
            value={cut.axis}
            aria-label={t('model.cut_axis')}
            data={AXES.map((value) => ({ value, label: t(`model.cut_${value}`) }))}
            onChange={(axis) => onCut({ axis, at: cut.at })}
          />
          <Slider
            size="sm"
            min={0}
            max={100}
            value={Math.round(cut.at * 100)}
            label={(value) => `${value} %`}
            thumbLabel={t('model.cut')}
            onChange={(value) => onCut({ ...cut, at: value / 100 })}
          />
        </div>
      )}
    </>
  );
}
