import { useMemo, useState } from 'react';
import { type PlayerData, useLinkActs, useLinkedWorks } from '../../features/bim/model-links/model-links.queries.ts';
import { elementsOf, worksOf } from '../../features/bim/model-links/model-links.works.model.ts';
import type { Elements } from '../../features/bim/models/viewer/models.styles.model.ts';

const NONE: ReadonlySet<number> = new Set();

type Place = { versionId: number; linkId: number };
type Chosen = { model_id: number; ids: number[] }[];

/** Works that are chosen, how they are linked with the elements that are chosen, and the acts of a hand: link, part, take back. */
export function useHandLinks(
  [spaceId, projectId]: [number, number],
  place: Place | null,
  { player, listed, selected, chosen }: { player: PlayerData | null; listed: boolean; selected: Elements; chosen: Chosen },
) {
  const acts = useLinkActs(spaceId, projectId);
  const works = useLinkedWorks(spaceId, projectId, listed ? place : null).data?.items;
  const [picked, setPicked] = useState<ReadonlySet<number>>(NONE);
  const [share, setShare] = useState(100);
  const [last, setLast] = useState<{ place: Place; change: number; added: number; removed: number } | null>(null);
  const [busy, setBusy] = useState(false);
  const related = useMemo(() => (player ? worksOf(player, selected) : NONE), [player, selected]);
  const isLast = last !== null && last.place.versionId === place?.versionId && last.place.linkId === place.linkId;

  const during = async (act: () => Promise<void>): Promise<void> => {
    if (busy) return;
    setBusy(true);
    // What a call refuses has been said by it.
    await act().catch(() => {});
    setBusy(false);
  };
  const byHand = (act: 'link' | 'part', ids: ReadonlySet<number>, elements: Chosen): void => {
    if (!place || ids.size === 0 || elements.length === 0) return;
    void during(async () => {
      const { change, added, removed } = await acts.byHand(place.versionId, place.linkId, {
        act,
        item_ids: [...ids],
        elements,
        share: share / 100,
      });
      setLast(change === null ? null : { place, change, added, removed });
    });
  };
  return {
    works: place ? (works ?? null) : [],
    picked,
    setPicked,
    related,
    share,
    setShare,
    busy,
    last: isLast ? last : null,
    mayLink: place !== null && picked.size > 0 && chosen.length > 0 && !busy,
    link: (ids: ReadonlySet<number> = picked, elements: Chosen = chosen) => byHand('link', ids, elements),
    part: () => byHand('part', picked, chosen),
    undo(): void {
      if (!isLast) return;
      void during(async () => {
        setLast(null);
        await acts.undo(last.place.versionId, last.place.linkId, last.change);
      });
    },
    elements: (): Elements => (player ? elementsOf(player, picked) : new Map()),
    chooseRelated: () => setPicked(related),
  };
}
export type HandLinks = ReturnType<typeof useHandLinks>;
