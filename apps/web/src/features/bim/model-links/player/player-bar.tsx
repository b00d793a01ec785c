import { formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import { PLAYER_MODES, type PlayerMode, playerRange } from '@gantry/plan-view';
import { SegmentedControl, Select, Slider, Switch } from '@mantine/core';
import {
  IconChartGridDots,
  IconColumns2,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerStop,
  IconPlayerTrackNext,
  IconPlayerTrackPrev,
  IconPhotoDown,
  IconVideo,
} from '@tabler/icons-react';
import { useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../../lib/dates.ts';
import { formatCount } from '../../../../lib/numbers.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { Toolbar } from '../../../../ui/toolbar.tsx';
import { type Band, BANDS, type Colouring, TINTS } from '../model-links.deviation.model.ts';
import type { PlayerData } from '../model-links.queries.ts';
import { LEGEND, type Scene, type Step, stepped, STEPS } from '../model-links.player.model.ts';
import { PlayerChart } from './player-chart.tsx';
import { type Film, type FilmKind, useFilm } from './model-links.film.store.ts';
import classes from './player.module.css';

const FRAME_MS = 600;
const COLOURINGS: readonly Colouring[] = ['states', 'works', 'fact_target', 'fact_plan', 'plan_target', 'fact_approved', 'plan_approved'];
const FILMS = [
  { kind: 'video', icon: IconVideo, label: 'player.film' },
  { kind: 'frames', icon: IconPhotoDown, label: 'player.frames' },
] as const;
const STATES = ['before', 'active', 'after', 'late'] as const;

type Props = {
  data: PlayerData;
  day: number;
  mode: PlayerMode;
  ghosts: boolean;
  scene: Scene;
  onDay: (day: number) => void;
  onMode: (mode: PlayerMode) => void;
  onGhosts: (ghosts: boolean) => void;
  onWork: (id: number) => void;
  colouring: Colouring;
  /** How many elements have each colour of works; null: those are not shown. */
  tints: readonly number[] | null;
  deviations: { counts: Record<Band, number>; chosen: number | null } | null;
  onColouring: (colouring: Colouring) => void;
  /** Whether a second day stands beside, and how to have it or be rid of it. */
  isPaired: boolean;
  onPair: () => void;
  /** Films the play from its first day to its last; null: that cannot be. */
  onFilm: ((kind: FilmKind) => Film | null) | null;
};

/** Plays a plan on its models: a date, steps by day, week or month, what is under way and how many elements stand how. */
export function PlayerBar({ data, day, mode, ghosts, scene, onDay, onMode, onGhosts, onWork, deviations, tints, onFilm, ...rest }: Props) {
  const { t, i18n } = useTranslation();
  const [playing, setPlaying] = useState(false);
  const film = useFilm(onFilm);
  const [step, setStep] = useState<Step>('week');
  const [charted, setCharted] = useState(false);
  const range = useMemo(() => playerRange(data.works, mode), [data, mode]);
  const [from, to] = [range?.from ?? day, range?.to ?? day];
  const go = (next: number): void => onDay(Math.min(Math.max(next, from - 1), to + 1));

  useEffect(() => {
    // The keys of steps work wherever nothing is typed.
    const press = (event: KeyboardEvent): void => {
      const way = { ',': -1 as const, '.': 1 as const }[event.key];
      const typed =
        event.target instanceof HTMLElement &&
        event.target.matches('input:not([type=radio], [type=checkbox]), textarea, [contenteditable]');
      if (!way || typed || event.ctrlKey || event.metaKey || event.altKey) return;
      onDay(Math.min(Math.max(stepped(day, step, way), from - 1), to + 1));
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [day, step, from, to, onDay]);

  const toggleFilm = (kind: FilmKind): void => {
    if (film.kind) {
      setPlaying(false);
      void film.end();
    } else if (film.begin(kind)) {
      onDay(from - 1);
      setPlaying(true);
    }
  };

  useEffect(() => {
    if (!playing) return undefined;
    let gone = false;
    const timer = setTimeout(async () => {
      await film.take(day);
      if (gone) return;
      if (day > to || film.isFull()) {
        setPlaying(false);
        void film.end();
      } else onDay(Math.min(stepped(day, step, 1), to + 1));
    }, FRAME_MS);
    return () => {
      gone = true;
      clearTimeout(timer);
    };
    // The film that is being made ends with the play; it is another one with each.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [playing, day, step, to, onDay]);

  const legend = deviations
    ? BANDS.map(({ key, colour }) => ({ key, label: t(`player.band_${key}`), colour, count: deviations.counts[key], state: undefined }))
    : tints
      ? TINTS.flatMap((colour, at) =>
          tints[at] > 0 ? [{ key: colour, label: t(`tint.${at + 1}`), colour, count: tints[at], state: undefined }] : [],
        )
      : STATES.map((state) => ({
          key: state,
          label: t(`player.state_${state}`),
          colour: LEGEND[state]?.colour ?? null,
          count: scene.counts[state],
          state,
        }));
  const written = formatLocal(formatMinute(day * MINUTES_PER_DAY), undefined, i18n.language);
  return (
    <section className={classes.bar} aria-label={t('player.title')}>
      <div className={classes.line}>
        <Toolbar className={classes.buttons} label={t('player.title')}>
          <IconButton
            icon={IconPlayerTrackPrev}
            label={t('player.back')}
            shortcut=","
            variant="default"
            onClick={() => go(stepped(day, step, -1))}
          />
          <IconButton
            icon={playing ? IconPlayerPause : IconPlayerPlay}
            label={t(playing ? 'player.pause' : 'player.play')}
            variant="filled"
            onClick={() => {
              if (!playing && day > to) onDay(from - 1);
              setPlaying(!playing);
            }}
          />
          <IconButton
            icon={IconPlayerTrackNext}
            label={t('player.on')}
            shortcut="."
            variant="default"
            onClick={() => go(stepped(day, step, 1))}
          />
        </Toolbar>
        {FILMS.map(({ kind, icon, label }) => (
          <IconButton
            key={kind}
            icon={film.kind === kind ? IconPlayerStop : icon}
            label={t(film.kind === kind ? 'player.film_end' : label)}
            variant={film.kind === kind ? 'filled' : 'default'}
            disabled={onFilm === null || (film.kind !== null && film.kind !== kind)}
            onClick={() => toggleFilm(kind)}
          />
        ))}
        <SegmentedControl
          size="xs"
          value={step}
          aria-label={t('player.step')}
          data={STEPS.map((value) => ({ value, label: t(`player.${value}`) }))}
          onChange={(value) => setStep(value)}
        />
        <Select
          size="xs"
          w={130}
          value={mode}
          allowDeselect={false}
          aria-label={t('player.mode')}
          data={PLAYER_MODES.map((value) => ({ value, label: t(`player.mode_${value}`) }))}
          onChange={(value) => value && onMode(value)}
        />
        <Select
          size="xs"
          w={190}
          value={rest.colouring}
          allowDeselect={false}
          aria-label={t('player.colour_by')}
          data={COLOURINGS.map((value) => ({ value, label: t(`player.by_${value}`) }))}
          onChange={(value) => value && rest.onColouring(value)}
        />
        <Switch size="xs" label={t('player.ghosts')} checked={ghosts} onChange={(event) => onGhosts(event.currentTarget.checked)} />
        <output className={classes.date}>{written}</output>
        <IconButton
          icon={IconColumns2}
          label={t(rest.isPaired ? 'player.one_day' : 'player.second')}
          variant={rest.isPaired ? 'filled' : 'default'}
          aria-pressed={rest.isPaired}
          onClick={rest.onPair}
        />
        <IconButton
          icon={IconChartGridDots}
          label={t('player.chart')}
          variant={charted ? 'filled' : 'default'}
          aria-pressed={charted}
          onClick={() => setCharted(!charted)}
        />
        <ul className={classes.legend} aria-label={t('player.legend')}>
          {legend.map(({ key, label, colour, count, state }) => (
            <li key={key}>
              <span className={classes.mark} data-state={state} style={{ background: colour ?? undefined }} />
              {label} <b>{formatCount(count)}</b>
            </li>
          ))}
          {deviations && deviations.chosen !== null && <li role="status">{t('player.days', { count: deviations.chosen })}</li>}
        </ul>
      </div>
      <Slider
        size="sm"
        min={from - 1}
        max={to + 1}
        value={day}
        label={null}
        thumbLabel={t('player.date')}
        aria-valuetext={written}
        onChange={(value) => go(value)}
      />
      <div className={classes.running} role="status" aria-live="off">
        <span>{t('player.running', { number: formatCount(scene.running.length) })}</span>
        {!charted && (
          <ul>
            {scene.running.slice(0, 40).map(({ id, name, code }) => (
              <li key={id}>
                <button type="button" onClick={() => onWork(id)}>
                  <bdi>{[code, name].filter(Boolean).join(' ')}</bdi>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {charted && <PlayerChart works={data.works} mode={mode} day={day} onWork={onWork} />}
    </section>
  );
}
