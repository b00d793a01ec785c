import { TextInput } from '@mantine/core';
import { IconLink, IconSearch } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, type MouseEvent, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import type { LinkedWork } from './model-links.queries.ts';
import { between, DRAGGED } from './model-links.works.model.ts';
import classes from './works.module.css';

const LINE = 26;

type Props = {
  works: readonly LinkedWork[];
  picked: ReadonlySet<number>;
  /** Works that the chosen elements are linked with. */
  related: ReadonlySet<number>;
  mayEdit: boolean;
  onPick: (picked: ReadonlySet<number>) => void;
  /** Elements were dropped on a work. */
  onDrop: (id: number) => void;
  onOpen: () => void;
};

/** Works of a plan with how many elements each has. Arrows walk, Space chooses, Enter shows the elements; elements are dropped on a work. */
export function WorksList({ works, picked, related, mayEdit, onPick, onDrop, onOpen }: Props) {
  const { t } = useTranslation();
  const [text, setText] = useState('');
  const [current, setCurrent] = useState(0);
  const [over, setOver] = useState<number | null>(null);
  const list = useMemo(() => {
    const wanted = text.trim().toLowerCase();
    return wanted === '' ? works : works.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(wanted));
  }, [works, text]);
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({ count: list.length, getScrollElement: () => scroller.current, estimateSize: () => LINE, overscan: 12 });

  const flip = (id: number): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  const go = (to: number, extend: boolean): void => {
    const next = Math.min(Math.max(to, 0), list.length - 1);
    if (extend) onPick(new Set([...picked, ...between(list, current, next)]));
    setCurrent(next);
    rows.scrollToIndex(next);
  };
  const press = (event: KeyboardEvent): void => {
    if (list.length === 0) return;
    const acts: Record<string, () => void> = {
      ArrowDown: () => go(current + 1, event.shiftKey),
      ArrowUp: () => go(current - 1, event.shiftKey),
      Home: () => go(0, event.shiftKey),
      End: () => go(list.length - 1, event.shiftKey),
      PageDown: () => go(current + 15, event.shiftKey),
      PageUp: () => go(current - 15, event.shiftKey),
      ' ': () => list[current] && flip(list[current].id),
      Enter: onOpen,
    };
    const act = acts[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
  const click = (event: MouseEvent, index: number): void => {
    const { id } = list[index];
    if (event.shiftKey) onPick(new Set([...picked, ...between(list, current, index)]));
    else if (event.ctrlKey || event.metaKey) flip(id);
    else onPick(new Set([id]));
    setCurrent(index);
  };
  return (
    <div className={classes.frame}>
      <TextInput
        size="xs"
        type="search"
        value={text}
        aria-label={t('model_link.find_work')}
        placeholder={t('model_link.find_work')}
        leftSection={<IconSearch size={14} />}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCurrent(0);
        }}
      />
      <div
        ref={scroller}
        className={classes.scroller}
        role="listbox"
        aria-multiselectable
        aria-label={t('model_link.works')}
        tabIndex={0}
        onKeyDown={press}
        aria-activedescendant={list[current] ? `linked-work-${list[current].id}` : undefined}
      >
        {list.length === 0 && <p className={classes.note}>{t('model_link.no_work')}</p>}
        <div style={{ height: rows.getTotalSize() }} className={classes.room} role="presentation">
          {rows.getVirtualItems().map(({ index, start }) => {
            const work = list[index];
            if (!work) return null;
            const chosen = picked.has(work.id);
            return (
              // The list listens for keys; a line is reached by them.
              // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
              <div
                key={work.id}
                id={`linked-work-${work.id}`}
                role="option"
                aria-selected={chosen}
                data-current={index === current || undefined}
                data-chosen={chosen || undefined}
                data-over={over === work.id || undefined}
                className={classes.line}
                style={{ top: start }}
                draggable={mayEdit}
                onClick={(event) => click(event, index)}
                onDoubleClick={onOpen}
                onDragStart={(event) => {
                  event.dataTransfer.setData(DRAGGED.works, String(work.id));
                  event.dataTransfer.effectAllowed = 'link';
                  if (!chosen) onPick(new Set([work.id]));
                }}
                onDragOver={(event) => {
                  if (!mayEdit || !event.dataTransfer.types.includes(DRAGGED.elements)) return;
                  event.preventDefault();
                  event.dataTransfer.dropEffect = 'link';
                  setOver(work.id);
                }}
                onDragLeave={() => setOver(null)}
                onDrop={(event) => {
                  event.preventDefault();
                  setOver(null);
                  onDrop(work.id);
                }}
              >
                <span className={classes.related}>
                  {related.has(work.id) && <IconLink size={12} aria-label={t('model_link.related')} />}
                </span>
                <bdi className={classes.name} title={work.name}>
                  {work.code && <span className={classes.code}>{work.code}</span>} {work.name}
                </bdi>
                <span className={classes.count} data-none={work.elements === 0 || undefined}>
                  {formatCount(work.elements)}
                </span>
              </div>
            );
          })}
        </div>
      </div>
    </div>
  );
}
