import { timeLocationOf, worksOfRoad } from '../flow-works.ts';
import { show } from './flow.mjs';

show(timeLocationOf(worksOfRoad(100_000)));
