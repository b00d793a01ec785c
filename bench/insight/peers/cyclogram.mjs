import { cyclogramOf, worksOfLines } from '../flow-works.ts';
import { show } from './flow.mjs';

show(cyclogramOf(worksOfLines(100_000)));
