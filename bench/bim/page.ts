/** The two ways to the first picture of a model in a browser: ours, from what the server has made, and web-ifc alone, from the IFC. */

import {
  AmbientLight,
  Box3,
  BufferAttribute,
  BufferGeometry,
  DirectionalLight,
  Matrix4,
  Mesh,
  MeshLambertMaterial,
  PerspectiveCamera,
  Scene,
  Vector3,
} from 'three';
import { sceneOn } from '../../apps/web/src/features/bim/model-links/model-links.player.model.ts';
import type { PlayerData } from '../../apps/web/src/features/bim/model-links/model-links.queries.ts';
import { type Styles, stylesOf } from '../../apps/web/src/features/bim/models/viewer/models.styles.model.ts';
import { openRenderer, openViewer, type Viewer } from '../../apps/web/src/features/bim/models/viewer/models.viewer.store.ts';

/** Served beside the page; not a part of it. */
const WEB_IFC: string = '/web-ifc-api.js';
const MODEL = 1;
const NONE = { start: -(2 ** 31), finish: -(2 ** 31) };
const DAY = 1440;
const FIRST_DAY = 13_000;
const WORKS = 300;
const PICTURE_POINTS = 200;

const host = (): HTMLElement =>
  document.body.appendChild(Object.assign(document.createElement('div'), { style: 'position:fixed;inset:0' }));

/** How many points of a picture are not empty. */
function filled(canvas: HTMLCanvasElement): number {
  const small = document.createElement('canvas');
  [small.width, small.height] = [160, 100];
  const context = small.getContext('2d');
  if (!context) return 0;
  context.drawImage(canvas, 0, 0, small.width, small.height);
  const { data } = context.getImageData(0, 0, small.width, small.height);
  let count = 0;
  for (let at = 3; at < data.length; at += 4) if (data[at] > 0) count++;
  return count;
}

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

/** Waits for the next picture until all of it is made: a point of it is read. */
async function picture(): Promise<void> {
  await frame();
  const gl = canvas!.getContext('webgl2')!;
  gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, new Uint8Array(4));
}

let viewer: Viewer | null = null;
let canvas: HTMLCanvasElement | null = null;
let elements: number[] = [];

/** Milliseconds until our viewer shows a model. */
async function ours(url: string): Promise<number> {
  const begun = performance.now();
  const place = host();
  viewer = openViewer(place, () => undefined);
  const bytes = await (await fetch(url)).arrayBuffer();
  elements = await viewer.load(MODEL, 1, bytes);
  canvas = place.querySelector('canvas')!;
  while (filled(canvas) < PICTURE_POINTS) await frame();
  return performance.now() - begun;
}

/** A plan that builds the model: works one after another, each with its elements. */
function plan(): PlayerData {
  const works = Array.from({ length: WORKS }, (_, id) => {
    const start = (FIRST_DAY + id) * DAY;
    return { id, name: `Work ${id}`, code: '', plan: { start, finish: start + 5 * DAY }, fact: NONE, target: NONE, approved: NONE, critical: false, profile: null }; // prettier-ignore
  });
  const offsets = [...elements.keys(), elements.length];
  const indexes = elements.map((_, index) => Math.floor((index / elements.length) * WORKS));
  return {
    works,
    profiles: [],
    models: elements.map(() => MODEL),
    entities: elements,
    relations: { offsets, works: indexes },
    dataDate: null,
  };
}

/** What a jump takes: the states of all elements, what is sent to the worker until its tiles are here, and the picture. */
export type Jump = { styles: number; tiles: number; picture: number };

/** Between jumps a person looks: what is drawn when nothing changes is drawn then. */
const LOOKED_MS = 1500;

/** Milliseconds of each jump between days far apart. */
async function seek(days: readonly number[]): Promise<Jump[]> {
  const data = plan();
  const all = new Map([[MODEL, elements]]);
  const took: Jump[] = [];
  for (const day of days) {
    const begun = performance.now();
    const dated = sceneOn(data, FIRST_DAY + day, 'plan', { ghosts: false, all }).styles.get(MODEL) ?? null;
    const styles: Styles = stylesOf(elements, { dated, hidden: undefined, only: null, selected: undefined, accent: '#ff9f1a' });
    const styled = performance.now();
    await viewer!.paint(MODEL, styles);
    const painted = performance.now();
    await picture();
    took.push({ styles: styled - begun, tiles: painted - styled, picture: performance.now() - painted });
    await new Promise((resolve) => setTimeout(resolve, LOOKED_MS));
  }
  return took;
}

/** Milliseconds until web-ifc, alone, shows the file itself. */
async function direct(url: string, wasm: string): Promise<number> {
  const begun = performance.now();
  const { IfcAPI } = await import(/* @vite-ignore */ WEB_IFC);
  const place = host();
  const { renderer } = openRenderer();
  renderer.setSize(place.clientWidth, place.clientHeight);
  place.append(renderer.domElement);
  const scene = new Scene();
  const sun = new DirectionalLight(0xffffff, 2);
  sun.position.set(0.6, 1, 0.4);
  scene.add(new AmbientLight(0xffffff, 1.6), sun);
  const api = new IfcAPI();
  api.SetWasmPath(wasm, true);
  // One thread, as for us: the page is isolated only so that memory can be measured.
  await api.Init(undefined, true);
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer());
  const model = api.OpenModel(bytes, { CIRCLE_SEGMENTS: 48, COORDINATE_TO_ORIGIN: true });
  const material = new MeshLambertMaterial({ color: 0xbbbbbb });
  api.StreamAllMeshes(model, (mesh: { geometries: { size(): number; get(at: number): Placed } }) => {
    for (let at = 0; at < mesh.geometries.size(); at++) {
      const placed = mesh.geometries.get(at);
      const geometry = api.GetGeometry(model, placed.geometryExpressID);
      const points: Float32Array = api.GetVertexArray(geometry.GetVertexData(), geometry.GetVertexDataSize());
      const index: Uint32Array = api.GetIndexArray(geometry.GetIndexData(), geometry.GetIndexDataSize());
      const body = new Mesh(bufferOf(points, index), material);
      body.applyMatrix4(new Matrix4().fromArray(placed.flatTransformation));
      scene.add(body);
      geometry.delete();
    }
  });
  const box = new Box3().setFromObject(scene);
  const [centre, size] = [box.getCenter(new Vector3()), box.getSize(new Vector3()).length()];
  const camera = new PerspectiveCamera(50, place.clientWidth / place.clientHeight, size / 500, size * 20);
  camera.position.copy(centre).add(new Vector3(1, 0.8, 1).normalize().multiplyScalar(size * 1.2));
  camera.lookAt(centre);
  renderer.render(scene, camera);
  while (filled(renderer.domElement) < PICTURE_POINTS) {
    await frame();
    renderer.render(scene, camera);
  }
  return performance.now() - begun;
}
type Placed = { geometryExpressID: number; flatTransformation: number[] };

function bufferOf(points: Float32Array, index: Uint32Array): BufferGeometry {
  const count = points.length / 6;
  const [places, normals] = [new Float32Array(count * 3), new Float32Array(count * 3)];
  for (let at = 0; at < count; at++)
    for (let axis = 0; axis < 3; axis++) {
      places[at * 3 + axis] = points[at * 6 + axis];
      normals[at * 3 + axis] = points[at * 6 + 3 + axis];
    }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(places, 3));
  geometry.setAttribute('normal', new BufferAttribute(normals, 3));
  geometry.setIndex(new BufferAttribute(index.slice(), 1));
  return geometry;
}

/** Bytes of the page with its workers and its WebAssembly. */
async function memory(): Promise<number> {
  const { measureUserAgentSpecificMemory: measure } = performance as Performance & {
    measureUserAgentSpecificMemory?: () => Promise<{ bytes: number }>;
  };
  return measure ? (await measure.call(performance)).bytes : NaN;
}

Object.assign(globalThis, { gantryBench: { ours, direct, seek, memory } });
