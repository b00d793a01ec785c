import type { Pipe, PipelineStage } from '@gantry/contract';
import { Button, Loader, Menu, Switch } from '@mantine/core';
import { IconAdjustments, IconHierarchy, IconLink, IconPlus } from '@tabler/icons-react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MakeLinksDialog } from '../../features/insight/pipes/make-links-dialog.tsx';
import { PipeDialog } from '../../features/insight/pipes/pipe-dialog.tsx';
import { PipeSettingsDialog } from '../../features/insight/pipes/pipe-settings-dialog.tsx';
import { PipelineBoard } from '../../features/insight/pipes/pipeline-board.tsx';
import { usePipeActs, usePipeline, usePipelineSettings } from '../../features/insight/pipes/pipes.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { showToast } from '../../ui/toasts.tsx';
import { closeForm, useNamedForm, useOpenForm } from '../../ui/forms/open-form.ts';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { StageConditions } from './stage-conditions.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './pipeline-page.module.css';

/** The packages of a project through its schedules, with what is late and which gates are shut; a cell leads to its works. */
export function PipelinePage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const params = useParams({ strict: false }) as { spaceId: string; projectId: string };
  const [spaceId, projectId] = [Number(params.spaceId), Number(params.projectId)];
  const may = useRightAt(spaceId, projectId);
  const { data, error, refetch } = usePipeline(spaceId, projectId);
  const settings = usePipelineSettings(spaceId, projectId).data;
  const acts = usePipeActs(spaceId, projectId);
  const [edited, setEdited] = useState<{ pipe: Pipe | null } | null>(null);
  const openForm = useOpenForm();
  const arranging = useNamedForm('pipe_settings');
  const [linked, setLinked] = useState<Pipe | null>(null);
  const [onlyLate, setOnlyLate] = useState(false);
  const mayChange = may('structure.edit');

  const open = ({ version_id }: PipelineStage, itemId: number): void => {
    const to: string = `/${spaceId}/schedule/${version_id}`;
    if (version_id !== null) void navigate({ to, search: { target: String(itemId) } });
  };
  const remove = async ({ id, name }: Pipe): Promise<void> => {
    const question = { title: t('pipe.delete_question', { name }), text: t('pipe.delete_hint'), confirmLabel: t('ui.delete') };
    if (await askConfirmation(question)) await acts.remove(id).catch(() => {});
  };
  const create = mayChange && settings && (
    <Button size="xs" leftSection={<IconPlus size={16} />} onClick={() => setEdited({ pipe: null })}>
      {t('pipe.create')}
    </Button>
  );
  const packages = data?.packages.filter(({ cells }) => !onlyLate || cells.some(({ light }) => light === 'act')) ?? [];
  return (
    <section className={classes.page}>
      <Toolbar className={classes.tools} label={t('pipe.tools')}>
        <h1 className={classes.heading}>{t('pipe.title')}</h1>
        {data && data.packages.length > 0 && (
          <Switch size="xs" label={t('pipe.only_late')} checked={onlyLate} onChange={(event) => setOnlyLate(event.currentTarget.checked)} />
        )}
        {mayChange && settings && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconAdjustments size={16} />}
            onClick={() => openForm({ form: 'pipe_settings' })}
          >
            {t('pipe.settings')}
          </Button>
        )}
        {may('plan.edit') && data && data.pipes.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button size="xs" variant="default" leftSection={<IconLink size={16} />}>
                {t('pipe.links')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {data.pipes.map((pipe) => (
                <Menu.Item key={pipe.id} onClick={() => setLinked(pipe)}>
                  <bdi>{pipe.name}</bdi>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {mayChange && data && data.pipes.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button size="xs" variant="default">
                {t('pipe.pipes')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {data.pipes.map((pipe) => (
                <Menu.Item key={pipe.id} onClick={() => setEdited({ pipe })}>
                  {t('ui.named', { name: t('pipe.change'), text: '' })}
                  <bdi>{pipe.name}</bdi>
                </Menu.Item>
              ))}
              <Menu.Divider />
              {data.pipes.map((pipe) => (
                <Menu.Item key={pipe.id} color="var(--gantry-error)" onClick={() => void remove(pipe)}>
                  {t('ui.named', { name: t('ui.delete'), text: '' })}
                  <bdi>{pipe.name}</bdi>
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
        {create}
      </Toolbar>
      {data?.stages.map(({ schedule_id, name, missing, version_id }) =>
        version_id === null ? (
          <p key={schedule_id} className={classes.note}>
            {t('pipe.no_version', { stage: name })}
          </p>
        ) : missing.length > 0 ? (
          <p key={schedule_id} className={classes.note} role="status">
            {t('pipe.missing', { stage: name, names: missing.join(', ') })}
          </p>
        ) : null,
      )}
      {error ? (
        <MessagePage title={t('pipe.not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>}>
          <p>{refusalText(error, t)}</p>
        </MessagePage>
      ) : !data ? (
        <Loader size="sm" m="md" role="status" aria-label={t('pipe.loading')} />
      ) : !data.pipes.length ? (
        <MessagePage icon={IconHierarchy} title={t('pipe.none')} actions={create || null}>
          <p>{t('pipe.none_hint')}</p>
        </MessagePage>
      ) : !data.packages.length ? (
        <MessagePage icon={IconHierarchy} title={t('pipe.no_packages')}>
          <p>{t('pipe.no_packages_hint')}</p>
        </MessagePage>
      ) : (
        <PipelineBoard
          stages={data.stages}
          packages={packages}
          mayApprove={may('plan.approve')}
          onOpen={open}
          onApprove={(scheduleId, code, approved) => void acts.approve(scheduleId, code, approved).catch(() => {})}
        />
      )}
      <MakeLinksDialog
        spaceId={spaceId}
        pipe={linked}
        onSubmit={async ({ id }, links) => {
          await acts.makeLinks(id, links);
          showToast('ok', t('pipe.links_made', { count: links.length }));
        }}
        onClose={() => setLinked(null)}
      />
      {settings && (
        <>
          <PipeDialog
            opened={edited !== null}
            pipe={edited?.pipe ?? null}
            schedules={settings.schedules}
            onSubmit={(pipe) => (edited?.pipe ? acts.update(edited.pipe.id, pipe) : acts.create(pipe))}
            onClose={() => setEdited(null)}
          />
          <PipeSettingsDialog
            opened={arranging !== null}
            spaceId={spaceId}
            settings={settings}
            renderConditions={(versionId, filter, onChange) => (
              <StageConditions spaceId={spaceId} versionId={versionId} value={filter} onChange={onChange} />
            )}
            onSubmit={(changed) => acts.saveSettings(changed)}
            onClose={closeForm}
          />
        </>
      )}
    </section>
  );
}
