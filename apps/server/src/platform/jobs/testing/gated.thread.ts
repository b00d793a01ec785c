import { serveThread } from '../workers.thread.ts';

/** Works on a piece until its gate is opened. */
serveThread<Int32Array, null>((gate) => {
  Atomics.wait(gate, 0, 0);
  return null;
});
