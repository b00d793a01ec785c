/** Whoever waits for the end of a job looks so often, should the news of it be lost. */
const LOOK_EVERY_MS = 1000;

/** Who waits for the ends of which jobs, so that the end of one makes nobody else look. */
export function listenToEnds() {
  const waiting = new Map<number, Set<() => void>>();
  const report = (id: number): void => {
    for (const end of waiting.get(id) ?? []) end();
  };
  return {
    /** `heard` resolves when the job is said to have ended, or after a while. */
    listen(id: number): { heard: Promise<void>; forget(): void } {
      const listeners = waiting.get(id) ?? new Set();
      waiting.set(id, listeners);
      let forget = (): void => undefined;
      const heard = new Promise<void>((resolve) => {
        forget = () => {
          clearTimeout(late);
          listeners.delete(forget);
          if (!listeners.size && waiting.get(id) === listeners) waiting.delete(id);
          resolve();
        };
        const late = setTimeout(() => forget(), LOOK_EVERY_MS);
        listeners.add(forget);
      });
      return { heard, forget };
    },
    report,
    reportAll: () => [...waiting.keys()].forEach(report),
  };
}
