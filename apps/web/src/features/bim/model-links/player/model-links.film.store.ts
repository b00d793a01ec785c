import { formatMinute, MINUTES_PER_DAY } from '@gantry/domain';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveBlob } from '../../../../lib/save-blob.ts';
import { showToast } from '../../../../ui/toasts.tsx';

/** A video, or its pictures one by one as files. */
export type FilmKind = 'video' | 'frames';
/** What is being filmed: pictures are taken, a video runs by itself. */
export type Film = { take?(name: string): Promise<void>; isFull?(): boolean; stop(): Promise<Blob> };

const ENDINGS: Record<FilmKind, string> = { video: 'webm', frames: 'zip' };

/** Films a play and saves what comes of it. */
export function useFilm(onFilm: ((kind: FilmKind) => Film | null) | null) {
  const { t } = useTranslation();
  const [made, setMade] = useState<{ film: Film; kind: FilmKind } | null>(null);
  return {
    kind: made?.kind ?? null,
    /** Answers whether it has begun. */
    begin(kind: FilmKind): boolean {
      const film = onFilm?.(kind) ?? null;
      if (film) setMade({ film, kind });
      else showToast('warn', t('player.no_film'));
      return film !== null;
    },
    async take(day: number): Promise<void> {
      await made?.film.take?.(formatMinute(day * MINUTES_PER_DAY).slice(0, 10));
    },
    isFull: () => made?.film.isFull?.() ?? false,
    async end(): Promise<void> {
      if (!made) return;
      setMade(null);
      saveBlob(await made.film.stop(), `${t('player.title')}.${ENDINGS[made.kind]}`);
    },
  };
}
