import { LineChart } from 'echarts/charts';
import { GridComponent } from 'echarts/components';
import { init, use as bring } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import { linesOf, PERIODS, show } from './stage.mjs';

bring([LineChart, GridComponent, CanvasRenderer]);
show(
  () => null,
  (box, widget) =>
    init(box).setOption({
      animation: false,
      xAxis: { type: 'category', data: PERIODS },
      yAxis: { type: 'value' },
      series: linesOf(widget).map(({ values }) => ({ type: 'line', symbol: 'none', data: values })),
    }),
);
