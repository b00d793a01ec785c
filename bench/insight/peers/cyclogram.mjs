import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { FlowChart } from '../../../apps/web/src/pages/cyclogram/flow-chart.tsx';
import { flowOfWorks } from '../../../packages/plan-view/src/flow/flow.ts';

const DAY = 1440;
const works = Array.from({ length: 100_000 }, (_, index) => {
  const [line, place] = [index % 1000, Math.floor(index / 1000)];
  const start = (line * 2 + place * 5) * DAY;
  return { id: index + 1, line: `L${line}`, place: `P${place}`, start, finish: start + 4 * DAY };
});
const flow = flowOfWorks(works, [], new Intl.Collator('en', { numeric: true }));
const nothing = () => undefined;
const props = {
  flow,
  dataDate: null,
  sentence: '',
  nameOfWork: String,
  onOpen: nothing,
  onTable: nothing,
  onEdit: nothing,
  onUndo: nothing,
  onRedo: nothing,
};
const root = document.body.appendChild(document.createElement('main'));
root.style.cssText = 'width:1600px;height:860px';
flushSync(() => createRoot(root).render(createElement(FlowChart, props)));
requestAnimationFrame(() => Object.assign(window, { painted: performance.now() }));
