import { openThread } from '../workers.ts';
import { serveThread } from '../workers.thread.ts';

const thread = openThread<null, number>(new URL('./priority.thread.ts', import.meta.url));
serveThread<null, number>(() => thread.run(null));
