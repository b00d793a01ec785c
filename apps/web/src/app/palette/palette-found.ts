import { useDebouncedValue } from '@mantine/hooks';
import { IconListSearch, type Icon } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { KIND_ICONS } from '../../features/insight/search/kind-icon.tsx';
import { keyOf } from '../../features/insight/search/search.model.ts';
import { useQuickSearch } from '../../features/insight/search/search.queries.ts';
import { useOpenHit } from '../../pages/search/use-open-hit.ts';
import type { PaletteEntry } from './palette-search.ts';

type FoundEntry = PaletteEntry & { icon: Icon; go: () => void };

/** The entry that leads to all that is found. */
export const ALL_FOUND = 'found-all';
const SHOWN = 6;
const TYPING_MS = 200;

/** What the search over the space finds for a question of the palette, and the way to all of it. */
export function useFoundEntries(spaceId: number, question: string): FoundEntry[] {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { open } = useOpenHit(spaceId);
  // The open version finds its own rows.
  const { id: openVersion } = useParams({ strict: false });
  const asked = question.trim();
  const [settled] = useDebouncedValue(asked, TYPING_MS);
  const hits = useQuickSearch(spaceId, settled, SHOWN);
  return useMemo(() => {
    if (asked.length < 2) return [];
    const found = hits
      .filter(({ kind, ids }) => kind !== 'row' || String(ids.version_id) !== openVersion)
      .map((hit): FoundEntry => {
        const stated = hit.kind === 'message' || hit.kind === 'comment' || hit.kind === 'value';
        const place = [hit.path.at(-1), stated ? (hit.author ?? hit.title) : null].filter(Boolean).join(' · ');
        return {
          key: `found-${keyOf(hit)}`,
          name: stated ? (hit.text ?? '') : hit.title,
          where: [t(`search.one_${hit.kind}`), place].filter(Boolean).join(' · '),
          icon: KIND_ICONS[hit.kind],
          go: () => open(hit),
        };
      });
    const all: FoundEntry = {
      key: ALL_FOUND,
      name: t('search.all', { text: asked }),
      where: '',
      icon: IconListSearch,
      go: () => void navigate({ to: '/$spaceId/search', params: { spaceId: String(spaceId) }, search: { q: asked } }),
    };
    return [...found, all];
  }, [asked, hits, navigate, open, openVersion, spaceId, t]);
}
