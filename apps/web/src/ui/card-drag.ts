import { autoScrollForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge, extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';

/** Where a dragged card was let go: before or behind a card, or in the rest of a column. */
export type Drop = { key: number } & ({ over: number; edge: 'top' | 'bottom' } | { columnId: number });

const isCard = (data: Record<string, unknown>): data is { key: number } => typeof data['key'] === 'number';
const edgeOf = (data: Record<string, unknown>): 'top' | 'bottom' => (extractClosestEdge(data) === 'top' ? 'top' : 'bottom');

/** Lets a card be dragged by mouse, and others be dropped before and behind it; the line where they would go is drawn at its edge. */
export function letCardDrag(element: HTMLElement, key: number): () => void {
  const mark = (edge: string | null): void => {
    if (edge) element.dataset['edge'] = edge;
    else delete element.dataset['edge'];
  };
  return combine(
    draggable({
      element,
      getInitialData: () => ({ key }),
      onDragStart: () => void (element.dataset['dragged'] = 'true'),
      onDrop: () => void delete element.dataset['dragged'],
    }),
    dropTargetForElements({
      element,
      canDrop: ({ source }) => isCard(source.data) && source.data.key !== key,
      getData: ({ input }) => attachClosestEdge({ over: key }, { element, input, allowedEdges: ['top', 'bottom'] }),
      onDrag: ({ self }) => mark(edgeOf(self.data)),
      onDragLeave: () => mark(null),
      onDrop: () => mark(null),
    }),
  );
}

/** Lets cards be dropped into a column; its list, where it is drawn, scrolls where a card is held near an end. */
export function letColumnTake(element: HTMLElement, columnId: number, drawn: boolean): () => void {
  const scroller = drawn ? element.querySelector<HTMLElement>('[data-cards]') : null;
  const mark = (on: boolean): void => void element.toggleAttribute('data-over', on);
  return combine(
    dropTargetForElements({
      element,
      canDrop: ({ source }) => isCard(source.data),
      getData: () => ({ columnId }),
      onDragEnter: () => mark(true),
      onDragLeave: () => mark(false),
      onDrop: () => mark(false),
    }),
    ...(scroller ? [autoScrollForElements({ element: scroller })] : []),
  );
}

/** Tells where cards are let go on a board, which scrolls sideways where a card is held near an end. */
export function watchDrops(board: HTMLElement, onDrop: (drop: Drop) => void): () => void {
  return combine(
    autoScrollForElements({ element: board }),
    monitorForElements({
      canMonitor: ({ source }) => board.contains(source.element),
      onDrop: ({ source, location }) => {
        const data = location.current.dropTargets.at(0)?.data;
        if (!data || !isCard(source.data)) return;
        const { key } = source.data;
        if (typeof data['over'] === 'number') onDrop({ key, over: data['over'], edge: edgeOf(data) });
        else if (typeof data['columnId'] === 'number') onDrop({ key, columnId: data['columnId'] });
      },
    }),
  );
}
