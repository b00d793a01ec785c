const BUDGET_MS = 8;

/** Lets what waits (input, paint) go first. */
function giveWay(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

/** Drives work that pauses now and then, giving the thread back every few milliseconds; null where it was called off. */
export async function runInSlices<R>(steps: Generator<void, R, void>, signal: AbortSignal): Promise<R | null> {
  let until = performance.now() + BUDGET_MS;
  for (let step = steps.next(); ; step = steps.next()) {
    if (step.done) return step.value;
    if (performance.now() < until) continue;
    await giveWay();
    if (signal.aborted) return null;
    until = performance.now() + BUDGET_MS;
  }
}
