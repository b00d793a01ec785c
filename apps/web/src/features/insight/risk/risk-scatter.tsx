import type { RiskResultRow } from '@gantry/contract';
import { minuteAt } from '@gantry/domain';
import { CHART_COLOUR, CHART_LAYER, drawLine, drawRound, drawText, type Scene } from '@gantry/scene';
import { useTranslation } from 'react-i18next';
import { formatLocal } from '../../../lib/dates.ts';
import { formatCount, formatMoney, moneyTitle } from '../../../lib/numbers.ts';
import { WalkedPicture } from '../../../ui/charts/walked-picture.tsx';
import { percent } from './risk.model.ts';
import classes from './risk.module.css';

const HEIGHT = 150;
/** Where the points end; dates stand below it. */
const FOOT = 132;
const DOT = 3;
/** How far a name stands from its line. */
const NAME = 4;

type Props = Pick<RiskResultRow, 'finish' | 'points'> & { cost: NonNullable<RiskResultRow['cost']>; sentence: string };

/** Finish and money of some runs, parted by both P80: walked by its four parts, read out and shown as a table. */
export function RiskScatter({ finish, cost, points, sentence }: Props) {
  const { t } = useTranslation();
  const keeps = points.map((point) => ({ inTime: point.finish <= finish.p80, inMoney: point.cost <= cost.p80 }));
  const parts = [true, false].flatMap((inTime) =>
    [true, false].map((inMoney) => {
      const count = keeps.filter((kept) => kept.inTime === inTime && kept.inMoney === inMoney).length;
      const time = t(inTime ? 'risk.until' : 'risk.after', { date: formatLocal(finish.p80) });
      const money = t(inMoney ? 'risk.up_to' : 'risk.above', { cost: formatMoney(cost.p80, { decimals: 0 }) });
      return { inTime, inMoney, time, money, count, exact: count / points.length, share: percent(count / points.length) };
    }),
  );
  const draw = (scene: Scene, width: number, at: number): void => {
    const minutes = points.map((point) => minuteAt(point.finish));
    const across = placed([...minutes, minuteAt(finish.p80)], DOT, width - DOT);
    const up = placed([...points.map((point) => point.cost), cost.p80], FOOT - DOT, DOT);
    const part = parts[at];
    for (const [index, point] of points.entries()) {
      const here = part && keeps[index].inTime === part.inTime && keeps[index].inMoney === part.inMoney;
      const [x, y] = [across(minutes[index]), up(point.cost)];
      drawRound(scene, CHART_LAYER.mark, here ? CHART_COLOUR.text : CHART_COLOUR.target, x - DOT / 2, y - DOT / 2, DOT, DOT, DOT / 2);
    }
    const [x, y] = [across(minuteAt(finish.p80)), up(cost.p80)];
    drawLine(scene, CHART_LAYER.line, CHART_COLOUR.forecast, [x, 0, x, FOOT], 1, 'dashed');
    drawLine(scene, CHART_LAYER.line, CHART_COLOUR.forecast, [0, y, width, y], 1, 'dashed');
    const write = (align: 'left' | 'right', left: number, middle: number, text: string, colour: 'text' | 'text-muted' = 'text'): void =>
      drawText(scene, CHART_LAYER.text, CHART_COLOUR[colour], 'caption', align, left, middle, text);
    // Points lie from the lower left to the upper right: names of levels stand where they are fewest.
    write(x > width / 2 ? 'right' : 'left', x > width / 2 ? x - NAME : x + NAME, NAME + 2, `P80 ${formatLocal(finish.p80)}`);
    write('left', 0, y < 2 * NAME ? y + 2 * NAME : y - 2 * NAME, `P80 ${formatMoney(cost.p80, { decimals: 0 })}`);
    const caption = (align: 'left' | 'right', left: number, text: string): void => write(align, left, FOOT + 10, text, 'text-muted');
    const days = points.map((point) => point.finish).toSorted();
    caption('left', 0, formatLocal(days[0]));
    caption('right', width, formatLocal(days.at(-1)));
  };
  return (
    <WalkedPicture
      sentence={sentence}
      height={HEIGHT}
      count={parts.length}
      textOf={(at) => t('ui.named', { name: `${parts[at].time}, ${parts[at].money}`, text: parts[at].share })}
      draw={draw}
      table={
        <table className={classes.table}>
          <caption>{t('risk.scatter', { count: points.length })}</caption>
          <thead>
            <tr>
              <th scope="col">{t('risk.finish')}</th>
              <th scope="col">{moneyTitle(t('risk.cost'))}</th>
              <th scope="col">{t('risk.iterations')}</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ time, money, count, exact, share }) => (
              <tr key={`${time} ${money}`}>
                <th scope="row">{time}</th>
                <td>{money}</td>
                <td>{formatCount(count)}</td>
                <td data-exact={exact}>{share}</td>
              </tr>
            ))}
          </tbody>
        </table>
      }
    />
  );
}

/** Where a value stands between two ends, the least at the first one. */
function placed(values: readonly number[], from: number, to: number): (value: number) => number {
  const [least, most] = [Math.min(...values), Math.max(...values)];
  return (value) => (most === least ? (from + to) / 2 : from + ((value - least) / (most - least)) * (to - from));
}
