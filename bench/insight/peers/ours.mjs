import { beginScene, drawLineChart, newScene, openZone } from '@gantry/scene';
import { createElement } from 'react';
import { sceneElements } from '../../../apps/web/src/ui/charts/scene-elements.tsx';
import { HEIGHT, linesOf, PERIODS, show, WIDTH } from './stage.mjs';

show((widget) => {
  const scene = newScene();
  beginScene(scene, WIDTH, HEIGHT);
  openZone(scene, 0, 0, WIDTH, HEIGHT);
  const lines = linesOf(widget).map(({ name, values }) => ({ style: { colour: name, width: 2 }, axis: 1, shown: values }));
  drawLineChart(
    scene,
    { periods: PERIODS, lines, bars: false, tick: (value) => String(value) },
    { x: 0, y: 0, width: WIDTH, height: HEIGHT },
  );
  return createElement('svg', { width: WIDTH, height: HEIGHT }, sceneElements(scene, `c${widget}`));
});
