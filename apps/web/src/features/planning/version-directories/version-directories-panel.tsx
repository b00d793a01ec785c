import type { Edited } from '@gantry/contract';
import { DURATION_RULES } from '@gantry/domain';
import { Alert, Button, NativeSelect, Skeleton } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatMoney, formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { AssignDialog } from './assign-dialog.tsx';
import { NumberCell } from './number-cell.tsx';
import { linesOfValues, totalsOf, type ValueLine } from './version-directories.model.ts';
import {
  assignRow,
  changeValue,
  recalculate,
  removeValue,
  useDirectoryIndicator,
  useItemDirectories,
  type ValueChange,
} from './version-directories.queries.ts';
import classes from './version-directories-panel.module.css';

type Props = {
  spaceId: number;
  /** The node of the version, whose directories can be taken. */
  scheduleId: number | null;
  versionId: number;
  itemId: number;
  /** The works that are chosen: a row of a directory is given to all of them. */
  chosen: readonly number[];
  revision: number;
  readOnly: boolean;
  /** Takes in the change that an edit made. */
  onEdited(send: () => Promise<Edited>): void;
};

const hours = (value: number): string => formatNumber(value, { decimals: 1 });

/** Directory rows of a work with their results. */
export function VersionDirectoriesPanel({ spaceId, scheduleId, versionId, itemId, chosen, revision, readOnly, onEdited }: Props) {
  const { t } = useTranslation();
  const { data } = useItemDirectories(versionId, itemId, revision);
  const indicator = useDirectoryIndicator(versionId, revision);
  const [open, setOpen] = useState(false);
  const take = (send: () => ReturnType<typeof recalculate>): void =>
    onEdited(async () => {
      const answer = await send();
      for (const { code, parameters } of answer.notes) showToast('warn', t(code, parameters));
      return answer;
    });
  if (!data) return <Skeleton h={80} m={16} w="auto" />;
  const lines = linesOfValues(data.values);
  const total = totalsOf(data.values);
  const takers = chosen.includes(itemId) ? chosen : [itemId];
  return (
    <div className={classes.panel}>
      {indicator && indicator.outdated_values > 0 && (
        <Alert color="var(--gantry-warn)" p="xs">
          {t('version_directory.outdated', { count: indicator.outdated_works })}
          {!readOnly && (
            <Button size="compact-xs" variant="light" ml={8} onClick={() => take(() => recalculate(versionId))}>
              {t('version_directory.recalculate')}
            </Button>
          )}
        </Alert>
      )}
      {lines.length === 0 && <p className={classes.empty}>{t('version_directory.none')}</p>}
      {lines.map((line) => (
        <Line
          key={line.value.id}
          {...line}
          readOnly={readOnly}
          directory={data.directories.find(({ id }) => id === line.value.directory_id)?.name ?? ''}
          onChange={(change) => take(() => changeValue(versionId, change))}
          onRemove={() => take(() => removeValue(versionId, line.value.directory_id, line.value.id))}
        />
      ))}
      {lines.length > 0 && (
        <dl className={classes.totals}>
          <dt>{t('version_directory.labour')}</dt>
          <dd>{hours(total.labour)}</dd>
          <dt>{t('version_directory.machine')}</dt>
          <dd>{hours(total.machine)}</dd>
          <dt>{t('version_directory.cost')}</dt>
          <dd>{formatMoney(total.cost)}</dd>
        </dl>
      )}
      {!readOnly && scheduleId !== null && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconPlus size={14} stroke={1.5} />} onClick={() => setOpen(true)}>
          {t('version_directory.add')}
        </Button>
      )}
      {scheduleId !== null && (
        <AssignDialog
          opened={open}
          spaceId={spaceId}
          nodeId={scheduleId}
          works={takers.length}
          onSubmit={async (assignment) =>
            take(() => assignRow(versionId, { ...assignment, items: takers.map((id) => ({ ...assignment.items[0], id })) }))
          }
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

type LineProps = ValueLine & { directory: string; readOnly: boolean; onChange(change: ValueChange): void; onRemove(): void };

function Line({ value, depth, directory, readOnly, onChange, onRemove }: LineProps) {
  const { t } = useTranslation();
  const given = value.parent_id === null;
  // Without a relation: hours of a norm without resources.
  const ownHours = !given && value.relation_id === null;
  return (
    <div className={classes.value} style={{ marginInlineStart: Math.min(depth, 6) * 14 }} data-follows={given ? undefined : true}>
      <div className={classes.head}>
        {ownHours ? (
          <span className={classes.name}>{t('version_directory.own_hours', { name: value.code || value.name })}</span>
        ) : (
          <span className={classes.name} title={`${value.code} ${value.name}`}>
            <b>{value.code}</b> {value.name}
          </span>
        )}
        {given && !readOnly && (
          <IconButton
            icon={IconTrash}
            size="sm"
            variant="subtle"
            label={t('version_directory.remove', { name: value.name })}
            onClick={onRemove}
          />
        )}
      </div>
      <div className={classes.facts}>
        {given ? (
          <>
            <NumberCell
              label={`${t('version_directory.volume')}, ${value.volume_unit || value.unit}`}
              value={value.volume}
              readOnly={readOnly}
              onKeep={(volume) => onChange({ id: value.id, volume })}
            />
            <NumberCell
              label={t('version_directory.crew')}
              value={value.crew}
              readOnly={readOnly}
              onKeep={(crew) => crew !== null && crew > 0 && onChange({ id: value.id, crew })}
            />
            <label className={classes.rule}>
              <span>{t('relations_page.rule')}</span>
              <NativeSelect
                size="xs"
                disabled={readOnly}
                data={DURATION_RULES.map((rule) => ({ value: rule, label: t(`relations_page.rule_${rule}`) }))}
                value={value.rule}
                onChange={(event) => onChange({ id: value.id, rule: event.currentTarget.value as (typeof DURATION_RULES)[number] })}
              />
            </label>
          </>
        ) : (
          <span className={classes.quiet}>
            {value.volume === null ? '' : `${formatNumber(value.volume, { decimals: 2 })} ${value.unit}`}
          </span>
        )}
      </div>
      <div className={classes.quiet}>
        {[
          directory,
          value.labour_hours ? t('version_directory.labour_of', { hours: hours(value.labour_hours) }) : '',
          value.machine_hours ? t('version_directory.machine_of', { hours: hours(value.machine_hours) }) : '',
          value.cost ? formatMoney(value.cost) : '',
        ]
          .filter(Boolean)
          .join(' · ')}
      </div>
    </div>
  );
}
