import { Button, Loader } from '@mantine/core';
import { IconFileUpload, IconLock } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EstimateUploadDialog } from '../../features/costing/estimates/estimate-upload-dialog.tsx';
import { useEstimate, useEstimateActs, useEstimateProgress, useEstimates } from '../../features/costing/estimates/estimates.queries.ts';
import { spaceConfigQuery } from '../../features/access/users/users.queries.ts';
import { useLiveTree, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { ActsView } from './acts-view.tsx';
import { ContractsView } from './contracts-view.tsx';
import { viewOf } from './costing-tabs.tsx';
import { RulesView } from './rules-view.tsx';
import { OpenEstimate } from './open-estimate.tsx';
import classes from './estimates-page.module.css';

/** The cost estimates of a project: their list, the rows of one, and what its file says. */
export function EstimatesPage() {
  const { t } = useTranslation();
  const params = useParams({ strict: false }) as { spaceId: string; projectId: string };
  const search = useSearch({ strict: false }) as { view?: string };
  const [spaceId, projectId] = [Number(params.spaceId), Number(params.projectId)];
  const { data: config } = useQuery(spaceConfigQuery(spaceId));
  const may = useRightAt(spaceId, projectId);
  // A version that an import brings is there to link with.
  useLiveTree(spaceId);
  if (!config) return null;
  // A call without a seat would end the stay in the space: the page asks before.
  if (!config.license.estimate)
    return (
      <MessagePage icon={IconLock} title={t('estimate.locked')}>
        <p>{t('license.estimate_missing')}</p>
      </MessagePage>
    );
  if (!may('estimate.read'))
    return (
      <MessagePage icon={IconLock} title={t('estimate.locked')}>
        <p>{t('estimate.no_right')}</p>
      </MessagePage>
    );
  const view = viewOf(search.view);
  if (view === 'contracts') return <ContractsView key={projectId} spaceId={spaceId} projectId={projectId} />;
  if (view === 'acts') return <ActsView key={projectId} spaceId={spaceId} projectId={projectId} />;
  if (view === 'rules') return <RulesView key={projectId} spaceId={spaceId} projectId={projectId} />;
  return <ProjectEstimates key={projectId} spaceId={spaceId} projectId={projectId} mayEdit={may('estimate.edit')} />;
}

function ProjectEstimates({ spaceId, projectId, mayEdit }: { spaceId: number; projectId: number; mayEdit: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const search = useSearch({ strict: false }) as { estimate?: string };
  const { data, error, refetch } = useEstimates(spaceId, projectId, true);
  const acts = useEstimateActs(spaceId, projectId);
  const [progress, setProgress] = useState<ReadonlyMap<number, number>>(new Map());
  useEstimateProgress((id, percent) => setProgress((before) => new Map(before).set(id, percent)));
  const [uploading, setUploading] = useState<'new' | 'edition' | null>(null);
  const wanted = Number(search.estimate);
  const chosen =
    data?.estimates.find(({ id }) => id === wanted) ??
    data?.estimates.find(({ status }) => status === 'ready') ??
    data?.estimates[0] ??
    null;
  const choose = (id: number): void =>
    void navigate({ to: `/${spaceId}/estimates/${projectId}`, search: { estimate: String(id) }, replace: true });
  const head = useEstimate(spaceId, chosen?.id ?? null).data;
  const upload = mayEdit && (
    <Button size="xs" leftSection={<IconFileUpload size={16} />} onClick={() => setUploading('new')}>
      {t('estimate.upload')}
    </Button>
  );
  const remove = async (): Promise<void> => {
    if (!chosen) return;
    const question = {
      title: t('estimate.delete_question', { name: `${chosen.number} ${chosen.name}`.trim() }),
      text: t('estimate.delete_hint'),
      confirmLabel: t('ui.delete'),
    };
    if (await askConfirmation(question)) await acts.remove(chosen.id, false).catch(() => {});
  };
  return (
    <section className={classes.page}>
      {error ? (
        <MessagePage title={t('estimate.not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>}>
          <p>{refusalText(error, t)}</p>
        </MessagePage>
      ) : !data ? (
        <Loader size="sm" m="md" role="status" aria-label={t('estimate.loading')} />
      ) : (
        <OpenEstimate
          key={chosen?.id ?? 0}
          spaceId={spaceId}
          projectId={projectId}
          estimate={head?.id === chosen?.id ? head : undefined}
          estimates={data.estimates}
          progress={progress}
          chosen={chosen?.id ?? null}
          mayEdit={mayEdit}
          acts={acts}
          upload={upload || null}
          onChoose={choose}
          onEdition={() => setUploading('edition')}
          onDelete={() => void remove()}
        />
      )}
      <EstimateUploadDialog
        key={uploading ?? 'none'}
        {...{ spaceId, projectId }}
        estimate={uploading === 'edition' && chosen ? chosen : null}
        opened={uploading !== null}
        onClose={() => setUploading(null)}
        onUploaded={(id) => {
          void refetch();
          choose(id);
        }}
      />
    </section>
  );
}
