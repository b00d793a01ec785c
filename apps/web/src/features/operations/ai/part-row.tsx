import type { AiExample, AiProposedNorm } from '@gantry/contract';
import { Checkbox, NumberInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatNumber } from '../../../lib/numbers.ts';
import type { ChosenPart } from './ai.model.ts';
import classes from './ai.module.css';

type Props = {
  part: ChosenPart;
  /** Its place, counted from one, and those of the parts that it follows. */
  place: number;
  after: string;
  examples: readonly AiExample[];
  minutesPerDay: number;
  onChange(fields: Partial<ChosenPart>): void;
};

const COLUMNS = 8;

/** A proposed part: ticked and changed, with the rows and the norm that it comes from below it where somebody asks. */
export function PartRow({ part, place, after, examples, minutesPerDay, onChange }: Props) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const { name, type, taken, minutes, volume, unit, norm, support } = part;
  return (
    <>
      <tr data-left={!taken || undefined}>
        <td>
          <Checkbox size="xs" aria-label={t('ai.choose', { name })} checked={taken} onChange={() => onChange({ taken: !taken })} />
        </td>
        <td className={classes.name}>
          <span>{place}</span>
          <TextInput
            size="xs"
            aria-label={t('ai.part')}
            maxLength={512}
            value={name}
            disabled={!taken}
            onChange={(event) => onChange({ name: event.currentTarget.value })}
          />
        </td>
        <td>
          <NumberInput
            size="xs"
            w={76}
            aria-label={t('ai.days')}
            min={0}
            decimalScale={2}
            hideControls
            value={minutes / minutesPerDay}
            disabled={!taken || type.startsWith('milestone')}
            onChange={(value) => onChange({ minutes: Math.round(Number(value) * minutesPerDay) })}
          />
        </td>
        <td>
          <NumberInput
            size="xs"
            w={76}
            aria-label={t('ai.volume')}
            min={0}
            hideControls
            value={volume ?? ''}
            disabled={!taken}
            onChange={(value) => onChange({ volume: value === '' ? null : Number(value) })}
          />
        </td>
        <td>{volume === null ? '' : unit}</td>
        <td>{after}</td>
        <td>{norm && <NormCell norm={norm} part={part} onChange={(byNorm) => onChange({ byNorm })} />}</td>
        <td>
          <button
            type="button"
            className={classes.source}
            aria-expanded={opened}
            aria-label={t('ai.source_of', { name, support: supportText(support, t) })}
            onClick={() => setOpened(!opened)}
          >
            {support > 0 ? t('ai.share', { share: Math.round(support * 100) }) : t('ai.support_none')}
          </button>
        </td>
      </tr>
      {opened && (
        <tr>
          <td />
          <td colSpan={COLUMNS - 1} className={classes.wraps}>
            <Source part={part} examples={examples} />
          </td>
        </tr>
      )}
    </>
  );
}

type Translate = ReturnType<typeof useTranslation>['t'];
const supportText = (support: number, t: Translate): string =>
  support > 0 ? t('ai.support_share', { share: Math.round(support * 100) }) : t('ai.support_none');

/** The rows of the space and the norm that a part comes from. */
function Source({ part: { sources, support, norm }, examples }: { part: ChosenPart; examples: readonly AiExample[] }) {
  const { t } = useTranslation();
  return (
    <ul className={classes.from}>
      {sources.map((at) => (
        <li key={at}>
          <ExampleText example={examples[at]} />
        </li>
      ))}
      {support === 0 && <li>{t('ai.source_model')}</li>}
      {norm && <li>{normText(norm, t)}</li>}
    </ul>
  );
}

/** A row of the space that was divided before, by its schedule and name. */
export function ExampleText({ example }: { example: AiExample | undefined }) {
  const { t } = useTranslation();
  if (!example) return null;
  return (
    <>
      <bdi>{example.schedule}</bdi> / <bdi>{example.name}</bdi> ({t('ai.likeness', { share: Math.round(example.likeness * 100) })})
    </>
  );
}

const normText = (norm: AiProposedNorm, t: Translate): string =>
  t(`ai.norm_by_${norm.by}`, { norm: norm.name || norm.code, unit: norm.unit, crew: formatNumber(norm.crew) });

type NormCellProps = { norm: AiProposedNorm; part: ChosenPart; onChange(byNorm: boolean): void };

/** The norm that hours and duration of a part come from, which can be left out. */
function NormCell({ norm, part: { name, taken, byNorm }, onChange }: NormCellProps) {
  const { t } = useTranslation();
  const hours = formatNumber(Math.round((norm.labour_hours || norm.machine_hours) * 10) / 10);
  return (
    <Checkbox
      size="xs"
      label={
        <>
          <bdi>{norm.code || norm.name}</bdi>, {t('ai.norm_hours', { hours })}
        </>
      }
      aria-label={t('ai.norm_take', { name, norm: norm.name || norm.code })}
      title={normText(norm, t)}
      checked={byNorm}
      disabled={!taken}
      onChange={() => onChange(!byNorm)}
    />
  );
}
