import type { FoundDirectoryRow } from '@gantry/contract';
import { Loader, Popover, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { pagesOf, useFoundRows } from './directories.search.queries.ts';
import type { DirectoryPlace } from './directories.store.ts';
import { FoundRowsList } from './panels/found-rows.tsx';

type Props = {
  label: string;
  spaceId: number;
  /** The directory whose rows are offered, and the node that sees it. */
  place: DirectoryPlace | null;
  value: FoundDirectoryRow | null;
  onChange(row: FoundDirectoryRow | null): void;
};

/** So many rows up or down by one key. */
const KEYED: Record<string, number> = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 };

const textOf = ({ code, name }: FoundDirectoryRow): string => `${code} ${name}`.trim();

/** Picks a row of a directory by code, name or ancestors. */
export function RowPicker({ label, spaceId, place, value, onChange }: Props) {
  const { t } = useTranslation();
  const id = useId();
  /** The typed text; null when the field shows the chosen row. */
  const [typed, setTyped] = useState<string | null>(null);
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState({ index: 0, keyed: true });
  /** Enter was pressed before the results arrived. */
  const [hasty, setHasty] = useState(false);
  const [pages, setPages] = useState<readonly number[]>([0]);
  const [search] = useDebouncedValue((typed ?? '').trim(), 150);
  const found = useFoundRows(spaceId, open ? place : null, search, pages);
  const see = useCallback(
    (from: number, to: number) =>
      setPages((before) => {
        const next = pagesOf(from, to);
        return next.join() === before.join() ? before : next;
      }),
    [],
  );
  const ready = search === (typed ?? '').trim() && !found.busy;
  const close = (): void => {
    setOpen(false);
    setTyped(null);
    setHasty(false);
  };
  const show = (text: string | null): void => {
    setTyped(text);
    setHasty(false);
    setActive({ index: 0, keyed: true });
    setPages([0]);
    setOpen(true);
  };
  const choose = (index: number): void => {
    const row = found.rowAt(index);
    if (!row) return;
    onChange(row);
    close();
  };
  useEffect(() => {
    if (hasty && ready) choose(active.index);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [hasty, ready]);
  const press = (event: KeyboardEvent): void => {
    const by = KEYED[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (open) setActive(({ index }) => ({ index: Math.max(0, Math.min(found.total - 1, index + by)), keyed: true }));
      else show(null);
    } else if (event.key === 'Enter' && open) {
      event.preventDefault();
      setHasty(true);
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      close();
    }
  };
  return (
    <Popover opened={open && place !== null} width="target" position="bottom-start" offset={4} trapFocus={false} closeOnEscape={false}>
      <Popover.Target>
        <TextInput
          label={label}
          placeholder={t('directory.find_row')}
          autoComplete="off"
          disabled={place === null}
          value={typed ?? (value ? textOf(value) : '')}
          onChange={(event) => show(event.currentTarget.value)}
          onClick={() => open || show(null)}
          onFocus={(event) => event.currentTarget.select()}
          onBlur={() => {
            if (typed === '') onChange(null);
            close();
          }}
          onKeyDown={press}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={open}
          aria-controls={open ? id : undefined}
          aria-activedescendant={open && found.total > 0 ? `${id}-${active.index}` : undefined}
          // An open list is closed first, the dialog around it next.
          data-mantine-stop-propagation={open || undefined}
          rightSection={open && found.busy ? <Loader size={14} /> : null}
        />
      </Popover.Target>
      <Popover.Dropdown p={0}>
        <FoundRowsList
          id={id}
          label={label}
          found={found}
          active={active}
          chosenId={value?.id}
          onSeen={see}
          onPoint={(index) => setActive({ index, keyed: false })}
          onChoose={choose}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
