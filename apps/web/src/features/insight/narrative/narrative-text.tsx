import type { Narrative, NarrativeLine } from '@gantry/contract';
import { Popover, UnstyledButton } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import classes from './narrative.module.css';

type Props = { narrative: Narrative; onOpen(row: NarrativeLine['rows'][number]): void };

/** A narrative in closed sentences; each number opens the rows that it counts, and each row leads to its version. */
export function NarrativeText({ narrative, onOpen }: Props) {
  const { t } = useTranslation();
  return (
    <article className={classes.text}>
      {narrative.sections.map(({ section, lines }) => (
        <section key={section} aria-label={t(`narrative.section.${section}`)}>
          <h2>{t(`narrative.section.${section}`)}</h2>
          <ul>
            {lines.map((line) => (
              <li key={line.key}>
                {t('ui.named', { name: t(`narrative.line.${line.key}`), text: '' })}
                <Rows line={line} onOpen={onOpen} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </article>
  );
}

function Rows({ line, onOpen }: { line: NarrativeLine; onOpen: Props['onOpen'] }) {
  const { t } = useTranslation();
  const count = formatNumber(line.count, { decimals: 0 });
  if (!line.count) return <span>{count}</span>;
  const label = t('narrative.rows', { line: t(`narrative.line.${line.key}`) });
  return (
    <Popover width={380} position="bottom-start" withinPortal trapFocus>
      <Popover.Target>
        <UnstyledButton className={classes.number} aria-label={`${label} (${count})`}>
          {count}
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p={6}>
        <ul className={classes.rows} aria-label={label}>
          {line.rows.map((row) => (
            <li key={`${row.version_id} ${row.id}`}>
              <UnstyledButton className={classes.row} onClick={() => onOpen(row)}>
                <b>{row.code}</b> {row.name}
              </UnstyledButton>
            </li>
          ))}
        </ul>
        {line.count > line.rows.length && <p className={classes.more}>{t('narrative.more', { count: line.count - line.rows.length })}</p>}
      </Popover.Dropdown>
    </Popover>
  );
}
