import { Loader, NumberInput } from '@mantine/core';
import { IconArrowAutofitWidth, IconFileOff, IconZoomIn, IconZoomOut } from '@tabler/icons-react';
import { type KeyboardEvent, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../icon-button.tsx';
import { MessagePage } from '../text/message-page.tsx';
import { openPdf, type Pdf, PdfError, type PdfTrouble } from './pdf.ts';
import classes from './pdf-pages.module.css';
import { PdfPage } from './pdf-page.tsx';
import { usePinch } from './use-pinch.ts';

const SMALLEST = 0.25;
const LARGEST = 5;
const STEP = 1.25;
const MARGIN = 24;
const LARGEST_FIT = 1.5;
const bounded = (scale: number): number => Math.min(LARGEST, Math.max(SMALLEST, scale));

/** Pages of a PDF one after another: + and - or Ctrl and the wheel or two fingers for the size, arrows left and right from page to page. */
export function PdfPages({ name, address }: { name: string; address: string }) {
  const { t } = useTranslation();
  const [pdf, setPdf] = useState<Pdf | null>(null);
  const [first, setFirst] = useState({ width: 0, height: 0 });
  const [trouble, setTrouble] = useState<PdfTrouble | null>(null);
  const [chosen, setChosen] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  const [page, setPage] = useState(1);
  const box = useRef<HTMLDivElement>(null);

  useEffect(() => {
    const closing = new AbortController();
    const open = async (): Promise<void> => {
      try {
        const next = await openPdf(address, closing.signal);
        setFirst(await next.sizeOf(1));
        setPdf(next);
      } catch (error) {
        if (!closing.signal.aborted) setTrouble(error instanceof PdfError ? error.trouble : 'unreadable');
      }
    };
    void open();
    return () => closing.abort();
  }, [address]);

  useLayoutEffect(() => {
    if (!box.current) return;
    const measured = new ResizeObserver(([{ contentRect }]) => setWidth(contentRect.width));
    measured.observe(box.current);
    return () => measured.disconnect();
  }, []);

  const fit = first.width && width ? bounded(Math.min((width - MARGIN) / first.width, LARGEST_FIT)) : 1;
  const scale = chosen ?? fit;
  const zoom = (next: number): void => {
    const from = box.current;
    const at = from ? (from.scrollTop + from.clientHeight / 2) / Math.max(1, from.scrollHeight) : 0;
    setChosen(bounded(next));
    // What stood in the middle stays there.
    requestAnimationFrame(() => from?.scrollTo({ top: at * from.scrollHeight - from.clientHeight / 2 }));
  };
  usePinch(box, (by) => zoom(scale * by));
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(scale * (event.deltaY < 0 ? STEP : 1 / STEP));
  });
  useEffect(() => {
    const from = box.current;
    // React listens to wheels without a right to keep them from the browser.
    from?.addEventListener('wheel', onWheel, { passive: false });
    return () => from?.removeEventListener('wheel', onWheel);
  }, []);

  const go = (to: number): void => {
    const next = Math.min(Math.max(1, to), pdf?.pages ?? 1);
    setPage(next);
    box.current?.querySelector(`[data-page="${next}"]`)?.scrollIntoView({ block: 'start' });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = {
      ArrowLeft: () => go(page - 1),
      ArrowRight: () => go(page + 1),
      Home: () => go(1),
      End: () => go(pdf?.pages ?? 1),
      '+': () => zoom(scale * STEP),
      '=': () => zoom(scale * STEP),
      '-': () => zoom(scale / STEP),
      '0': () => setChosen(null),
    }[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const onScroll = (): void => {
    const from = box.current;
    if (!from) return;
    const middle = from.getBoundingClientRect().top + from.clientHeight / 2;
    const shown = [...from.querySelectorAll<HTMLElement>('[data-page]')].find((one) => one.getBoundingClientRect().bottom > middle);
    if (shown) setPage(Number(shown.dataset['page']));
  };

  if (trouble)
    return <MessagePage icon={IconFileOff} title={t(trouble === 'locked' ? 'storage.pdf_locked' : 'storage.preview_unreadable')} />;
  return (
    <div className={classes.document}>
      <div className={classes.bar}>
        <span>{t('storage.pdf_page_of')}</span>
        <NumberInput
          size="xs"
          w={56}
          hideControls
          min={1}
          max={pdf?.pages}
          allowDecimal={false}
          aria-label={t('storage.pdf_page_of')}
          value={page}
          disabled={!pdf}
          onChange={(value) => typeof value === 'number' && value >= 1 && go(value)}
        />
        <span>{pdf && t('storage.pdf_pages', { count: pdf.pages })}</span>
        <IconButton
          icon={IconZoomOut}
          label={t('storage.pdf_zoom_out')}
          shortcut="-"
          disabled={scale <= SMALLEST}
          onClick={() => zoom(scale / STEP)}
        />
        <span className={classes.percent}>{t('storage.pdf_percent', { percent: Math.round(scale * 100) })}</span>
        <IconButton
          icon={IconZoomIn}
          label={t('storage.pdf_zoom_in')}
          shortcut="+"
          disabled={scale >= LARGEST}
          onClick={() => zoom(scale * STEP)}
        />
        <IconButton icon={IconArrowAutofitWidth} label={t('storage.pdf_fit')} shortcut="0" onClick={() => setChosen(null)} />
      </div>
      <div
        ref={box}
        className={classes.pages}
        role="region"
        aria-label={t('storage.pdf_document', { name })}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-autofocus
        onKeyDown={onKeyDown}
        onScroll={onScroll}
      >
        {pdf ? (
          Array.from({ length: pdf.pages }, (_none, index) => (
            <PdfPage key={index} pdf={pdf} number={index + 1} usual={first} scale={scale} />
          ))
        ) : (
          <Loader size="sm" className={classes.loading} />
        )}
      </div>
    </div>
  );
}
