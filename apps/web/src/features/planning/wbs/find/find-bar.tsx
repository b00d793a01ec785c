import { Button, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconLetterCase, IconTextWrapDisabled, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { runInSlices } from '../../../../lib/slices.ts';
import type { Gantt } from '../../../../ui/gantt/create-gantt.ts';
import { IconButton } from '../../../../ui/icon-button.tsx';
import { showToast } from '../../../../ui/toasts.tsx';
import classes from './find-bar.module.css';
import type { GridActions } from '../wbs.events.model.ts';
import { findCells, findPattern, type FoundCell, isReplaceable, replaced } from '@gantry/plan-view';
import type { Shown } from '../wbs.shown.queries.ts';

type Props = { shown: Shown; gantt: RefObject<Gantt | null>; actions: GridActions; readOnly: boolean; revision: number; onClose(): void };

const NOTHING = { pattern: null, cells: [] as FoundCell[] };

/** Looks for a text in the columns shown, and exchanges it in names and codes. */
export function FindBar({ shown, gantt, actions, readOnly, revision, onClose }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [by, setBy] = useState('');
  const [matchCase, setMatchCase] = useState(false);
  const [words, setWords] = useState(false);
  const [result, setResult] = useState<{ pattern: RegExp | null; cells: FoundCell[] }>(NOTHING);
  const [at, setAt] = useState(-1);
  const input = useRef<HTMLInputElement>(null);
  /** A step asked for before anything was found: it is made as soon as there is, be it in rows that come later. */
  const wanted = useRef<1 | -1 | null>(null);
  const pattern = useMemo(() => findPattern(text, matchCase, words), [text, matchCase, words]);
  /** What an earlier text found is not what is looked for now. */
  const found = result.pattern === pattern ? result.cells : NOTHING.cells;

  useEffect(() => {
    const columns = gantt.current?.chart.model.columns;
    if (!pattern || !columns) return undefined;
    const aborter = new AbortController();
    void runInSlices(findCells(shown.view, columns, pattern, shown.hidden, shown.order), aborter.signal).then((cells) => {
      if (!cells || aborter.signal.aborted) return;
      setResult({ pattern, cells });
      setAt((before) => Math.min(before, cells.length - 1));
      if (wanted.current && cells.length) {
        const first = wanted.current === 1 ? 0 : cells.length - 1;
        setAt(first);
        reveal(gantt, cells[first]);
        wanted.current = null;
      }
    });
    return () => aborter.abort();
    // The cells of a view change in place: its revision says when.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [pattern, shown, gantt, revision]);

  const go = (step: 1 | -1): void => {
    wanted.current = found.length ? null : step;
    if (!found.length) return;
    const next = (at + step + found.length) % found.length;
    setAt(next);
    reveal(gantt, found[next]);
  };
  const replace = async (cells: FoundCell[]): Promise<void> => {
    if (!pattern) return;
    const byId = new Map<number, Record<string, unknown>>();
    for (const { row, column, text: before } of cells.filter((cell) => isReplaceable(cell.column) && shown.view.slots[cell.row] >= 0)) {
      const id = shown.view.rows.id[row];
      byId.set(id, { ...byId.get(id), [column]: replaced(before, pattern, by) });
    }
    const changes = Array.from(byId, ([id, fields]) => ({ id, fields }));
    if (!changes.length) return showToast('info', t('find.nothing_to_replace'));
    const verdict = await actions.update(changes, changes);
    if (typeof verdict !== 'string') showToast('ok', t('find.replaced', { count: changes.length - (verdict?.length ?? 0) }), { ms: 2000 });
  };
  const onKey = (event: KeyboardEvent): void => {
    if (event.key === 'Escape') {
      onClose();
      gantt.current?.focus();
    } else if (event.key === 'Enter') {
      event.preventDefault();
      go(event.shiftKey ? -1 : 1);
    }
  };

  return (
    <div className={classes.bar} role="search" onKeyDown={onKey}>
      <div className={classes.line}>
        <TextInput
          ref={input}
          size="xs"
          data-autofocus
          autoFocus
          aria-label={t('find.text')}
          placeholder={t('find.text')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setAt(-1);
            wanted.current = null;
          }}
        />
        <span className={classes.count} aria-live="polite">
          {text && t('find.place', { at: at + 1, count: found.length })}
        </span>
        <IconButton
          icon={IconLetterCase}
          label={t('find.match_case')}
          variant={matchCase ? 'light' : 'subtle'}
          aria-pressed={matchCase}
          onClick={() => setMatchCase(!matchCase)}
        />
        <IconButton
          icon={IconTextWrapDisabled}
          label={t('find.words')}
          variant={words ? 'light' : 'subtle'}
          aria-pressed={words}
          onClick={() => setWords(!words)}
        />
        <IconButton icon={IconArrowUp} label={t('find.previous')} shortcut="Shift+Enter" variant="subtle" onClick={() => go(-1)} />
        <IconButton icon={IconArrowDown} label={t('find.next')} shortcut="Enter" variant="subtle" onClick={() => go(1)} />
        <IconButton icon={IconX} label={t('ui.close')} shortcut="Esc" variant="subtle" onClick={onClose} />
      </div>
      {!readOnly && (
        <div className={classes.line}>
          <TextInput
            size="xs"
            aria-label={t('find.by')}
            placeholder={t('find.by')}
            value={by}
            onChange={(event) => setBy(event.currentTarget.value)}
          />
          <Button
            size="compact-xs"
            variant="default"
            disabled={at < 0 || !found[at] || !isReplaceable(found[at].column)}
            onClick={() => void replace([found[at]]).then(() => go(1))}
          >
            {t('find.replace')}
          </Button>
          <Button size="compact-xs" variant="default" disabled={!found.length} onClick={() => void replace(found)}>
            {t('find.replace_all')}
          </Button>
        </div>
      )}
    </div>
  );
}

function reveal(gantt: RefObject<Gantt | null>, { row, column }: FoundCell): void {
  gantt.current?.goTo(row);
  gantt.current?.focusCell(row, column);
}
