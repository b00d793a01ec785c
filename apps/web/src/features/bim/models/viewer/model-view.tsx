import { Loader } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadGeometry } from '../models.queries.ts';
import type { Styles } from './models.styles.model.ts';
import type { Picked, Viewer } from './models.viewer.store.ts';
import classes from './model-view.module.css';

type Shown = { id: number; version: number; name: string };
type Props = {
  spaceId: number;
  projectId: number;
  models: readonly Shown[];
  /** How the elements of each model are drawn; a model that is not there is drawn as it is. */
  styles: ReadonlyMap<number, Styles>;
  onReady: (viewer: Viewer | null) => void;
  /** Elements that have geometry, when a model has come. */
  onLoaded: (model: number, entities: number[]) => void;
  onPick: (picked: Picked | null, more: boolean) => void;
  /** Walk mode: a drag turns the camera, a click moves it to the point under the pointer, keys move it. */
  walking?: boolean;
  children?: ReactNode;
};

type State = 'opening' | 'open' | 'no-webgl' | 'lost';
const NO_STYLES: Styles = new Map();
const CLICK_POINTS = 4;
const TURN = 0.12;
/** Radians for each point that the pointer is dragged in a walk. */
const TURN_POINT = 0.005;
/** Steps at once with Shift, and for each notch of the wheel. */
const RUN = 4;

/** Models in three dimensions. Its libraries are loaded when it is first shown; without WebGL it says so, and all else works. */
export function ModelView({ spaceId, projectId, models, styles, onReady, onLoaded, onPick, walking = false, children }: Props) {
  const { t } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const viewer = useRef<Viewer | null>(null);
  const loaded = useRef(new Map<number, number>());
  const [state, setState] = useState<State>('opening');
  const [again, setAgain] = useState(0);
  const [loading, setLoading] = useState<string | null>(null);
  const [failed, setFailed] = useState<string | null>(null);
  const handlers = useRef({ onReady, onLoaded, onPick });
  useEffect(() => {
    handlers.current = { onReady, onLoaded, onPick };
  });

  useEffect(() => {
    let gone = false;
    const known = loaded.current;
    import('./models.viewer.store.ts').then(
      ({ openViewer }) => {
        if (gone || !host.current) return;
        try {
          viewer.current = openViewer(host.current, () => setState('lost'));
        } catch {
          return setState('no-webgl');
        }
        setState('open');
        handlers.current.onReady(viewer.current);
      },
      () => gone || setState('no-webgl'),
    );
    return () => {
      gone = true;
      known.clear();
      handlers.current.onReady(null);
      void viewer.current?.dispose();
      viewer.current = null;
    };
  }, [again]);

  const wanted = models.map(({ id, version }) => `${id}.${version}`).join();
  useEffect(() => {
    if (state !== 'open') return undefined;
    let gone = false;
    const load = async (): Promise<void> => {
      for (const [id, version] of loaded.current)
        if (!models.some((one) => one.id === id && one.version === version)) {
          loaded.current.delete(id);
          await viewer.current?.unload(id);
        }
      for (const { id, version, name } of models) {
        if (gone || !viewer.current || loaded.current.has(id)) continue;
        setLoading(name);
        loaded.current.set(id, version);
        try {
          const entities = await viewer.current.load(id, version, await loadGeometry(spaceId, projectId, { id, version }));
          if (!gone) handlers.current.onLoaded(id, entities);
        } catch {
          loaded.current.delete(id);
          if (!gone) setFailed(name);
        }
      }
      if (!gone) setLoading(null);
    };
    void load();
    return () => {
      gone = true;
    };
    // What is wanted is spelled in one text: the list is another one on every render.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [state, wanted, spaceId, projectId]);

  useEffect(() => {
    if (state !== 'open') return;
    for (const id of loaded.current.keys()) void viewer.current?.paint(id, styles.get(id) ?? NO_STYLES);
  }, [state, styles, loading]);

  useEffect(() => {
    if (state === 'open') viewer.current?.setWalking(walking);
  }, [state, walking]);

  const down = useRef<{ x: number; y: number } | null>(null);
  const seen = useRef<{ x: number; y: number } | null>(null);
  const point = (event: PointerEvent): void => {
    seen.current = down.current = { x: event.clientX, y: event.clientY };
    if (walking) event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (event: PointerEvent): void => {
    const from = seen.current;
    if (!walking || !from) return;
    viewer.current?.turnHead((event.clientX - from.x) * -TURN_POINT, (event.clientY - from.y) * -TURN_POINT);
    seen.current = { x: event.clientX, y: event.clientY };
  };
  const release = (event: PointerEvent): void => {
    const from = down.current;
    seen.current = down.current = null;
    if (!from || event.button !== 0 || Math.hypot(event.clientX - from.x, event.clientY - from.y) > CLICK_POINTS) return;
    const more = event.shiftKey || event.ctrlKey || event.metaKey;
    void viewer.current?.pick(event).then((picked) => {
      if (!walking) handlers.current.onPick(picked, more);
      else if (picked) viewer.current?.standOn(picked.at);
    });
  };
  const press = (event: KeyboardEvent): void => {
    const view = viewer.current;
    if (!view || event.ctrlKey || event.metaKey || event.altKey) return;
    if (walking) return stride(view, event);
    const walks = event.shiftKey;
    const acts: Record<string, () => void> = {
      ArrowLeft: () => (walks ? view.walk(0, -1, 0) : view.turn(-TURN, 0)),
      ArrowRight: () => (walks ? view.walk(0, 1, 0) : view.turn(TURN, 0)),
      ArrowUp: () => (walks ? view.walk(1, 0, 0) : view.turn(0, -TURN)),
      ArrowDown: () => (walks ? view.walk(-1, 0, 0) : view.turn(0, TURN)),
      PageUp: () => view.walk(0, 0, 1),
      PageDown: () => view.walk(0, 0, -1),
      '+': () => view.zoom(0.85),
      '=': () => view.zoom(0.85),
      '-': () => view.zoom(1.18),
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={classes.frame}>
      <div
        ref={host}
        className={classes.host}
        role="application"
        aria-label={t('model.view')}
        tabIndex={0}
        data-state={loading ? 'loading' : state}
        onPointerDown={point}
        onPointerMove={drag}
        onPointerUp={release}
        onWheel={(event) => walking && viewer.current?.walk(-Math.sign(event.deltaY) * RUN, 0, 0)}
        onKeyDown={press}
      />
      {(state === 'opening' || loading) && state !== 'no-webgl' && (
        <div className={classes.message} role="status">
          <Loader size="xs" /> {loading ? t('ui.named', { name: t('model.loading'), text: loading }) : t('model.loading')}
        </div>
      )}
      {failed && !loading && (
        <div className={classes.message} role="alert">
          {t('ui.named', { name: t('model.not_loaded'), text: failed })}
        </div>
      )}
      {state === 'no-webgl' && <p className={classes.centre}>{t('model.no_webgl')}</p>}
      {state === 'lost' && (
        <p className={classes.centre}>
          {t('model.lost')}{' '}
          <button
            type="button"
            onClick={() => {
              setState('opening');
              setAgain(again + 1);
            }}
          >
            {t('shell.try_again')}
          </button>
        </p>
      )}
      {children}
    </div>
  );
}

/** Keys of a walk, by where they lie on the keyboard: letters are other ones in other scripts. */
function stride(view: Viewer, event: KeyboardEvent): void {
  const steps = event.shiftKey ? RUN : 1;
  const acts: Record<string, () => void> = {
    KeyW: () => view.walk(steps, 0, 0),
    KeyS: () => view.walk(-steps, 0, 0),
    KeyA: () => view.walk(0, -steps, 0),
    KeyD: () => view.walk(0, steps, 0),
    KeyE: () => view.walk(0, 0, steps),
    KeyQ: () => view.walk(0, 0, -steps),
    ArrowUp: () => view.walk(steps, 0, 0),
    ArrowDown: () => view.walk(-steps, 0, 0),
    ArrowLeft: () => view.turnHead(-TURN, 0),
    ArrowRight: () => view.turnHead(TURN, 0),
    PageUp: () => view.walk(0, 0, steps),
    PageDown: () => view.walk(0, 0, -steps),
  };
  const act = acts[event.code];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
