import { narrativeLabel, type Narrative, NARRATIVE_NOTE_LENGTH, type NarrativeLine } from '@gantry/contract';
import { Popover, Textarea, UnstyledButton } from '@mantine/core';
import { IconMessagePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './narrative.module.css';

type Props = {
  narrative: Narrative;
  onOpen(row: NarrativeLine['rows'][number]): void;
  /** Keeps why a line is so; absent for who may not. */
  onNote?(line: NarrativeLine['key'], text: string): void;
};

/** A narrative in closed sentences; each number opens the rows that it counts, and each row leads to its version. */
export function NarrativeText({ narrative, onOpen, onNote }: Props) {
  const { t } = useTranslation();
  return (
    <article className={classes.text}>
      {narrative.sections.map(({ section, lines }) => (
        <section key={section} aria-label={t(`narrative.section.${section}`)}>
          <h2>{t(`narrative.section.${section}`)}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line.key}>
                {t('ui.named', { name: t(narrativeLabel(line.key)), text: '' })}
                <Rows line={line} onOpen={onOpen} />
                <Note line={line} onSave={onNote && ((text) => onNote(line.key, text))} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

/** The number of a line as it is written: of its rows, else what they add up to. */
export function useLineNumber(): (line: Pick<NarrativeLine, 'count' | 'amount' | 'unit'>) => string {
  const { t } = useTranslation();
  return ({ count, amount, unit }) => {
    if (unit === 'money') return formatMoney(amount);
    if (unit === 'hours') return t('narrative.hours', { hours: formatNumber(amount ?? 0, { decimals: 0 }) });
    return formatNumber(count, { decimals: 0 });
  };
}

function Rows({ line, onOpen }: { line: NarrativeLine; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation();
  const written = useLineNumber();
  const number = written(line);
  if (!line.count) return <span>{number}</span>;
  const label = t('narrative.rows', { line: t(narrativeLabel(line.key)) });
  return (
    <Popover width={380} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.number} aria-label={`${label} (${number})`}>
          {number}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <ul className={classes.rows} aria-label={label}>
          {line.rows.map((row) => (
            <li key={`${row.version_id} ${row.id}`}>
              <UnstyledButton className={classes.row} onClick={() => onOpen(row)}>
                <span>
                  <b>{row.code}</b> {row.name}
                </span>
                {row.amount !== null && <span>{written({ count: 1, amount: row.amount, unit: line.unit })}</span>}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {line.count > line.rows.length && <p className={classes.more}>{t('narrative.more', { count: line.count - line.rows.length })}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}

/** Why a line is so: the reason below it, and the field where it is written. */
function Note({ line: { key, note }, onSave }: { line: NarrativeLine; onSave?: ((text: string) => void) | undefined }) {
  const { t } = useTranslation();
  const [typed, setTyped] = useState<string | null>(null);
  const label = t('narrative.note_of', { line: t(narrativeLabel(key)) });
  const done = (): void => {
    if (typed !== null && typed.trim() !== (note?.text ?? '')) onSave?.(typed.trim());
    setTyped(null);
  };
  if (typed !== null)
    return (
      <Textarea
        size="xs"
        autosize
        autoFocus
        mt={4}
        aria-label={label}
        maxLength={NARRATIVE_NOTE_LENGTH}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        onBlur={done}
        onKeyDown={(event) => {
          if (event.key === 'Escape') setTyped(null);
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) done();
        }}
      />
    );
  return (
    <>
      {onSave && (
        <IconButton
          icon={IconMessagePlus}
          size="xs"
          className={classes.addNote}
          label={`${t('narrative.note_add')}: ${t(narrativeLabel(key))}`}
          onClick={() => setTyped(note?.text ?? '')}
        />
      )}
      {note && (
        <p className={classes.note}>
          {note.text} <span>{t('narrative.note_from', { version: note.version.name })}</span>
        </p>
      )}
    </>
  );
}
