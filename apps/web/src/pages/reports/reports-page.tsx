import { api, type Job, NARRATIVE_BY_MAIL, REPORT_FORMATS, type ReportForm, type ReportSubscription } from '@gantry/contract';
import { Button, Checkbox, Loader } from '@mantine/core';
import { IconBook, IconDownload, IconMail, IconPencil, IconPin, IconTrash, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  type FormKey,
  type ReportPlace,
  useFormActs,
  useMakeReport,
  useReportForms,
} from '../../features/insight/report-forms/report-forms.queries.ts';
import { OfferFormsDialog } from '../../features/insight/report-forms/offer-forms-dialog.tsx';
import { RunReportDialog } from '../../features/insight/report-forms/run-report-dialog.tsx';
import { UploadFormDialog } from '../../features/insight/report-forms/upload-form-dialog.tsx';
import { VocabularyPanel } from '../../features/insight/report-forms/vocabulary-panel.tsx';
import { useReportSubscriptions } from '../../features/operations/report-subscriptions/report-subscriptions.queries.ts';
import { SendingsDialog } from '../../features/operations/report-subscriptions/sendings-dialog.tsx';
import { type SubscribedForm, SubscriptionDialog } from '../../features/operations/report-subscriptions/subscription-dialog.tsx';
import { SubscriptionList } from '../../features/operations/report-subscriptions/subscription-list.tsx';
import { useVersion, useVersionsOf } from '../../features/planning/versions/versions.queries.ts';
import { treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { DATE_FORMAT, formatInstant } from '../../lib/dates.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordTable } from '../../ui/record-table.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { showToast } from '../../ui/toasts.tsx';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './reports-page.module.css';

const keyOf = (form: ReportForm): FormKey => form.id ?? (form.word as Exclude<ReportForm['word'], null>);

/** Report forms offered at a version or a node: to make, to add, and what their placeholders may name. */
export function ReportsPage() {
  const { spaceId, id, nodeId } = useParams({ strict: false }) as { spaceId: string; id?: string; nodeId?: string };
  return id === undefined ? (
    <Reports spaceId={Number(spaceId)} place={{ kind: 'node', id: Number(nodeId) }} />
  ) : (
    <ReportsOfVersion spaceId={Number(spaceId)} versionId={Number(id)} />
  );
}

function ReportsOfVersion({ spaceId, versionId }: { spaceId: number; versionId: number }) {
  const { data } = useVersion(versionId);
  return <Reports spaceId={spaceId} place={{ kind: 'version', id: versionId, nodeId: data?.schedule_id ?? null }} />;
}

function Reports({ spaceId, place }: { spaceId: number; place: ReportPlace }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const nodeId = place.kind === 'node' ? place.id : place.nodeId;
  const may = useRightAt(spaceId, nodeId);
  const { data, error, refetch } = useReportForms(place);
  const acts = useFormActs();
  const [asked, setAsked] = useState<readonly ReportForm[]>([]);
  const [chosen, setChosen] = useState<ReadonlySet<FormKey>>(new Set());
  const [uploading, setUploading] = useState(false);
  const [renamed, setRenamed] = useState<ReportForm | null>(null);
  const [beside, setBeside] = useState(false);
  const [mailed, setMailed] = useState<SubscribedForm | null>(null);
  const [offering, setOffering] = useState(false);
  const [history, setHistory] = useState<number | null>(null);
  const mail = useReportSubscriptions(nodeId);
  // Only a schedule has versions, and so a narrative.
  const { data: tree } = useQuery(treeQuery(spaceId));
  const scheduleId = tree?.nodes.find(({ id }) => id === nodeId)?.kind === 'schedule' ? nodeId : null;
  const versions = useVersionsOf(scheduleId).data?.versions;
  // The history opens and shows the state of the new sending.
  const sendNow = ({ id }: ReportSubscription): void =>
    mail.sendNow.mutate(id, {
      onSuccess: ({ recipients }) => {
        setHistory(id);
        showToast('ok', t('report_subscription.sending', { count: recipients }));
      },
    });
  const onMade = useCallback((_job: Job) => showToast('ok', t('report_form.ready')), [t]);
  const { make, busy } = useMakeReport(place, onMade);
  const titleOf = (form: ReportForm): string => (form.word ? t(`report_form.form.${form.word}`) : form.name);
  const choose = (form: ReportForm): void =>
    setChosen((before) => {
      const next = new Set(before);
      if (!next.delete(keyOf(form))) next.add(keyOf(form));
      return next;
    });
  const remove = async (form: ReportForm): Promise<void> => {
    const question = {
      title: t('report_form.delete'),
      text: t('report_form.delete_question', { name: form.name }),
      confirmLabel: t('ui.delete'),
    };
    if (form.id !== null && (await askConfirmation(question)))
      acts.remove.mutate(form.id, { onSuccess: () => showToast('ok', t('report_form.deleted')) });
  };
  const items = data?.items ?? [];
  const picked = items.filter((form) => chosen.has(keyOf(form)));
  return (
    <section className={classes.page}>
      <Toolbar className={classes.tools} label={t('report_form.title')}>
        <h1 className={classes.heading}>{t('report_form.title')}</h1>
        {picked.length > 0 && (
          <Button size="xs" loading={busy} onClick={() => setAsked(picked)}>
            {t('report_form.several_chosen', { count: picked.length })}
          </Button>
        )}
        <span className={classes.acts}>
          <Button size="xs" variant="default" leftSection={<IconBook size={16} />} aria-pressed={beside} onClick={() => setBeside(!beside)}>
            {t('report_form.vocabulary')}
          </Button>
          {may('plan.edit') && scheduleId !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconMail size={16} />}
              onClick={() => setMailed({ key: NARRATIVE_BY_MAIL, title: t('report_subscription.narrative'), formats: REPORT_FORMATS })}
            >
              {t('report_subscription.narrative_by_mail')}
            </Button>
          )}
          {may('structure.edit') && nodeId !== null && (
            <Button size="xs" variant="default" leftSection={<IconPin size={16} />} onClick={() => setOffering(true)}>
              {t('report_form.offer')}
            </Button>
          )}
          {may('plan.edit') && (
            <Button size="xs" variant="default" leftSection={<IconUpload size={16} />} onClick={() => setUploading(true)}>
              {t('report_form.upload')}
            </Button>
          )}
          {place.kind === 'version' && (
            <Button size="xs" variant="default" onClick={() => void navigate({ to: `/${spaceId}/schedule/${place.id}` })}>
              {t('report_form.to_schedule')}
            </Button>
          )}
        </span>
      </Toolbar>
      <div className={classes.parts} data-beside={beside || undefined}>
        <div className={classes.list}>
          {error ? (
            <MessagePage
              title={refusalText(error, t)}
              actions={
                <Button size="xs" onClick={() => void refetch()}>
                  {t('shell.try_again')}
                </Button>
              }
            />
          ) : data ? (
            <RecordTable
              label={t('report_form.title')}
              heads={['', t('report_form.name'), t('report_form.format'), t('report_form.own'), '']}
            >
              {items.map((form) => (
                <tr key={keyOf(form)}>
                  <td data-tight>
                    <Checkbox
                      size="xs"
                      aria-label={t('report_form.choose', { name: titleOf(form) })}
                      checked={chosen.has(keyOf(form))}
                      onChange={() => choose(form)}
                    />
                  </td>
                  <td>{titleOf(form)}</td>
                  <td data-quiet>{form.formats.map((one) => one.toUpperCase()).join(', ')}</td>
                  <td data-quiet>
                    {form.added_at
                      ? [
                          t('report_form.added', { owner: form.owner, date: formatInstant(form.added_at, DATE_FORMAT) }),
                          form.nodes.map(({ name }) => name).join(', '),
                          form.warnings.length ? t('report_form.warnings', { count: form.warnings.length }) : '',
                        ]
                          .filter(Boolean)
                          .join(' · ')
                      : t('report_form.built_in')}
                  </td>
                  <td data-tight>
                    <span className={classes.rowActs}>
                      {may('plan.edit') && (
                        <IconButton
                          icon={IconMail}
                          label={t('report_subscription.add')}
                          onClick={() => setMailed({ key: keyOf(form), title: titleOf(form), formats: form.formats })}
                        />
                      )}
                      {form.id !== null && (
                        <IconButton
                          icon={IconDownload}
                          label={t('report_form.download')}
                          onClick={() => form.id !== null && acts.download.mutate({ id: form.id, name: `${form.name}.${form.kind}` })}
                        />
                      )}
                      {form.own && <IconButton icon={IconPencil} label={t('report_form.rename')} onClick={() => setRenamed(form)} />}
                      {form.own && <IconButton icon={IconTrash} label={t('report_form.delete')} onClick={() => void remove(form)} />}
                      <Button size="compact-xs" variant="default" disabled={busy} onClick={() => setAsked([form])}>
                        {t('report_form.run')}
                      </Button>
                    </span>
                  </td>
                </tr>
              ))}
            </RecordTable>
          ) : (
            <Loader size="sm" />
          )}
          {mail.items.length > 0 && (
            <SubscriptionList
              items={mail.items}
              mayChange={may('plan.edit')}
              busy={mail.sendNow.isPending}
              onSendNow={sendNow}
              onActive={(id, active) => mail.setActive.mutate({ id, active })}
              onRemove={(id) => mail.remove.mutate(id)}
              onHistory={({ id }) => setHistory(id)}
            />
          )}
        </div>
        {beside && <VocabularyPanel />}
      </div>
      <RunReportDialog
        forms={asked}
        place={place}
        titleOf={titleOf}
        onMake={(ask) => make({ forms: asked.map(keyOf), ask })}
        onClose={() => setAsked([])}
      />
      <SubscriptionDialog
        spaceId={spaceId}
        form={mailed}
        outsideAllowed={mail.outsideAllowed}
        seesCosts={may('cost.read')}
        bases={versions}
        onAdd={(subscription) => mail.add.mutateAsync(subscription, { onSuccess: () => showToast('ok', t('report_subscription.added')) })}
        onClose={() => setMailed(null)}
      />
      <SendingsDialog
        subscription={mail.items.find(({ id }) => id === history) ?? null}
        mayChange={may('plan.edit')}
        busy={mail.sendNow.isPending}
        onSendNow={sendNow}
        onClose={() => setHistory(null)}
      />
      {nodeId !== null && <OfferFormsDialog opened={offering} nodeId={nodeId} onClose={() => setOffering(false)} />}
      <UploadFormDialog opened={uploading} nodeId={nodeId} onClose={() => setUploading(false)} />
      <NameDialog
        opened={renamed !== null}
        title={t('report_form.rename')}
        label={t('report_form.name')}
        submitLabel={t('ui.save')}
        initial={renamed?.name ?? ''}
        schema={api.reportForms.rename.body.shape.name}
        onSubmit={(name) => acts.rename.mutateAsync({ id: renamed?.id ?? 0, name })}
        onClose={() => setRenamed(null)}
      />
    </section>
  );
}
