import UPlot from 'uplot';
import { HEIGHT, linesOf, PERIODS, show, WIDTH } from './stage.mjs';

const COLOURS = ['#858e9d', '#3f77cc', '#2b8a5c', '#0e8296'];
show(
  () => null,
  (box, widget) =>
    new UPlot(
      { width: WIDTH, height: HEIGHT, legend: { show: false }, series: [{}, ...COLOURS.map((stroke) => ({ stroke, width: 2 }))] },
      [PERIODS.map((month) => Date.parse(month) / 1000), ...linesOf(widget).map(({ values }) => values)],
      box,
    ),
);
