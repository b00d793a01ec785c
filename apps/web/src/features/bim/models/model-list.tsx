import type { Model, ModelVersion } from '@gantry/contract';
import { Checkbox, Menu, Progress } from '@mantine/core';
import { IconAlertTriangle, IconDots, IconInfoCircle } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/dates.ts';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './models.module.css';

export type ModelAct = 'bodies' | 'version' | 'convert' | 'rename' | 'delete';
const ACTS: readonly ModelAct[] = ['bodies', 'version', 'convert', 'rename', 'delete'];
/** A model of primitives gets its versions by its bodies, and another model has none. */
const isFor = (act: ModelAct, primitive: boolean): boolean => (act === 'bodies' ? primitive : act !== 'version' || !primitive);
const NAMES: Record<ModelAct, string> = {
  bodies: 'primitive_model.edit',
  version: 'model.new_version',
  convert: 'model.convert',
  rename: 'model.rename',
  delete: 'model.delete',
};
const MEGABYTE = 1024 * 1024;

type Props = {
  models: readonly Model[];
  shown: ReadonlySet<number>;
  primitives: ReadonlySet<number>;
  progress: ReadonlyMap<number, { percent: number; stage: string }>;
  mayEdit: boolean;
  onShow: (model: number, shown: boolean) => void;
  onAct: (act: ModelAct, model: Model) => void;
};

/** Models of a project: which are shown, how those under way are, what is wrong with their files. */
export function ModelList({ models, shown, primitives, progress, mayEdit, onShow, onAct }: Props) {
  const { t } = useTranslation();
  return (
    <ul className={classes.list}>
      {models.map((model) => {
        const { current, latest } = model;
        const underway = latest && (latest.status === 'waiting' || latest.status === 'converting');
        const at = progress.get(model.id);
        return (
          <li key={model.id} className={classes.model}>
            <div className={classes.line}>
              <Checkbox
                size="xs"
                disabled={!current}
                checked={current !== null && shown.has(model.id)}
                label={<bdi className={classes.name}>{model.name}</bdi>}
                onChange={(event) => onShow(model.id, event.currentTarget.checked)}
              />
              {mayEdit && (
                <Menu position="bottom-end">
                  <Menu.Target>
                    <IconButton icon={IconDots} label={t('model.acts', { name: model.name })} variant="subtle" size="sm" />
                  </Menu.Target>
                  <Menu.Dropdown>
                    {ACTS.filter((act) => isFor(act, primitives.has(model.id))).map((act) => (
                      <Menu.Item
                        key={act}
                        onClick={() => onAct(act, model)}
                        {...(act === 'delete' ? { color: 'var(--gantry-error)' } : {})}
                      >
                        {t(NAMES[act])}
                      </Menu.Item>
                    ))}
                  </Menu.Dropdown>
                </Menu>
              )}
            </div>
            {current && <p className={classes.note}>{described(current, t)}</p>}
            {underway && (
              <div className={classes.progress} role="status">
                <Progress value={at?.percent ?? 0} size="xs" aria-label={t('model.converting')} />
                <span>{t(`model.stage_${at?.stage ?? 'waiting'}`)}</span>
              </div>
            )}
            {latest?.status === 'failed' && (
              <p className={classes.failed} role="status">
                <IconAlertTriangle size={14} aria-hidden /> {t('model.failed')}:{' '}
                {t(latest.failure?.code ?? 'model.converter_failed', latest.failure?.parameters ?? {})}
              </p>
            )}
            {current?.findings.map(({ code, count }) => (
              <p key={code} className={classes.note}>
                <IconInfoCircle size={14} aria-hidden /> {t(`model.finding.${code}`, { count: count ?? 0 })}
              </p>
            ))}
          </li>
        );
      })}
    </ul>
  );
}

const described = ({ number, elements, schema, source_bytes, created_at, outdated }: ModelVersion, t: TFunction): string =>
  [
    t('model.version', { number }),
    t('model.elements', { number: formatCount(elements) }),
    schema,
    t('model.megabytes', { size: formatNumber(source_bytes / MEGABYTE, { decimals: 1 }) }),
    formatInstant(created_at),
    outdated ? t('model.outdated') : '',
  ]
    .filter(Boolean)
    .join(' · ');
