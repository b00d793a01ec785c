import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Pdf } from './pdf.ts';
import classes from './pdf-pages.module.css';

type Size = { width: number; height: number };
/** While the size changes the picture is only stretched. */
const PAINT_AFTER_MS = 150;

/** One page: a sheet of its size, painted while it is near what is seen. */
export function PdfPage({ pdf, number, usual, scale }: { pdf: Pdf; number: number; usual: Size; scale: number }) {
  const { t } = useTranslation();
  const sheet = useRef<HTMLDivElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState(usual);
  const [isNear, setNear] = useState(false);
  const [isUnclear, setUnclear] = useState(false);

  useEffect(() => {
    if (!sheet.current) return;
    const seen = new IntersectionObserver(([{ isIntersecting }]) => setNear(isIntersecting), {
      root: sheet.current.parentElement,
      rootMargin: '100% 0px',
    });
    seen.observe(sheet.current);
    return () => seen.disconnect();
  }, []);

  useEffect(() => {
    if (!isNear) {
      place.current?.replaceChildren();
      return;
    }
    const stop = new AbortController();
    const paint = async (): Promise<void> => {
      const canvas = document.createElement('canvas');
      const text = document.createElement('div');
      text.className = classes.words;
      try {
        const [next] = await Promise.all([pdf.sizeOf(number), pdf.paint(number, scale, { canvas, text }, stop.signal)]);
        if (stop.signal.aborted) return;
        setSize(next);
        place.current?.replaceChildren(canvas, text);
        setUnclear(false);
      } catch {
        if (!stop.signal.aborted) setUnclear(true);
      }
    };
    const timer = setTimeout(() => void paint(), place.current?.firstChild ? PAINT_AFTER_MS : 0);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [pdf, number, scale, isNear]);

  return (
    <div
      ref={sheet}
      className={classes.page}
      data-page={number}
      role="group"
      aria-label={t('storage.pdf_page', { page: number })}
      style={{ width: Math.round(size.width * scale), height: Math.round(size.height * scale) }}
    >
      <div ref={place} className={classes.paper} />
      {isUnclear && <p className={classes.unclear}>{t('storage.pdf_page_unclear')}</p>}
    </div>
  );
}
