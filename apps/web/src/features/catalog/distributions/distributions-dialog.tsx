import { type DistributionCurve, type DistributionsAnswer, type DistributionsSaved, MOST_TYPED } from '@gantry/contract';
import { DISTRIBUTION_MODES, type DistributionMode, RESOURCE_MEASURES, type ResourceMeasure } from '@gantry/domain';
import { Modal, NativeSelect, Textarea } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatPeriod } from '../../../lib/dates.ts';
import { formatNumber } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { readCurve } from '../../../ui/text/curve-text.ts';
import { changesOf, cumulative, draftOf } from './distributions.model.ts';
import { useDistributionCommands, useDistributionPreview, useDistributions } from './distributions.queries.ts';
import classes from './distributions-dialog.module.css';

type Props = { spaceId: number; nodeId: number; placeName: string; mayEdit: boolean; opened: boolean; onClose(): void };

/** How measures lie over the dates of works below a node; what a change does is seen before it is saved. */
export function DistributionsDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('distributions.title', { place: rest.placeName })} size="lg">
      {opened && <Loaded {...rest} onClose={onClose} />}
    </Modal>
  );
}

function Loaded(props: Omit<Props, 'opened'>) {
  const kept = useDistributions(props.spaceId, props.nodeId);
  return kept ? <DistributionsForm {...props} kept={kept} /> : null;
}

function DistributionsForm({ spaceId, nodeId, placeName, mayEdit, kept, onClose }: Omit<Props, 'opened'> & { kept: DistributionsAnswer }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(() => draftOf(kept));
  const changes = useMemo(() => changesOf(draft, kept), [draft, kept]);
  const { data: looked } = useDistributionPreview(spaceId, nodeId, mayEdit ? changes : null);
  const commands = useDistributionCommands(spaceId, nodeId);
  const save = async (): Promise<void> => {
    if (!changes) return;
    const { act_id: actId, affects } = await commands.save(changes);
    const id = `distribution-${nodeId}`;
    const undo = { label: t('distributions.undo'), run: () => void commands.takeBack(actId ?? 0).catch(() => undefined) };
    showToast('ok', t('distributions.saved', { place: placeName, count: affects.versions }), { id, ms: 15_000, action: undo });
  };
  return (
    <DialogForm submitLabel={mayEdit ? t('ui.save') : null} ready={Boolean(changes?.length)} onSubmit={save} onClose={onClose}>
      <p className={classes.quiet}>
        {t('distributions.about', {
          schedules: t('distributions.schedules', { count: kept.used_by.schedules }),
          works: t('distributions.works', { count: kept.used_by.works }),
        })}
      </p>
      {RESOURCE_MEASURES.map((measure) => (
        <MeasureRow
          key={measure}
          measure={measure}
          above={kept.inherited[measure]}
          value={draft[measure]}
          disabled={!mayEdit}
          onChange={(value) => setDraft({ ...draft, [measure]: value })}
        />
      ))}
      {changes && changes.length > 0 && looked && <Looked {...looked} />}
    </DialogForm>
  );
}

type RowProps = {
  measure: ResourceMeasure;
  above: DistributionsAnswer['inherited'][ResourceMeasure];
  value: { mode: DistributionMode | null; text: string };
  disabled: boolean;
  onChange(value: RowProps['value']): void;
};

function MeasureRow({ measure, above, value, disabled, onChange }: RowProps) {
  const { t } = useTranslation();
  const label = t(`values.measure_${measure}`);
  const mode = t(`distributions.mode_${above.mode}`);
  const asAbove =
    above.from_name === null ? t('distributions.usual', { mode }) : t('distributions.as_above', { mode, place: above.from_name });
  return (
    <div className={classes.row}>
      <span>{label}</span>
      <div>
        <NativeSelect
          size="xs"
          aria-label={label}
          disabled={disabled}
          value={value.mode ?? ''}
          data={[
            { value: '', label: asAbove },
            ...DISTRIBUTION_MODES.map((one) => ({ value: one, label: t(`distributions.mode_${one}`) })),
          ]}
          onChange={({ currentTarget }) =>
            onChange({ ...value, mode: DISTRIBUTION_MODES.find((one) => one === currentTarget.value) ?? null })
          }
        />
        {value.mode === 'curve' && (
          <Textarea
            size="xs"
            mt={4}
            rows={2}
            aria-label={t('distributions.curve', { measure: label })}
            description={t('distributions.curve_hint')}
            disabled={disabled}
            value={value.text}
            error={readCurve(value.text) ? null : t('distributions.wrong_curve')}
            onChange={({ currentTarget }) => onChange({ ...value, text: currentTarget.value })}
          />
        )}
      </div>
    </div>
  );
}

/** What a change would do: how many versions and works it reaches, and how sums move. */
function Looked({ affects, curves }: DistributionsSaved) {
  const { t } = useTranslation();
  return (
    <section className={classes.looked} aria-label={t('distributions.looked')} role="status">
      <p>
        {affects.versions
          ? t('distributions.affects', {
              versions: t('distributions.versions', { count: affects.versions }),
              works: t('distributions.works', { count: affects.works }),
            })
          : t('distributions.affects_nothing')}
        {affects.typed_days_kept > 0 &&
          ` ${t(affects.typed_days_kept < MOST_TYPED ? 'distributions.typed' : 'distributions.typed_or_more', { count: affects.typed_days_kept })}`}
        {affects.locked > 0 && ` ${t('distributions.locked', { count: affects.locked })}`}
      </p>
      {curves?.map((curve) => (
        <CurveBeforeAfter key={curve.measure} curve={curve} />
      ))}
    </section>
  );
}

const [WIDTH, HEIGHT] = [520, 90];

function CurveBeforeAfter({ curve }: { curve: DistributionCurve }) {
  const { t, i18n } = useTranslation();
  const { before, after, most } = cumulative(curve);
  const percent = (share: number): string => `${formatNumber(share * 100, { decimals: 0 })} %`;
  const last = Math.max(1, before.length - 1);
  const pathOf = (values: readonly number[]): string =>
    values.map((value, at) => `${at ? 'L' : 'M'}${((at / last) * WIDTH).toFixed(1)} ${((1 - value) * HEIGHT).toFixed(1)}`).join('');
  const sentence =
    most < 0
      ? t('distributions.same_by_months')
      : t('distributions.differs', {
          month: formatPeriod(curve.starts[most], 'month', i18n),
          before: percent(before[most]),
          after: percent(after[most]),
        });
  return (
    <figure className={classes.curve}>
      <figcaption>
        <b>{t(`values.measure_${curve.measure}`)}</b> {sentence}
      </figcaption>
      {before.length > 1 && (
        <svg viewBox={`-2 -2 ${WIDTH + 4} ${HEIGHT + 4}`} aria-hidden="true">
          <path d={pathOf(before)} className={classes.before} />
          <path d={pathOf(after)} className={classes.after} />
        </svg>
      )}
      {before.length > 1 && (
        <p className={classes.legend} aria-hidden="true">
          <span className={classes.beforeKey}>{t('distributions.before')}</span>
          <span className={classes.afterKey}>{t('distributions.after')}</span>
          <span>
            {formatPeriod(curve.starts[0], 'month', i18n)} … {formatPeriod(curve.starts.at(-1) ?? '', 'month', i18n)}
          </span>
        </p>
      )}
    </figure>
  );
}
