import type { Output, api } from '@gantry/contract';
import { Menu } from '@mantine/core';
import { IconDotsVertical } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import { showToast } from '../../../ui/toasts.tsx';
import { CopyVersionDialog } from './copy-version-dialog.tsx';
import { EmptyWorksDialog } from './empty-works-dialog.tsx';
import { missingVolumesText, useVersionActs } from './versions.queries.ts';

/** Long enough to be reached by keys. */
const TO_REACH_MS = 15_000;

type Props = {
  spaceId: number;
  version: Output<typeof api.versions.get>;
  canEdit: boolean;
  selected: number[];
  onOpenRow(id: number): void;
  onOpenVersion(id: number): void;
  onCompare(): void;
  onParity(): void;
  onCyclogram(): void;
  onLookAhead(): void;
  onPrint(): void;
  onReports(): void;
  /** Null where the person reads no boards. */
  onBoards: (() => void) | null;
  /** Shows the volume codes that an update of costs found no work for. */
  onMissingVolumes(): void;
};

/** What can be done with the open version as a whole. */
export function VersionMenu({
  spaceId,
  version,
  canEdit,
  selected,
  onOpenRow,
  onOpenVersion,
  onCompare,
  onParity,
  onCyclogram,
  onLookAhead,
  onPrint,
  onReports,
  onBoards,
  onMissingVolumes,
}: Props) {
  const { t } = useTranslation();
  const acts = useVersionActs(version.id);
  const [copying, setCopying] = useState(false);
  const [checking, setChecking] = useState(false);
  const reported = (key: string) => ({ onSuccess: ({ rows }: { rows: number }) => showToast('ok', t(key, { count: rows })) });
  const updateCosts = (ids: number[] | undefined): void =>
    acts.costs.mutate(ids, {
      onSuccess: ({ rows, estimates }) => {
        showToast('ok', t('versions.assignments_changed', { count: rows }));
        const missing = missingVolumesText(estimates?.missing_volumes, t);
        if (missing) showToast('warn', missing, { ms: TO_REACH_MS, action: { label: t('cost_link.show_missing'), run: onMissingVolumes } });
      },
    });
  // Whoever keeps a state of the plan goes on working in the plan.
  const notifyCopied = (id: number, name: string): void =>
    showToast('ok', t('versions.copied', { name }), {
      ms: TO_REACH_MS,
      action: { label: t('versions.open'), run: () => onOpenVersion(id) },
    });
  const setTarget = (target: boolean): void =>
    acts.setTarget.mutate(target, { onSuccess: () => target && showToast('ok', t('versions.target_is_locked')) });
  const canWrite = canEdit && !version.locked;
  const some = selected.length > 1 ? selected : undefined;
  return (
    <>
      <Menu position="bottom-end" withinPortal width={320}>
        <Menu.Target>
          <IconButton icon={IconDotsVertical} label={t('versions.menu')} />
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onCompare}>{t('compare.open')}</Menu.Item>
          <Menu.Item onClick={onParity}>{t('parity.open')}</Menu.Item>
          <Menu.Item onClick={onCyclogram}>{t('cyclogram.title')}</Menu.Item>
          <Menu.Item onClick={onLookAhead}>{t('last_planner.title')}</Menu.Item>
          <Menu.Item onClick={onPrint}>{t('print.open')}</Menu.Item>
          <Menu.Item onClick={onReports}>{t('report_form.title')}</Menu.Item>
          {onBoards && <Menu.Item onClick={onBoards}>{t('boards.title')}</Menu.Item>}
          <Menu.Item disabled={!canEdit} onClick={() => setCopying(true)}>
            {t('versions.copy_to')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={!canEdit || version.kind === 'actual'} onClick={() => acts.setActual.mutate()}>
            {t('versions.set_actual')}
          </Menu.Item>
          <Menu.Item disabled={!canEdit} onClick={() => setTarget(version.kind !== 'target')}>
            {t(version.kind === 'target' ? 'versions.unset_target' : 'versions.set_target')}
          </Menu.Item>
          <Menu.Item disabled={!canEdit} onClick={() => acts.setLocked.mutate(!version.locked)}>
            {t(version.locked ? 'versions.unlock' : 'versions.lock')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Label>{t('versions.target_dates')}</Menu.Label>
          <Menu.Item disabled={!canWrite} onClick={() => acts.targetDates.mutate({}, reported('versions.rows_changed'))}>
            {t('versions.target_from_target')}
          </Menu.Item>
          <Menu.Item
            disabled={!canWrite}
            onClick={() => acts.targetDates.mutate({ version_id: version.id }, reported('versions.rows_changed'))}
          >
            {t('versions.target_from_self')}
          </Menu.Item>
          <Menu.Item disabled={!canWrite} onClick={() => acts.targetDates.mutate({ clear: true }, reported('versions.rows_changed'))}>
            {t('versions.target_clear')}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item disabled={!canWrite} onClick={() => acts.remains.mutate(some, reported('versions.rows_changed'))}>
            {t(some ? 'versions.remains_selected' : 'versions.remains')}
          </Menu.Item>
          <Menu.Item disabled={!canWrite} onClick={() => updateCosts(some)}>
            {t(some ? 'versions.costs_selected' : 'versions.costs')}
          </Menu.Item>
          <Menu.Item disabled={!canWrite} onClick={() => acts.accept.mutate('APPROVED', reported('versions.rows_changed'))}>
            {t('versions.accept_estimates')}
          </Menu.Item>
          <Menu.Item disabled={!canWrite} onClick={() => acts.accept.mutate('DECLINED', reported('versions.rows_changed'))}>
            {t('versions.decline_estimates')}
          </Menu.Item>
          <Menu.Item onClick={() => setChecking(true)}>{t('versions.check_empty_works')}</Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <CopyVersionDialog spaceId={spaceId} version={copying ? version : null} onCopied={notifyCopied} onClose={() => setCopying(false)} />
      <EmptyWorksDialog versionId={version.id} opened={checking} onOpen={onOpenRow} onClose={() => setChecking(false)} />
    </>
  );
}
