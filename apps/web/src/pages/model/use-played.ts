import { type PlayerMode, playerRange } from '@gantry/plan-view';
import { useMemo, useState } from 'react';
import { type Colouring, daysOf, deviationScene, PAIRS, tintScene } from '../../features/bim/model-links/model-links.deviation.model.ts';
import { sceneOn } from '../../features/bim/model-links/model-links.player.model.ts';
import { useDeviations, usePlayer, useWorkColours } from '../../features/bim/model-links/model-links.queries.ts';
import type { Breakdown } from '../../features/bim/models/models.queries.ts';

const MINUTES_A_DAY = 1440;

type Place = { versionId: number; linkId: number };

/** The day that is shown, or two, by which dates, and how the models look on it: by states, by deviations, or by the colours of works. */
export function usePlayed([spaceId, projectId]: [number, number], place: Place | null, trees: ReadonlyMap<number, Breakdown>) {
  const player = usePlayer(spaceId, projectId, place).data ?? null;
  const [mode, setMode] = useState<PlayerMode>('plan');
  const [chosenDay, setDay] = useState<number | null>(null);
  const [secondDay, setSecondDay] = useState<number | null>(null);
  const [ghosts, setGhosts] = useState(true);
  const [colouring, setColouring] = useState<Colouring>('states');
  const pair = colouring === 'states' || colouring === 'works' ? null : colouring;
  const deviations = useDeviations(spaceId, projectId, place, pair && PAIRS[pair]).data?.elements ?? null;
  const colours = useWorkColours(spaceId, projectId, colouring === 'works' ? place : null).data?.elements ?? null;
  const played = place && player && player.works.length > 0 ? player : null;
  const range = useMemo(() => played && playerRange(played.works, mode), [played, mode]);
  const first = played && (played.dataDate ?? (range?.from ?? 0) * MINUTES_A_DAY);
  const day = chosenDay ?? Math.floor((first ?? 0) / MINUTES_A_DAY);
  const all = useMemo(() => new Map([...trees].map(([model, tree]) => [model, tree.elements.entity])), [trees]);
  const scene = useMemo(() => played && sceneOn(played, day, mode, { ghosts, all }), [played, day, mode, ghosts, all]);
  const second = useMemo(
    () => (played && secondDay !== null ? sceneOn(played, secondDay, mode, { ghosts, all }) : null),
    [played, secondDay, mode, ghosts, all],
  );
  const deviating = useMemo(() => (played && pair && deviations ? deviationScene(deviations, all) : null), [played, pair, deviations, all]);
  const tinted = useMemo(
    () => (played && colouring === 'works' && colours ? tintScene(colours, all) : null),
    [played, colouring, colours, all],
  );
  return {
    player,
    played,
    range,
    scene,
    day,
    setDay,
    /** Another day beside the first; null: one alone is shown. */
    second: second && secondDay !== null ? { scene: second, day: secondDay } : null,
    setSecondDay,
    mode,
    setMode,
    ghosts,
    setGhosts,
    colouring,
    setColouring,
    styles: deviating?.styles ?? tinted?.styles ?? scene?.styles ?? null,
    tints: tinted?.counts ?? null,
    /** Counts of the bands, and the days of elements that are chosen; null: elements are coloured by their states. */
    deviationOf: (selected: ReadonlyMap<number, ReadonlySet<number>>) =>
      deviating && deviations ? { counts: deviating.counts, chosen: daysOf(deviations, selected) } : null,
  };
}
