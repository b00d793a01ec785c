import type { KanbanBoard, KanbanItem } from '@gantry/contract';
import {
  type FocusEvent,
  type KeyboardEvent,
  type MouseEvent,
  type Ref,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { announce, showToast } from '../../../ui/toasts.tsx';
import { BoardColumn, type Shown } from './board-column.tsx';
import { type Drop, watchDrops } from '../../../ui/card-drag.ts';
import classes from './board.module.css';
import { CardDialog, type CardQuestion } from './forms/card-dialog.tsx';
import type { CardActs } from './kanban.cards.queries.ts';
import {
  afterAt,
  type CardChange,
  columnName,
  type FilledColumn,
  findCard,
  keyOf,
  moveTo,
  placeByStep,
  type Step,
  stepFrom,
} from './kanban.model.ts';

const STEPS: Record<string, Step> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowLeft: 'left',
  ArrowRight: 'right',
  Home: 'first',
  End: 'last',
};
/** Keys by their place on the keyboard: a Russian layout has other letters there. */
const QUESTIONS: Record<string, CardQuestion> = {
  KeyM: 'move',
  KeyE: 'title',
  KeyL: 'labels',
  KeyA: 'people',
  KeyD: 'due',
  KeyC: 'copy',
};

/** What is done to the board from elsewhere on the page. */
export type BoardHands = {
  ask(question: CardQuestion, keys: readonly number[]): void;
  undo(): void;
  remove(keys: readonly number[]): void;
};

type Props = {
  spaceId: number;
  board: KanbanBoard;
  columns: readonly FilledColumn[];
  look: Pick<Shown, 'labels' | 'people' | 'today' | 'opened'>;
  acts: CardActs;
  /** What the person may do: move and change cards; add, name and delete them, which is not done on a board of rows. */
  may: { change: boolean; make: boolean; setUp: boolean };
  hands: Ref<BoardHands>;
  onOpen(key: number): void;
  onFilter(): void;
  onColumn(id: number): void;
};

/** The columns of a board. One card is a stop of Tab; all acts have a key. */
export function BoardView({ spaceId, board, columns, look, acts, may, hands, onOpen, onFilter, onColumn }: Props) {
  const { t } = useTranslation();
  const [active, setActive] = useState<number | null>(null);
  const [wish, setWish] = useState<number | null>(null);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [adding, setAdding] = useState<number | null>(null);
  /** What is asked about cards, and the card that has the focus again afterwards. */
  const [question, setQuestion] = useState<{ ask: CardQuestion; keys: number[]; from: number } | null>(null);
  const root = useRef<HTMLDivElement>(null);
  /** The card that has the focus. */
  const focused = useRef<number | null>(null);
  // A card that goes elsewhere is another element there, and the document has lost the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body && findCard(columns, focused.current)) setWish(focused.current);
  }, [columns]);
  const stop = findCard(columns, active) ? active : stepFrom(columns, null, 'first');
  const lead = (key: number | null): void => {
    setActive(key);
    setWish(key);
  };
  const items = useMemo(() => new Map(columns.flatMap(({ all }) => all.map((item) => [keyOf(item), item] as const))), [columns]);
  const itemsOf = (keys: Iterable<number>): KanbanItem[] => [...keys].flatMap((key) => items.get(key) ?? []);
  /** The cards that an act on one of them is for: all selected ones where it is among them. */
  const chosen = (key: number): ReadonlySet<number> => (selected.has(key) ? selected : new Set([key]));

  const reportPlace = (key: number, columnId: number, after: number | null, moved: ReadonlySet<number>): void => {
    const target = columns.find(({ column }) => column.id === columnId);
    if (!target) return;
    const rest = target.all.filter((item) => !moved.has(keyOf(item)));
    const place = rest.findIndex((item) => keyOf(item) === after) + 2;
    const values = { title: items.get(key)?.title ?? '', column: columnName(target.column, t), count: rest.length + moved.size, place };
    announce(moved.size > 1 ? t('boards.said_many', { ...values, cards: moved.size }) : t('boards.said', values));
  };
  const move = async (keys: ReadonlySet<number>, columnId: number, after: number | null): Promise<boolean> => {
    const [first] = keys;
    if (!may.change) return false;
    reportPlace(first, columnId, after, keys);
    return acts.act(moveTo(columns, keys, columnId, after));
  };
  const step = (from: number, by: Step): void => {
    const keys = chosen(from);
    const place = placeByStep(columns, from, keys, by);
    if (!place) return;
    lead(from);
    void move(keys, place.columnId, place.after);
  };
  const drop = (dropped: Drop): void => {
    const keys = chosen(dropped.key);
    const at = 'over' in dropped ? findCard(columns, dropped.over) : null;
    const target = 'over' in dropped ? columns[at?.c ?? -1] : columns.find(({ column }) => column.id === dropped.columnId);
    if (!target || ('over' in dropped && keys.has(dropped.over))) return;
    const rest = target.shown.filter((item) => !keys.has(keyOf(item)));
    const index =
      'over' in dropped ? rest.findIndex((item) => keyOf(item) === dropped.over) + (dropped.edge === 'bottom' ? 1 : 0) : rest.length;
    setActive(dropped.key);
    void move(keys, target.column.id, afterAt(target, keys, index));
  };
  const dropped = useRef(drop);
  useEffect(() => {
    dropped.current = drop;
  });
  useEffect(() => (root.current ? watchDrops(root.current, (where) => dropped.current(where)) : undefined), []);
  const remove = async (keys: readonly number[]): Promise<void> => {
    if (!may.make || !keys.length) return;
    const [title] = itemsOf(keys).map((item) => item.title);
    const next = stepFrom(columns, keys.at(-1) ?? null, 'down');
    lead(next !== null && !keys.includes(next) ? next : stepFrom(columns, keys[0], 'up'));
    setSelected(new Set());
    const change = { changes: keys.map((key) => ({ key, deleted: true })), inverse: keys.map((key) => ({ key, deleted: false })) };
    if (!(await acts.act(change))) return;
    showToast('info', keys.length > 1 ? t('boards.cards_removed', { count: keys.length }) : t('boards.card_removed', { title }), {
      ms: 10_000,
      action: { label: t('boards.undo'), run: () => void undo(change.inverse) },
    });
  };
  const undo = async (inverse?: CardChange[]): Promise<void> => {
    const keys = await acts.undo(inverse);
    announce(t(keys ? 'boards.undone' : 'boards.nothing_to_undo'));
    if (keys?.length) lead(keys[0]);
  };
  useImperativeHandle(hands, () => ({
    ask: (ask, keys) => setQuestion({ ask, keys: [...keys], from: keys[0] }),
    undo: () => void undo(),
    remove: (keys) => void remove(keys),
  }));

  const keyAt = (target: EventTarget): number | null => {
    const card = target instanceof Element ? target.closest('[data-key]') : null;
    return card ? Number(card.getAttribute('data-key')) : null;
  };
  const toggle = (key: number, on = !selected.has(key)): void => {
    const next = new Set(selected);
    if (on) next.add(key);
    else next.delete(key);
    setSelected(next);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, code, altKey, shiftKey } = event;
    const at = keyAt(event.target);
    const ctrl = event.ctrlKey || event.metaKey;
    if (event.target instanceof HTMLInputElement || event.defaultPrevented) return;
    const handle = (act: () => void): void => {
      event.preventDefault();
      act();
    };
    if (ctrl && code === 'KeyZ' && !shiftKey) return handle(() => void undo());
    if (ctrl) return undefined;
    if (!altKey && (key === '/' || code === 'Slash')) return handle(onFilter);
    if (code === 'KeyN' && !altKey && may.make) {
      const where = findCard(columns, at ?? stop);
      return handle(() => setAdding((where ? columns[where.c] : columns[0])?.column.id ?? null));
    }
    if (at === null) return undefined;
    const way = STEPS[key];
    if (way && altKey) return handle(() => may.change && step(at, way));
    if (way)
      return handle(() => {
        const next = stepFrom(columns, at, way);
        if (shiftKey && next !== null) setSelected(new Set([...selected, at, next]));
        lead(next);
      });
    if (altKey) return undefined;
    if (key === ' ' && event.target instanceof HTMLElement && !event.target.closest('button')) return handle(() => toggle(at));
    if (key === 'Enter' && event.target instanceof HTMLElement && !event.target.closest('button')) return handle(() => onOpen(at));
    if (key === 'Escape' && selected.size) return handle(() => setSelected(new Set()));
    if (key === 'Delete') return handle(() => void remove([...chosen(at)]));
    const ask = QUESTIONS[code];
    const allowed = ask === 'title' ? may.make : may.change;
    if (ask && allowed) handle(() => setQuestion({ ask, keys: ask === 'title' ? [at] : [...chosen(at)], from: at }));
    return undefined;
  };
  const onClick = (event: MouseEvent): void => {
    const at = keyAt(event.target);
    if (at === null) return;
    setActive(at);
    if (event.target instanceof Element && event.target.closest('[data-move]'))
      return setQuestion({ ask: 'move', keys: [...chosen(at)], from: at });
    if (event.ctrlKey || event.metaKey || event.shiftKey) return toggle(at);
    acts.forget([at]);
    onOpen(at);
  };

  const onFocus = (event: FocusEvent): void => {
    const at = keyAt(event.target);
    focused.current = at;
    if (at !== null) setActive(at);
  };
  const onBlur = ({ target, relatedTarget }: FocusEvent): void => {
    if (relatedTarget) focused.current = null;
    // Left by a click on nothing, not because the card has gone elsewhere.
    else requestAnimationFrame(() => document.activeElement === document.body && target.isConnected && (focused.current = null));
  };

  const onLed = useCallback(() => setWish(null), []);
  // A dialog keeps the focus that it has.
  const shown: Shown = { ...look, stop, wish: question ? null : wish, onLed, selected, refused: acts.refused, mayMove: may.change };
  return (
    <>
      <div
        ref={root}
        className={classes.board}
        role="group"
        aria-label={board.name}
        onKeyDown={onKeyDown}
        onClick={onClick}
        onFocus={onFocus}
        onBlur={onBlur}
      >
        {columns.map((filled) => (
          <BoardColumn
            key={filled.column.id}
            filled={filled}
            shown={shown}
            adding={may.make ? adding === filled.column.id : null}
            onAdding={(on) => setAdding(on ? filled.column.id : null)}
            onAdd={(title) => acts.create({ column_id: filled.column.id, title })}
            onSettings={may.setUp ? () => onColumn(filled.column.id) : null}
          />
        ))}
      </div>
      <CardDialog
        spaceId={spaceId}
        board={board}
        acts={acts}
        ask={question?.ask ?? null}
        items={itemsOf(question?.keys ?? [])}
        columns={columns}
        labels={look.labels}
        onMove={(columnId, after) => {
          const keys = new Set(question?.keys);
          return move(keys, columnId, after);
        }}
        onChange={acts.act}
        onClose={() => {
          setQuestion(null);
          if (question) lead(question.from);
        }}
      />
    </>
  );
}
