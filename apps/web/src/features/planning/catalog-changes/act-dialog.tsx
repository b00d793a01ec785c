import type { CatalogAct, CatalogProposal } from '@gantry/contract';
import { Alert, Button, Group, Loader, Modal, Stack, Text, UnstyledButton } from '@mantine/core';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SavingQuestion } from '../../../lib/ask-before-saving.ts';
import { hasText } from '../../../lib/texts/i18n.ts';
import { showToast } from '../../../ui/toasts.tsx';
import { JobBadge } from '../../access/jobs/job-badge.tsx';
import { useJob, useWatchJob } from '../../access/jobs/jobs.queries.ts';
import { useActCommands, useAct, useFreshCatalog, useProposalWorks } from './catalog-changes.queries.ts';
import { useActQuestion } from './catalog-changes.store.ts';
import { ChangeTable } from './change-table.tsx';
import { ProposalSummary } from './proposal-panel.tsx';
import classes from './catalog-changes-dialog.module.css';

/** Asks before a catalog change is saved and shows the affected versions. Each page that saves such changes mounts it once. */
export function ActDialog({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const { question, asked, answer } = useActQuestion();
  const [again, setAgain] = useState(0);
  useFreshCatalog(spaceId);
  return (
    <Modal.Stack>
      <Modal
        stackId="catalog-act"
        opened={question !== null}
        onClose={() => answer(false)}
        title={t('catalog_change.before_saving', { name: question?.name ?? '' })}
        size={1120}
      >
        {question && (
          <Steps
            key={`${asked} ${again}`}
            spaceId={spaceId}
            question={question}
            onAnswer={answer}
            onAgain={() => setAgain((times) => times + 1)}
          />
        )}
      </Modal>
    </Modal.Stack>
  );
}

type StepsProps = { spaceId: number; question: SavingQuestion; onAnswer(saved: boolean): void; onAgain(): void };

function Steps({ spaceId, question, onAnswer, onAgain }: StepsProps) {
  const { t } = useTranslation();
  const commands = useActCommands(spaceId);
  const [ids, setIds] = useState<{ id: number; jobId: number } | null>(null);
  const [saving, setSaving] = useState<number | null>(null);
  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    commands.look(question.change).then(
      ({ id, job_id: jobId }) => setIds({ id, jobId }),
      () => onAnswer(false),
    );
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const job = useJob(saving ?? ids?.jobId ?? null);
  const ended = job?.status === 'done' || job?.status === 'failed' || job?.status === 'cancelled';
  useWatchJob(saving ?? ids?.jobId ?? 0, ended);
  const act = useAct(ids && (saving !== null || job?.status === 'done') ? ids.id : null);
  const save = async (): Promise<void> => {
    if (ids) setSaving(await commands.save(ids.id));
  };
  const isAlone = act?.state === 'ready' && act.proposals.length + act.left.length === 0;
  useEffect(() => {
    if (isAlone) void save();
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isAlone]);
  const isSaved = saving !== null && job?.status === 'done';
  useEffect(() => {
    if (!isSaved || !ids) return;
    void commands.saved();
    const id = `act-${ids.id}`;
    const takeBack = async (): Promise<void> => {
      showToast('info', t('catalog_change.undoing', { name: question.name }), { id, ms: 2000 });
      await commands.takeBack(ids.id).catch(() => undefined);
    };
    showToast('ok', <Saved name={question.name} onUndo={() => void takeBack()} />, { id, ms: 15_000 });
    onAnswer(true);
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [isSaved]);
  const cancel = (): void => {
    if (ids && saving === null) void commands.forget(ids.id);
    onAnswer(false);
  };
  const failed = job?.status === 'failed' || job?.status === 'cancelled';
  if (!act || saving !== null || isAlone)
    return (
      <Stack gap="md">
        {job ? <JobBadge job={job} /> : <Loader size="sm" />}
        <Group justify="flex-end">
          <Button variant="default" onClick={cancel}>
            {t(failed ? 'ui.close' : saving === null ? 'ui.cancel' : 'import.in_background')}
          </Button>
          {failed && <Button onClick={onAgain}>{t('catalog_change.again')}</Button>}
        </Group>
      </Stack>
    );
  return <Ready act={act} about={question.about ?? []} onSave={() => void save()} onCancel={cancel} />;
}

function Saved({ name, onUndo }: { name: string; onUndo(): void }) {
  const { t } = useTranslation();
  return (
    <Group justify="space-between" wrap="nowrap" gap="xs">
      <span role="status">{t('catalog_change.saved', { name })}</span>
      <Button size="compact-xs" variant="subtle" onClick={onUndo}>
        {t('catalog_change.undo')}
      </Button>
    </Group>
  );
}

type ReadyProps = { act: CatalogAct; about: readonly string[]; onSave(): void; onCancel(): void };

function Ready({ act, about, onSave, onCancel }: ReadyProps) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<number | null>(null);
  const current = act.proposals.find(({ id }) => id === chosen) ?? act.proposals[0] ?? null;
  const count = act.proposals.filter(({ locked }) => !locked).length;
  const reasonOf = (code: string): string =>
    code === 'version.locked' ? t('catalog_change.left_locked') : hasText(code) ? t(code, { name: act.name }) : code;
  return (
    <Stack gap="sm">
      {about.map((line) => (
        <Text key={line} size="sm" c="dimmed">
          {line}
        </Text>
      ))}
      <div className={classes.layout}>
        <div className={classes.versions}>
          <nav aria-label={t('catalog_change.versions')}>
            {act.proposals.map((proposal) => (
              <UnstyledButton
                key={proposal.id}
                className={classes.version}
                aria-current={proposal.id === current?.id || undefined}
                onClick={() => setChosen(proposal.id)}
              >
                <b>{proposal.schedule_name}</b>
                <span>{proposal.version_name}</span>
                <span className={classes.quiet}>{shortOf(proposal, t)}</span>
              </UnstyledButton>
            ))}
          </nav>
          {act.left.length > 0 && (
            <section aria-label={t('catalog_change.left')}>
              <Text size="xs" fw={600} px={8} pt={8}>
                {t('catalog_change.left')}
              </Text>
              {act.left.map((version) => (
                <div key={version.version_id} className={classes.version}>
                  <span>{version.schedule_name}</span>
                  <span>{version.version_name}</span>
                  <span className={classes.quiet}>{reasonOf(version.code)}</span>
                </div>
              ))}
            </section>
          )}
          {act.unchanged > 0 && (
            <Text size="xs" c="dimmed" p={8}>
              {t('catalog_change.unchanged', { count: act.unchanged })}
            </Text>
          )}
        </div>
        {current ? <Works key={current.id} proposal={current} /> : <Text>{t('catalog_change.nobody')}</Text>}
      </div>
      <Group justify="flex-end" gap="sm">
        <Text size="xs" c="dimmed" mr="auto">
          {t('catalog_change.one_act')}
        </Text>
        <Button variant="default" onClick={onCancel}>
          {t('ui.cancel')}
        </Button>
        <Button data-autofocus onClick={onSave}>
          {count ? t('catalog_change.save', { count }) : t('ui.save')}
        </Button>
      </Group>
    </Stack>
  );
}

const shortOf = ({ moved, works }: CatalogProposal, t: (key: string, values: { count: number }) => string): string =>
  moved === null || (moved === 0 && works > 0) ? t('catalog_change.works', { count: works }) : t('catalog_change.moved', { count: moved });

function Works({ proposal }: { proposal: CatalogProposal }) {
  const { t } = useTranslation();
  const { list, total, loading, more } = useProposalWorks(proposal.id);
  // The dialog itself is about the calendar, so its column lists only works.
  const works = useMemo(
    () => (proposal.source === 'calendar' ? list.filter(({ item_id }) => item_id !== 0) : list),
    [proposal.source, list],
  );
  return (
    <Stack gap="sm" style={{ minWidth: 0 }}>
      {proposal.stale && <Alert color="var(--gantry-warn)">{t('catalog_change.stale')}</Alert>}
      <ProposalSummary proposal={proposal} />
      <ChangeTable source={proposal.source} list={works} total={total} loading={loading} onEnd={more} />
    </Stack>
  );
}
