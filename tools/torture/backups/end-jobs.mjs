/** Loaded into a server under torture: SIGUSR2 ends the thread of its jobs, and it alone, in whatever it is at. */

import { BroadcastChannel, isMainThread } from 'node:worker_threads';

const channel = new BroadcastChannel('end-jobs');
if (isMainThread) process.on('SIGUSR2', () => channel.postMessage(null));
else if (process.argv[1]?.endsWith('jobs.thread.ts')) channel.onmessage = () => process.exit(1);
channel.unref();
