import { type Box3, type PerspectiveCamera, Vector3 } from 'three';
import type { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';

/** How the camera moves by keys and in a walk. */
export type Moves = {
  /** Steps of the keyboard: round the models, nearer and farther. */
  turn(horizontal: number, vertical: number): void;
  zoom(factor: number): void;
  /** Moves by so many steps ahead, to the right and up. A step suits the size of the models; while somebody walks, it is a person's. */
  walk(ahead: number, right: number, up: number): void;
  /** Switches walk mode: a drag then turns the camera, and no longer the models. */
  setWalking(walking: boolean): void;
  /** Turns the camera about its own position, by angles in radians. */
  turnHead(horizontal: number, vertical: number): void;
  /** Moves the camera to eye height above a point, and levels it. */
  standOn(point: readonly [number, number, number]): void;
};

/** How far from level the camera looks at most, in radians. */
const STEEPEST = 1.5;
/** A person who walks, in metres. */
const STEP_M = 0.6;
const EYES_M = 1.65;
/** How far ahead of the eyes that point is which the camera looks at, so that models turn round something near after a walk. */
const GAZE_M = 5;

/** The moves of a camera. `reach`: sets how near and how far is drawn for what stands so far away; `moved`: is called after each. */
export function movesOf(
  camera: PerspectiveCamera,
  controls: OrbitControls,
  { box, reach, moved }: { box: () => Box3; reach: (distance: number) => void; moved: () => void },
): Moves {
  let walking = false;
  /** Turns the camera in this direction, with the orbit target in front of it. */
  function gaze(direction: Vector3): void {
    controls.target.copy(camera.position).addScaledVector(direction.normalize(), GAZE_M);
    controls.update();
    moved();
  }
  return {
    turn(horizontal, vertical) {
      const arm = camera.position.clone().sub(controls.target);
      arm.applyAxisAngle(new Vector3(0, 1, 0), horizontal);
      const side = new Vector3().crossVectors(camera.up, arm).normalize();
      const tilted = arm.clone().applyAxisAngle(side, vertical);
      // Not over the pole: the picture would turn upside down.
      if (Math.abs(tilted.angleTo(camera.up) - Math.PI / 2) < STEEPEST) arm.copy(tilted);
      camera.position.copy(controls.target).add(arm);
      controls.update();
      moved();
    },
    zoom(factor) {
      camera.position.copy(controls.target).add(camera.position.clone().sub(controls.target).multiplyScalar(factor));
      controls.update();
      moved();
    },
    walk(ahead, right, up) {
      const step = walking ? STEP_M : Math.max(box().getSize(new Vector3()).length() / 60, 0.3);
      const forward = controls.target.clone().sub(camera.position).setY(0).normalize();
      const side = new Vector3().crossVectors(forward, camera.up);
      const move = forward
        .multiplyScalar(ahead * step)
        .addScaledVector(side, right * step)
        .addScaledVector(camera.up, up * step);
      camera.position.add(move);
      controls.target.add(move);
      controls.update();
      moved();
    },
    setWalking(next) {
      walking = next;
      controls.enabled = !next;
      if (next) reach(GAZE_M);
    },
    turnHead(horizontal, vertical) {
      const direction = camera.getWorldDirection(new Vector3());
      const side = new Vector3().crossVectors(direction, camera.up).normalize();
      direction.applyAxisAngle(camera.up, -horizontal);
      const tilted = direction.clone().applyAxisAngle(side, -vertical);
      gaze(Math.abs(tilted.angleTo(camera.up) - Math.PI / 2) < STEEPEST ? tilted : direction);
    },
    standOn(point) {
      const direction = camera.getWorldDirection(new Vector3()).setY(0);
      camera.position.set(...point).addScaledVector(camera.up, EYES_M);
      gaze(direction.lengthSq() > 1e-6 ? direction : new Vector3(0, 0, -1));
    },
  };
}
