import { type FragmentsModel, type FragmentsModels, RenderedFaces } from '@thatopen/fragments';
import { Color } from 'three';
import { type Acts, actsBetween, type Styles } from './models.styles.model.ts';

/**
 * Changes a model to styles, one change after another; of those that wait, the last alone. Nothing is asked for but the elements that differ:
 * the view has not moved. Answers whether anything has changed.
 */
export function painterOf(
  fragments: FragmentsModels,
  fragment: FragmentsModel,
): { paint(styles: Styles): Promise<boolean>; settled(): Promise<unknown> } {
  let drawn: Styles = new Map();
  let wanted = drawn;
  let turn = Promise.resolve(false);
  const change = async (): Promise<boolean> => {
    if (wanted === drawn) return false;
    const acts = actsBetween(drawn, wanted);
    const hidden = wanted;
    drawn = wanted;
    const asked = askedOf(fragment, acts, (element) => hidden.get(element)?.visible !== false);
    if (asked.length === 0) return false;
    await Promise.all(asked);
    await arrived(fragments, fragment);
    return true;
  };
  return {
    paint(styles) {
      wanted = styles;
      turn = turn.then(change).catch(() => true);
      return turn;
    },
    settled: () => turn,
  };
}

const frame = (): Promise<number> => new Promise(requestAnimationFrame);

function take({ models }: FragmentsModels): void {
  while (models.requests.arePending) models.update();
}

/**
 * Waits until tiles that have changed are here. They leave the worker together in its next turn, which is long before it has gone over the
 * whole model, as it does after each change; where none of them is in sight, the end of that is all there is to wait for.
 */
async function arrived(fragments: FragmentsModels, fragment: FragmentsModel): Promise<void> {
  take(fragments);
  let isOver = false;
  void fragments.models.forceUpdateFinish().then(() => (isOver = true));
  while (!isOver && !fragments.models.requests.arePending) await frame();
  // Answers come in the order in which they were sent: behind this one nothing of that turn is under way.
  await fragment.getVisible([]);
  take(fragments);
}

/** All that a change asks of the worker, sent at once: it answers in order. */
function askedOf(fragment: FragmentsModel, { show, hide, plain, paints }: Acts, isVisible: (element: number) => boolean): Promise<void>[] {
  const asked: Promise<void>[] = [];
  if (plain.length) asked.push(fragment.resetHighlight(plain));
  for (const { colour, opacity, elements } of paints) {
    const isFaint = opacity < 1;
    // All that a material has is stated, so that elements share it: what keeps something of its own is drawn alone.
    const material = { color: new Color(colour), opacity, transparent: isFaint, depthWrite: !isFaint, renderedFaces: RenderedFaces.TWO };
    asked.push(fragment.highlight(elements, material));
  }
  if (hide.length) asked.push(fragment.setVisible(hide, false));
  // A reset is noticed by a walk over the whole model, unless it is followed by a change of these elements.
  const again = new Set([...show, ...plain.filter(isVisible)]);
  if (again.size) asked.push(fragment.setVisible([...again], true));
  return asked;
}
