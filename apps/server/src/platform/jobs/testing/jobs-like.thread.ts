import { openThread } from '../workers.ts';
import { serveThread } from '../workers.thread.ts';

type Found = { nice: number; policy: number };
const thread = openThread<null, Found>(new URL('./priority.thread.ts', import.meta.url));
serveThread<null, Found>(() => thread.run(null));
