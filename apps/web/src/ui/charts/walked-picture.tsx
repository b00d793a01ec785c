import type { Scene } from '@gantry/scene';
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChartPicture } from './chart-picture.tsx';
import { TableFiles } from './table-files.tsx';
import { useBox } from './use-box.ts';
import classes from './walked-picture.module.css';

type Props = {
  sentence: string;
  height: number;
  count: number;
  /** What stands at a place, in words. */
  textOf(at: number): string;
  draw(scene: Scene, width: number, at: number): void;
  /** Opens what stands at a place. */
  onOpen?: ((at: number) => void) | undefined;
  /** The place below the pointer, `x` pixels from the left. */
  placeAt?: (x: number, width: number) => number;
  /** The same as a table, which T swaps in. */
  table: ReactNode;
};

const FALLBACK_WIDTH = 320;

/** A picture that is walked by arrows and read out; T shows it as a table, Enter opens what is behind. */
export function WalkedPicture({ sentence, height, count, textOf, draw, onOpen, placeAt, table }: Props) {
  const { t } = useTranslation();
  const { ref, width: measured } = useBox();
  const [at, setAt] = useState(-1);
  const [asTable, setAsTable] = useState(false);
  const tableId = useId();
  const width = Math.max(160, measured || FALLBACK_WIDTH);
  const inside = (place: number): number => Math.min(count - 1, Math.max(0, place));
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = { ArrowRight: at + 1, ArrowDown: at + 1, ArrowLeft: at - 1, ArrowUp: at - 1, Home: 0, End: count - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      setAt(inside(to));
    } else if (event.key === 'Enter' && at >= 0) onOpen?.(at);
    else if (event.code === 'KeyT' && !event.ctrlKey && !event.metaKey && !event.altKey) setAsTable(!asTable);
  };
  return (
    <figure className={classes.figure}>
      <div
        ref={ref}
        // A picture that is walked by keys, as a slider is.
        role="slider"
        tabIndex={0}
        className={classes.picture}
        aria-label={`${sentence} ${t(onOpen ? 'analytics.keys_open' : 'analytics.keys')}`}
        aria-valuemin={1}
        aria-valuemax={Math.max(1, count)}
        aria-valuenow={Math.max(0, at) + 1}
        aria-valuetext={at < 0 ? sentence : textOf(at)}
        onKeyDown={onKeyDown}
      >
        <ChartPicture
          width={width}
          height={height}
          draw={(scene) => draw(scene, width, at)}
          opens={onOpen !== undefined && placeAt !== undefined}
          onClick={onOpen && placeAt && ((event) => onOpen(inside(placeAt(event.nativeEvent.offsetX, width))))}
        />
      </div>
      <figcaption className={classes.sentence} aria-live="polite">
        {at < 0 ? sentence : textOf(at)}
      </figcaption>
      <button type="button" className={classes.table} aria-expanded={asTable} aria-controls={tableId} onClick={() => setAsTable(!asTable)}>
        {t(asTable ? 'analytics.hide_table' : 'analytics.show_table')}
      </button>
      {asTable && (
        <>
          <TableFiles of={tableId} title={sentence} className={classes.table} />
          <div id={tableId}>{table}</div>
        </>
      )}
    </figure>
  );
}
