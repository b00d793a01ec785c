const ACTIVITY = ['mousemove', 'keydown', 'keyup'] as const;
const NOTIFY_EVERY_MS = 1000;
const MS_PER_MINUTE = 60_000;

/** What an idleness watcher needs from around it; tests pass their own clock and target. */
export type IdlenessWorld = {
  minutes: number;
  target: EventTarget;
  onIdle: () => void;
  /** Told at most once a second while the person is active. */
  onActivity: () => void;
  now?: () => number;
};

/** A running watcher: `rearm` restarts the time without telling anybody, `stop` ends it. */
export type IdlenessWatcher = { rearm: () => void; stop: () => void };

/** Calls `onIdle` once after so many minutes without mouse move, key down or key up; 0 minutes = never. */
export function watchIdleness({ minutes, target, onIdle, onActivity, now = Date.now }: IdlenessWorld): IdlenessWatcher {
  if (!(minutes > 0)) return { rearm: () => {}, stop: () => {} };
  const limit = minutes * MS_PER_MINUTE;
  let activeAt = now();
  let notifiedAt = Number.NEGATIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout>;

  // One timer that looks at the clock when it cycles: restarting it on every mouse move would cost more than it tells.
  const wait = (): void => {
    timer = setTimeout(() => (now() - activeAt >= limit ? stopAndTell() : wait()), Math.max(limit - (now() - activeAt), 0));
  };
  const active = (): void => {
    activeAt = now();
    if (activeAt - notifiedAt < NOTIFY_EVERY_MS) return;
    notifiedAt = activeAt;
    onActivity();
  };
  const stop = (): void => {
    clearTimeout(timer);
    for (const event of ACTIVITY) target.removeEventListener(event, active);
  };
  const stopAndTell = (): void => {
    stop();
    onIdle();
  };

  for (const event of ACTIVITY) target.addEventListener(event, active, { passive: true });
  wait();
  return {
    rearm: () => {
      activeAt = now();
    },
    stop,
  };
}
