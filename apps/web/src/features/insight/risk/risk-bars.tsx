import type { RiskResultRow } from '@gantry/contract';
import { CHART_COLOUR, CHART_LAYER, drawLine, drawRect, drawText, type Scene } from '@gantry/scene';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount } from '../../../lib/numbers.ts';
import { WalkedPicture } from '../../../ui/charts/walked-picture.tsx';
import { percent } from './risk.model.ts';
import classes from './risk.module.css';

const HEIGHT = 110;
/** The foot of the columns; dates stand below it. */
const FOOT = 92;
const MARK = 60;

/** How many runs end when, with the plan and P80 marked: walked by arrows, read out and shown as a table. */
export function RiskBars({ finish: { bars, planned, p80 }, sentence }: { finish: RiskResultRow['finish']; sentence: string }) {
  const { t } = useTranslation();
  const marks = [
    { name: t('risk.planned'), date: planned, top: 12, colour: CHART_COLOUR.plan, dash: 'solid' },
    { name: 'P80', date: p80, top: 0, colour: CHART_COLOUR.forecast, dash: 'dashed' },
  ] as const;
  const draw = (scene: Scene, width: number, at: number): void => {
    const most = Math.max(...bars.map(({ count }) => count));
    const step = width / bars.length;
    for (const [index, { count }] of bars.entries()) {
      const height = (count / most) * (FOOT - 12);
      const colour = index === at ? CHART_COLOUR.text : CHART_COLOUR.target;
      drawRect(scene, CHART_LAYER.bar, colour, index * step + 0.5, FOOT - height, Math.max(0.5, step - 1), height);
    }
    for (const { name, date, top, colour, dash } of marks) {
      const bar = bars.findIndex(({ to }) => date < to);
      const x = Math.min(width - 1, ((bar < 0 ? bars.length : bar) + 0.5) * step);
      const isLate = x > width - MARK;
      drawLine(scene, CHART_LAYER.line, colour, [x, top, x, FOOT], 1.5, dash);
      drawText(scene, CHART_LAYER.text, CHART_COLOUR.text, 'caption', isLate ? 'right' : 'left', isLate ? x - 4 : x + 4, top + 6, name);
    }
    const muted = CHART_COLOUR['text-muted'];
    drawText(scene, CHART_LAYER.text, muted, 'caption', 'left', 0, FOOT + 10, formatLocal(bars[0]?.from));
    drawText(scene, CHART_LAYER.text, muted, 'caption', 'right', width, FOOT + 10, formatLocal(bars.at(-1)?.from));
  };
  return (
    <WalkedPicture
      sentence={sentence}
      height={HEIGHT}
      count={bars.length}
      textOf={(at) =>
        t('risk.bar', { from: formatLocal(bars[at].from), runs: formatCount(bars[at].count), share: percent(bars[at].share) })
      }
      draw={draw}
      table={
        <table className={classes.table}>
          <caption>{t('risk.bars')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('risk.bar_from')}</th>
              <th scope="col">{t('risk.iterations')}</th>
              <th scope="col">{t('risk.by_then')}</th>
            </tr>
          </thead>
          <tbody>
            {bars.map(({ from, count, share }) => (
              <tr key={from}>
                <th scope="row">{formatLocal(from)}</th>
                <td>{formatCount(count)}</td>
                <td data-exact={share}>{percent(share)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}
