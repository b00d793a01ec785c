// What the charts of a page are made of, without the framework that all pages have.
export {
  beginScene,
  drawFlow,
  drawLineChart,
  drawTimeline,
  layOutFlow,
  layOutLineChart,
  newScene,
  openZone,
  placedLabels,
} from '@gantry/scene';
export { sceneElements } from '../../../apps/web/src/ui/charts/scene-elements.tsx';
