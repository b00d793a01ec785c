import { formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import { Slider } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Scene } from '../../features/bim/model-links/model-links.player.model.ts';
import { ModelView } from '../../features/bim/models/viewer/model-view.tsx';
import type { Styles } from '../../features/bim/models/viewer/models.styles.model.ts';
import type { Cut, Picked, Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { formatLocal } from '../../lib/dates.ts';
import { formatCount } from '../../lib/numbers.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import classes from './model-page.module.css';

type Props = {
  spaceId: number;
  projectId: number;
  models: readonly { id: number; version: number; name: string }[];
  styles: ReadonlyMap<number, Styles>;
  scene: Scene;
  day: number;
  range: { from: number; to: number };
  /** The view that stands beside: the two cameras go together. */
  beside: Viewer | null;
  cut: Cut;
  onPick: (picked: Picked | null, more: boolean) => void;
  onDay: (day: number) => void;
  onClose: () => void;
};

/** The models on another day, beside the first and seen from where that is seen. */
export function SecondDay({ scene, day, range, beside, cut, onDay, onClose, ...view }: Props) {
  const { t, i18n } = useTranslation();
  const [own, setOwn] = useState<Viewer | null>(null);
  useEffect(() => (own && beside ? together(beside, own) : undefined), [own, beside]);
  useEffect(() => own?.cut(cut), [own, cut]);
  const written = formatLocal(formatMinute(day * MINUTES_PER_DAY), undefined, i18n.language);
  return (
    // Once the models are loaded, the camera stands where the other does.
    <ModelView {...view} onReady={setOwn} onLoaded={() => beside && own?.place(beside.camera())}>
      <section className={classes.second} aria-label={t('player.second')}>
        <output>
          <b>{written}</b> {t('player.second_counts', { done: formatCount(scene.counts.after), active: formatCount(scene.counts.active) })}
        </output>
        <IconButton icon={IconX} label={t('player.one_day')} size="sm" onClick={onClose} />
        <Slider
          size="sm"
          min={range.from - 1}
          max={range.to + 1}
          value={day}
          label={null}
          thumbLabel={t('player.second')}
          aria-valuetext={written}
          onChange={onDay}
        />
      </section>
    </ModelView>
  );
}

/** Moves two cameras as one; answers how to end that. */
function together(a: Viewer, b: Viewer): () => void {
  let following = false;
  const follow = (from: Viewer, to: Viewer) => () => {
    if (following) return;
    following = true;
    to.place(from.camera());
    following = false;
  };
  follow(a, b)();
  const ends = [a.onMove(follow(a, b)), b.onMove(follow(b, a))];
  return () => {
    for (const end of ends) end();
  };
}
