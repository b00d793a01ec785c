import { type FragmentsModel, FragmentsModels } from '@thatopen/fragments';
import {
  AmbientLight,
  Box3,
  BufferGeometry,
  DirectionalLight,
  InstancedBufferGeometry,
  Line,
  LineBasicMaterial,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Plane,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { filmOf } from './models.film.store.ts';
import { type Frames, framesOf } from './models.frames.store.ts';
import { type Moves, movesOf } from './models.moves.store.ts';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import { painterOf } from './models.paint.store.ts';
import type { Elements, Styles } from './models.styles.model.ts';

export type Picked = { model: number; entity: number; at: [number, number, number] };
export type Look = 'corner' | 'top' | 'front' | 'side';
/** A plane that cuts the models: across which axis, and how far along it, 0 to 1. */
export type Cut = { axis: 'x' | 'y' | 'z'; at: number } | null;
/** Where the camera stands and what it looks at. */
export type CameraPlace = { from: number[]; to: number[] };

export type Viewer = Moves & {
  /** Shows the geometry of a model; answers its elements that have any. */
  load(model: number, version: number, bytes: ArrayBuffer): Promise<number[]>;
  unload(model: number): Promise<void>;
  /** Draws a model in styles; only what has changed is sent to it. */
  paint(model: number, styles: Styles): Promise<void>;
  fit(elements?: Elements): Promise<void>;
  look(look: Look): void;
  cut(cut: Cut): void;
  pick(event: { clientX: number; clientY: number }): Promise<Picked | null>;
  camera(): CameraPlace;
  place(camera: CameraPlace): void;
  /** Calls when the camera has moved; answers how to end that. */
  onMove(moved: () => void): () => void;
  /** Draws a line between two points, or takes it away. */
  measure(points: readonly (readonly [number, number, number])[]): void;
  /** Films what is shown until it is stopped; null where the browser cannot. */
  film(): { stop(): Promise<Blob> } | null;
  /** Takes what is shown picture by picture. */
  frames(): Frames;
  picture(): string;
  dispose(): Promise<void>;
};

/** The small build of the worker, which the package does not export. */
const WORKER = new URL('../../../../../../../node_modules/@thatopen/fragments/dist/Worker/worker.min.mjs', import.meta.url);
const AWAKE_MS = 500;
/** How often the worker hears of a camera that moves. */
const VIEW_MS = 120;
/** How often tiles that come one after another are drawn: each time all of the picture is. */
const TILES_MS = 150;
/** Longer than the library would wait before it looks at the view by itself: it would do so after its own answers, for ever. */
const QUIET_MS = 60_000;
const WORKERS = 2;
/** More triangles than a processor draws while somebody waits: they are drawn roughly until nothing changes any more. */
const MANY_TRIANGLES = 150_000;
/** Of all points, in each direction, how many a rough picture has. */
const ROUGH = 0.5;
/** How long nothing has changed before all is drawn. */
const STILL_MS = 250;
const DIRECTIONS: Record<Look, [number, number, number]> = {
  corner: [1, 0.8, 1],
  top: [0, 1, 0.001],
  front: [0, 0.12, 1],
  side: [1, 0.12, 0],
};

/**
 * Opens what draws pictures, on a clear ground. Smooth edges are for machines that have a graphics processor: where pictures are made in
 * software they cost several times as much, and a second context does too, so that the plain one comes first.
 */
export function openRenderer(): { renderer: WebGLRenderer; isSoftware: boolean } {
  const settings = { alpha: true, preserveDrawingBuffer: true };
  const plain = new WebGLRenderer({ ...settings, antialias: false });
  const gl = plain.getContext();
  const names = gl.getExtension('WEBGL_debug_renderer_info');
  const name: unknown = names && gl.getParameter(names.UNMASKED_RENDERER_WEBGL);
  if (typeof name === 'string' && /swiftshader|llvmpipe|software|basic render/i.test(name)) return { renderer: plain, isSoftware: true };
  plain.dispose();
  plain.forceContextLoss();
  return { renderer: new WebGLRenderer({ ...settings, antialias: true }), isSoftware: false };
}

/** Opens a view of models in an element. Throws where the browser has no WebGL. */
export function openViewer(host: HTMLElement, onLost: () => void): Viewer {
  const { renderer, isSoftware } = openRenderer();
  renderer.setPixelRatio(isSoftware ? 1 : Math.min(devicePixelRatio, 2));
  renderer.setClearColor(0, 0);
  const canvas = renderer.domElement;
  host.append(canvas);
  const scene = new Scene();
  const camera = new PerspectiveCamera(50, 1, 0.1, 5000);
  camera.position.set(40, 30, 40);
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(0.6, 1, 0.4);
  scene.add(new AmbientLight(0xffffff, 1.6), sun);
  const controls = new OrbitControls(camera, canvas);
  const fragments = new FragmentsModels(WORKER.href, { maxWorkers: WORKERS });
  // Tiles are sent when they are made, and the worker looks for what is to be made after every few milliseconds.
  Object.assign(fragments.settings, { meshConnectionThreshold: 0, threadUpdaterDelay: 8 });
  const models = new Map<number, { fragment: FragmentsModel; painter: ReturnType<typeof painterOf> }>();
  const ruler = new Line(new BufferGeometry(), new LineBasicMaterial({ color: 0xff9f1a, depthTest: false }));
  ruler.renderOrder = 1;
  ruler.frustumCulled = false;
  let planes: Plane[] = [];
  let cutting: Cut = null;
  let disposed = false;

  // Pictures are drawn when the camera has moved or tiles have come, and nothing is asked of the worker but for a view that has changed:
  // each question sends it over the whole model.
  let awakeUntil = 0;
  let frame = 0;
  let asked = 0;
  let drawn = 0;
  let waiting = 0;
  let painting = 0;
  let isOld = true;
  let isElsewhere = true;
  let isRough = false;
  let triangles = 0;
  let changed = 0;
  let films = 0;
  const wake = (ms = AWAKE_MS): void => {
    awakeUntil = Math.max(awakeUntil, performance.now() + ms);
    if (!frame && !disposed) frame = requestAnimationFrame(draw);
  };
  function draw(now: number): void {
    frame = 0;
    if (disposed) return;
    if (isElsewhere && now - asked > VIEW_MS) void askForView();
    // What a change of styles brings is drawn in one picture, when all of it is there.
    if (painting === 0 && fragments.models.requests.arePending && now - drawn > TILES_MS) {
      fragments.models.update();
      isOld = true;
    }
    const isMoving = isSoftware && films === 0 && now - changed < STILL_MS;
    if (isOld || (isRough && !isMoving)) {
      isOld = false;
      drawn = now;
      if (isMoving && triangles > MANY_TRIANGLES) renderRoughly();
      else render();
    }
    if (now < awakeUntil || waiting > 0 || isRough) frame = requestAnimationFrame(draw);
  }
  function render(): void {
    if (isRough) renderer.setPixelRatio(1);
    isRough = false;
    renderer.render(scene, camera);
    ({ triangles } = renderer.info.render);
  }
  /** With fewer points, and without what stands for elements that are far away: those lines cost a third of a picture. */
  function renderRoughly(): void {
    const lines: Object3D[] = [];
    scene.traverseVisible((part) => part instanceof Mesh && part.geometry instanceof InstancedBufferGeometry && lines.push(part));
    for (const part of lines) part.visible = false;
    if (!isRough) renderer.setPixelRatio(ROUGH);
    isRough = true;
    renderer.render(scene, camera);
    for (const part of lines) part.visible = true;
  }
  const touch = (): void => {
    isOld = true;
    wake();
  };
  /** The camera or the styles are others, and may be again at once. */
  const change = (): void => {
    changed = performance.now();
    touch();
  };
  const onward = (): void => {
    isElsewhere = true;
    change();
  };
  /** Says to the worker what the camera sees; done when all of that has come. */
  async function askForView(): Promise<void> {
    isElsewhere = false;
    asked = performance.now();
    waiting++;
    fragments.settings.maxUpdateRate = 0;
    const done = fragments.update(true);
    fragments.settings.maxUpdateRate = QUIET_MS;
    await done.catch(() => undefined);
    waiting--;
    touch();
  }
  controls.addEventListener('change', onward);
  const resize = (): void => {
    const { clientWidth: width, clientHeight: height } = host;
    if (!width || !height) return;
    renderer.setSize(width, height);
    camera.aspect = width / height;
    camera.updateProjectionMatrix();
    onward();
  };
  const observer = new ResizeObserver(resize);
  observer.observe(host);
  resize();
  canvas.addEventListener('webglcontextlost', onLost);

  const boxOfAll = (): Box3 => {
    const box = new Box3();
    for (const { fragment } of models.values()) box.union(fragment.box);
    return box;
  };
  /** How near and how far is drawn, for what stands so far away. */
  function reach(distance: number): void {
    camera.near = Math.max(distance / 500, 0.05);
    camera.far = Math.max(distance * 20, boxOfAll().getSize(new Vector3()).length() * 4);
    camera.updateProjectionMatrix();
  }
  function stand(box: Box3, direction: Vector3): void {
    if (box.isEmpty()) return;
    const centre = box.getCenter(new Vector3());
    const radius = Math.max(box.getSize(new Vector3()).length() / 2, 0.5);
    const distance = radius / Math.sin((Math.min(camera.fov, camera.fov * camera.aspect) * Math.PI) / 360);
    reach(distance);
    camera.position.copy(centre).addScaledVector(direction.normalize(), distance);
    controls.target.copy(centre);
    controls.update();
    onward();
  }
  function applyCut(): void {
    planes = [];
    const box = boxOfAll();
    if (cutting && !box.isEmpty()) {
      const normal = new Vector3(cutting.axis === 'x' ? -1 : 0, cutting.axis === 'y' ? -1 : 0, cutting.axis === 'z' ? -1 : 0);
      const at = box.min[cutting.axis] + (box.max[cutting.axis] - box.min[cutting.axis]) * cutting.at;
      planes = [new Plane(normal, at)];
    }
    renderer.clippingPlanes = planes;
    void askForView();
  }

  return {
    async load(model, version, bytes) {
      const fragment = await fragments.load(bytes, { modelId: `${model}.${version}`, camera });
      if (disposed) return [];
      fragment.getClippingPlanesEvent = () => planes;
      scene.add(fragment.object);
      models.set(model, { fragment, painter: painterOf(fragments, fragment) });
      if (models.size === 1) stand(boxOfAll(), new Vector3(...DIRECTIONS.corner));
      if (cutting) applyCut();
      onward();
      return fragment.getItemsIdsWithGeometry();
    },
    async unload(model) {
      const known = models.get(model);
      models.delete(model);
      if (!known) return;
      await fragments.disposeModel(known.fragment.modelId);
      touch();
    },
    async paint(model, styles) {
      painting++;
      const isOther = await models.get(model)?.painter.paint(styles);
      painting--;
      if (isOther) change();
    },
    async fit(elements) {
      let box = boxOfAll();
      if (elements) {
        box = new Box3();
        for (const [model, ids] of elements) {
          const fragment = models.get(model)?.fragment;
          if (fragment && ids.size) box.union(await fragment.getMergedBox([...ids]));
        }
      }
      stand(box, camera.position.clone().sub(controls.target));
    },
    look: (look) => stand(boxOfAll(), new Vector3(...DIRECTIONS[look])),
    cut(cut) {
      cutting = cut;
      applyCut();
    },
    async pick({ clientX, clientY }) {
      let nearest: (Picked & { distance: number }) | null = null;
      for (const [model, { fragment }] of models) {
        const hit = await fragment.raycast({ camera, mouse: new Vector2(clientX, clientY), dom: canvas });
        if (!hit || (nearest && nearest.distance <= hit.distance)) continue;
        nearest = { model, entity: hit.localId, at: hit.point.toArray(), distance: hit.distance };
      }
      return nearest;
    },
    camera: () => ({ from: camera.position.toArray(), to: controls.target.toArray() }),
    place({ from, to }) {
      camera.position.fromArray(from);
      controls.target.fromArray(to);
      reach(camera.position.distanceTo(controls.target));
      controls.update();
      onward();
    },
    onMove(heard) {
      controls.addEventListener('change', heard);
      return () => controls.removeEventListener('change', heard);
    },
    ...movesOf(camera, controls, { box: boxOfAll, reach, moved: onward }),
    measure(points) {
      scene.remove(ruler);
      if (points.length > 1) {
        ruler.geometry.dispose();
        ruler.geometry = new BufferGeometry().setFromPoints(points.map((point) => new Vector3(...point)));
        scene.add(ruler);
      }
      touch();
    },
    film() {
      const film = filmOf(canvas);
      if (!film) return null;
      films++;
      return { stop: () => film.stop().finally(() => films--) };
    },
    frames: () =>
      framesOf(canvas, async () => {
        await Promise.all([...models.values()].map(({ painter }) => painter.settled()));
        render();
      }),
    picture() {
      render();
      return canvas.toDataURL('image/png');
    },
    async dispose() {
      disposed = true;
      cancelAnimationFrame(frame);
      observer.disconnect();
      controls.dispose();
      canvas.removeEventListener('webglcontextlost', onLost);
      canvas.remove();
      ruler.geometry.dispose();
      ruler.material.dispose();
      await fragments.dispose().catch(() => undefined);
      renderer.dispose();
      renderer.forceContextLoss();
    },
  };
}
