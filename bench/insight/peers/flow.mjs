import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { FlowChart } from '../../../apps/web/src/pages/cyclogram/flow-chart.tsx';

/** Mounts a cyclogram or a time-location diagram as its page does, and notes when it is painted. */
export function show(flow) {
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
  flushSync(() => createRoot(root).render(createElement(MantineProvider, null, createElement(FlowChart, props))));
  requestAnimationFrame(() => Object.assign(window, { painted: performance.now() }));
}
