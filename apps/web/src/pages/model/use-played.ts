import { type PlayerMode, playerRange } from '@gantry/plan-view';
import { useMemo, useState } from 'react';
import { daysOf, deviationScene, type Pair, PAIRS } from '../../features/bim/model-links/model-links.deviation.model.ts';
import { sceneOn } from '../../features/bim/model-links/model-links.player.model.ts';
import { useDeviations, usePlayer } from '../../features/bim/model-links/model-links.queries.ts';
import type { Breakdown } from '../../features/bim/models/models.queries.ts';

const MINUTES_A_DAY = 1440;

type Place = { versionId: number; linkId: number };

/** The day that is shown, by which dates, and how the models look on it: by states, or by deviations. */
export function usePlayed([spaceId, projectId]: [number, number], place: Place | null, trees: ReadonlyMap<number, Breakdown>) {
  const player = usePlayer(spaceId, projectId, place).data ?? null;
  const [mode, setMode] = useState<PlayerMode>('plan');
  const [chosenDay, setDay] = useState<number | null>(null);
  const [ghosts, setGhosts] = useState(true);
  const [pair, setPair] = useState<Pair | null>(null);
  const deviations = useDeviations(spaceId, projectId, place, pair && PAIRS[pair]).data?.elements ?? null;
  const played = place && player && player.works.length > 0 ? player : null;
  const first = played && (played.dataDate ?? (playerRange(played.works, mode)?.from ?? 0) * MINUTES_A_DAY);
  const day = chosenDay ?? Math.floor((first ?? 0) / MINUTES_A_DAY);
  const all = useMemo(() => new Map([...trees].map(([model, tree]) => [model, tree.elements.entity])), [trees]);
  const scene = useMemo(() => played && sceneOn(played, day, mode, { ghosts, all }), [played, day, mode, ghosts, all]);
  const deviating = useMemo(() => (played && pair && deviations ? deviationScene(deviations, all) : null), [played, pair, deviations, all]);
  return {
    player,
    played,
    scene,
    day,
    setDay,
    mode,
    setMode,
    ghosts,
    setGhosts,
    pair,
    setPair,
    styles: deviating?.styles ?? scene?.styles ?? null,
    /** Counts of the bands, and the days of elements that are chosen; null: elements are coloured by their states. */
    deviationOf: (selected: ReadonlyMap<number, ReadonlySet<number>>) =>
      deviating && deviations ? { counts: deviating.counts, chosen: daysOf(deviations, selected) } : null,
  };
}
