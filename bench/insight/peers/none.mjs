import { show } from './stage.mjs';

show(() => null);
