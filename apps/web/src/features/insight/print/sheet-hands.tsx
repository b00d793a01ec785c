import { marginsOf, PRINT_LIMITS, PRINT_SLOTS, type PrintFormat, type PrintSlot } from '@gantry/domain';
import { blockWidth } from '@gantry/scene';
import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { type MarginSide, marginAt, mostOfMargin } from './print.model.ts';
import classes from './sheet-hands.module.css';

type Props = { format: PrintFormat; isFirst: boolean; onChange(change: Partial<PrintFormat>): void };

const SIDES: readonly MarginSide[] = ['top', 'right', 'bottom', 'left'];
const STEPS: Record<string, number> = { ArrowUp: 1, ArrowRight: 1, ArrowDown: -1, ArrowLeft: -1, PageUp: 10, PageDown: -10 };

/** Over the picture of a page: texts to type where they stand, and margins to draw. */
export function SheetHands({ format, isFirst, onChange }: Props) {
  const { t } = useTranslation();
  const whole = useRef<HTMLDivElement>(null);
  const [edited, setEdited] = useState<PrintSlot | null>(null);
  const margins = marginsOf(format);
  const across = (mm: number): string => `${(mm / format.sheet_width) * 100}%`;
  const down = (mm: number): string => `${(mm / format.sheet_height) * 100}%`;

  const setMargin = (side: MarginSide, mm: number): void => {
    const most = mostOfMargin(format, side);
    onChange({ margins: { ...format.margins, [side]: Math.max(0, Math.min(most, Math.round(mm))) } });
  };
  const drag = (side: MarginSide) => (event: PointerEvent<HTMLDivElement>) => {
    const box = whole.current?.getBoundingClientRect();
    if (box && event.currentTarget.hasPointerCapture(event.pointerId)) setMargin(side, marginAt(format, side, box, event));
  };
  const press = (side: MarginSide) => (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    setMargin(side, format.margins[side] + step);
  };
  const lineAt: Record<MarginSide, CSSProperties> = {
    top: { top: down(margins.top), left: 0, right: 0 },
    bottom: { bottom: down(margins.bottom), left: 0, right: 0 },
    left: { left: across(margins.left), top: 0, bottom: 0 },
    right: { right: across(margins.right), top: 0, bottom: 0 },
  };

  // The texts below stand left of the title block.
  const room = format.sheet_width - margins.left - margins.right;
  const slotAt = (slot: PrintSlot): CSSProperties => {
    const isUpper = slot.startsWith('upper');
    const wide = isUpper ? room : Math.max(room - blockWidth(format.title_block), room / 4);
    const place = slot.endsWith('left') ? 0 : slot.endsWith('centre') ? 1 : 2;
    return {
      left: across(margins.left + (wide / 3) * place),
      width: across(wide / 3),
      ...(isUpper ? { top: down(margins.top) } : { bottom: down(margins.bottom) }),
    };
  };
  const partOf = (slot: PrintSlot): 'titles' | 'headers' => (isFirst && format.titles[slot] !== '' ? 'titles' : 'headers');

  return (
    <div ref={whole} className={classes.whole}>
      {SIDES.map((side) => (
        <div
          key={side}
          role="slider"
          tabIndex={0}
          aria-label={t('print.draw_margin', { side: t(`print.margin_${side}`) })}
          aria-orientation={side === 'top' || side === 'bottom' ? 'vertical' : 'horizontal'}
          aria-valuenow={format.margins[side]}
          aria-valuemin={0}
          aria-valuemax={mostOfMargin(format, side)}
          aria-valuetext={`${format.margins[side]} mm`}
          title={`${t(`print.margin_${side}`)}: ${format.margins[side]} mm`}
          className={side === 'top' || side === 'bottom' ? classes.level : classes.upright}
          style={lineAt[side]}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag(side)}
          onKeyDown={press(side)}
        />
      ))}
      {PRINT_SLOTS.map((slot) =>
        edited === slot ? (
          <textarea
            key={slot}
            className={classes.typed}
            style={slotAt(slot)}
            aria-label={t(`print.slot.${slot}`)}
            autoFocus
            rows={2}
            maxLength={PRINT_LIMITS.slot}
            value={format[partOf(slot)][slot]}
            onChange={(event) => onChange({ [partOf(slot)]: { ...format[partOf(slot)], [slot]: event.currentTarget.value } })}
            onBlur={() => setEdited(null)}
            onKeyDown={(event) => event.key === 'Escape' && setEdited(null)}
          />
        ) : (
          <button
            key={slot}
            type="button"
            className={classes.slot}
            style={slotAt(slot)}
            aria-label={t('print.type_slot', { slot: t(`print.slot.${slot}`) })}
            onClick={() => setEdited(slot)}
          />
        ),
      )}
    </div>
  );
}
