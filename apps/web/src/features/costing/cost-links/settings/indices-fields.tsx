import { type CostSettings, MOST_INDICES, type QuarterIndices } from '@gantry/contract';
import { COST_PARTS } from '@gantry/domain';
import { Button, FileButton, TextInput } from '@mantine/core';
import { IconTrash, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../../ui/icon-button.tsx';
import classes from './cost-settings.module.css';
import { Lines } from './settings-lines.tsx';

/** Reads the indices of a file. */
export type ReadIndices = (file: File) => Promise<QuarterIndices[]>;

export const QUARTER = /^(?:19|20)\d\d-[1-4]$/;
const INDEX = /^\d{1,18}(?:[.,]\d{1,8})?$/;
export const isIndex = (text: string): boolean => INDEX.test(text) && Number(text.replace(',', '.')) > 0;
/** Whether a line has a quarter and indices that can be saved. */
export const isQuarter = ({ quarter, parts, rest }: QuarterIndices): boolean =>
  QUARTER.test(quarter) && [rest ?? '1', ...Object.values(parts)].every(isIndex);

/** What a line is for beside its quarter. */
const FOR = ['region', 'code', 'section'] as const;
const keyOf = ({ quarter, region, code, section }: QuarterIndices): string => [quarter, region, code, section].join('\n');
const BLANK: QuarterIndices = { quarter: '', region: '', code: '', section: '', parts: {}, rest: null };

type Props = Pick<CostSettings, 'indices'> & {
  on: string | null;
  region: string;
  mayEdit: boolean;
  readFile: ReadIndices;
  onChange(change: Partial<Pick<CostSettings, 'indices' | 'indices_on' | 'indices_region'>>): void;
};

/** Indices over the base level of prices: a line a quarter, a field a part of costs, and for which region, works and sections they are. */
export function IndicesFields({ indices, on, region, mayEdit, readFile, onChange }: Props) {
  const { t } = useTranslation();
  const put = (at: number, change: Partial<QuarterIndices>): void =>
    onChange({ indices: indices.map((one, place) => (place === at ? { ...one, ...change } : one)) });
  const take = async (file: File | null): Promise<void> => {
    const read = file ? await readFile(file) : [];
    const known = new Map([...indices, ...read].map((one) => [keyOf(one), one]));
    onChange({ indices: [...known.values()].sort((a, b) => (a.quarter < b.quarter ? -1 : 1)).slice(-MOST_INDICES) });
  };
  const file = (
    <FileButton accept=".xlsx,.csv,.txt" onChange={(chosen) => void take(chosen)}>
      {(props) => (
        <Button {...props} size="compact-xs" variant="subtle" leftSection={<IconUpload size={14} />}>
          {t('cost_link.read_indices')}
        </Button>
      )}
    </FileButton>
  );
  return (
    <Lines
      title={t('cost_link.indices')}
      hint={t('cost_link.indices_hint')}
      add={t('cost_link.add_quarter')}
      onAdd={mayEdit && indices.length < MOST_INDICES ? () => onChange({ indices: [...indices, BLANK] }) : null}
      more={mayEdit && file}
    >
      <li data-of="day">
        <TextInput
          size="xs"
          type="date"
          label={t('cost_link.indices_on')}
          description={on === null ? t('cost_link.indices_last') : undefined}
          value={on ?? ''}
          onChange={({ currentTarget }) => onChange({ indices_on: currentTarget.value || null })}
        />
        <TextInput
          size="xs"
          label={t('cost_link.indices_region')}
          description={region === '' ? t('cost_link.indices_any_region') : undefined}
          maxLength={64}
          value={region}
          onChange={({ currentTarget }) => onChange({ indices_region: currentTarget.value })}
        />
      </li>
      {indices.length > 0 && (
        <li data-of="quarter" className={classes.heads} aria-hidden="true">
          <span>{t('cost_link.head_quarter')}</span>
          <span>{t('cost_link.head_rest')}</span>
          {COST_PARTS.map((part) => (
            <span key={part} title={t(`cost_part.${part}`)}>
              {t(`cost_part.${part}`)}
            </span>
          ))}
        </li>
      )}
      {indices.map(({ quarter, parts, rest, ...places }, at) => (
        <li key={at} data-of="quarter">
          <TextInput
            size="xs"
            aria-label={t('cost_link.quarter', { place: at + 1 })}
            placeholder="2026-1"
            error={quarter !== '' && !QUARTER.test(quarter)}
            value={quarter}
            onChange={({ currentTarget }) => put(at, { quarter: currentTarget.value.trim() })}
          />
          <TextInput
            size="xs"
            aria-label={t('cost_link.index_of', { part: t('cost_link.head_rest'), place: at + 1 })}
            error={rest !== null && !isIndex(rest)}
            value={rest ?? ''}
            onChange={({ currentTarget }) => put(at, { rest: currentTarget.value.trim() || null })}
          />
          {COST_PARTS.map((part) => (
            <TextInput
              key={part}
              size="xs"
              aria-label={t('cost_link.index_of', { part: t(`cost_part.${part}`), place: at + 1 })}
              error={parts[part] !== undefined && !isIndex(parts[part])}
              value={parts[part] ?? ''}
              onChange={({ currentTarget }) => {
                const { [part]: _former, ...others } = parts;
                const typed = currentTarget.value.trim();
                put(at, { parts: typed === '' ? others : { ...others, [part]: typed } });
              }}
            />
          ))}
          <IconButton
            icon={IconTrash}
            variant="subtle"
            label={t('cost_link.delete_quarter', { place: at + 1 })}
            onClick={() => onChange({ indices: indices.filter((_one, place) => place !== at) })}
          />
          {FOR.map((field) => (
            <TextInput
              key={field}
              size="xs"
              data-for={field}
              aria-label={t('cost_link.index_for', { field: t(`cost_link.index_${field}`), place: at + 1 })}
              placeholder={t(`cost_link.index_any_${field}`)}
              maxLength={field === 'region' ? 64 : 256}
              value={places[field]}
              onChange={({ currentTarget }) => put(at, { [field]: currentTarget.value })}
            />
          ))}
        </li>
      ))}
    </Lines>
  );
}
