import type { Edited, Replacement } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Alert, Button, Group, Modal, Skeleton, UnstyledButton } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConditionColumn } from '../../../ui/conditions/conditions.ts';
import { DeleteButton } from '../../../ui/forms/delete-button.tsx';
import { refusalText } from '../../../ui/text/refusal-text.ts';
import { showToast } from '../../../ui/toasts.tsx';
import type { Offers } from './replacement-ends.tsx';
import { ReplacementForm } from './replacement-form.tsx';
import { ReplacementResult } from './replacement-result.tsx';
import classes from './replacements-dialog.module.css';
import { applyReplacement, useReplacementActs, useReplacementPreview, useReplacements } from './replacements.queries.ts';

type Props = {
  opened: boolean;
  offers: Offers;
  revision: number;
  columns: readonly ConditionColumn[];
  filter: RowFilter | null;
  chosen: readonly { id: number; code: string }[];
  onEdited(send: () => Promise<Edited>): Promise<unknown>;
  onOpen(itemId: number): void;
  onClose(): void;
};

/** Replacement rules of a schedule: each shows what it would change in the open version before it does. */
export function ReplacementsDialog({ opened, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={onClose} title={t('replacement.title')} size={1080}>
      {opened && <Rules {...rest} onClose={onClose} />}
    </Modal>
  );
}

function Rules(props: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const { scheduleId } = props.offers;
  const { data, error } = useReplacements(scheduleId);
  const acts = useReplacementActs(scheduleId);
  const [chosenId, setChosenId] = useState<number | null>(null);
  /** A rule that is being written; `new` has no id yet. */
  const [writing, setWriting] = useState<'new' | number | null>(null);
  if (error) return <Alert color="red">{refusalText(error, t)}</Alert>;
  if (!data) return <Skeleton h={240} />;
  const rules = data.replacements;
  const shown = rules.find(({ id }) => id === chosenId) ?? rules.at(0) ?? null;
  const written = writing === 'new' ? null : (rules.find(({ id }) => id === writing) ?? null);
  const isWriting = writing !== null || !shown;
  return (
    <div className={classes.parts}>
      <nav className={classes.rules} aria-label={t('replacement.rules')}>
        {rules.map(({ id, name, what, from_text, to_text }) => (
          <UnstyledButton
            key={id}
            className={classes.rule}
            aria-current={!isWriting && shown?.id === id ? 'true' : undefined}
            onClick={() => {
              setChosenId(id);
              setWriting(null);
            }}
          >
            <b>{name}</b>
            <span>
              {t('replacement.of_kind', { kind: t(`replacement.kind_${what.kind}`), from: from_text || '–', to: to_text || '–' })}
            </span>
          </UnstyledButton>
        ))}
        <Button size="compact-sm" variant="default" leftSection={<IconPlus size={14} />} onClick={() => setWriting('new')}>
          {t('replacement.add')}
        </Button>
      </nav>
      <div className={classes.shown}>
        {isWriting ? (
          <>
            {!rules.length && <p className={classes.hint}>{t('replacement.hint')}</p>}
            <ReplacementForm
              key={writing ?? 'first'}
              rule={written}
              offers={props.offers}
              columns={props.columns}
              filter={props.filter}
              chosen={props.chosen}
              onSave={async (rule) => {
                setChosenId(await acts.save(written?.id ?? null, rule));
                setWriting(null);
              }}
              onClose={() => (rules.length ? setWriting(null) : props.onClose())}
            />
          </>
        ) : (
          shown && (
            <ShownRule
              key={shown.id}
              {...props}
              rule={shown}
              onWrite={() => setWriting(shown.id)}
              onRemove={() => void acts.remove(shown.id).catch(() => undefined)}
            />
          )
        )}
      </div>
    </div>
  );
}

type ShownProps = Omit<Props, 'opened'> & { rule: Replacement; onWrite(): void; onRemove(): void };

function ShownRule({ rule, offers, revision, onEdited, onOpen, onClose, onWrite, onRemove }: ShownProps) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState(false);
  const { data: preview, error, isFetching } = useReplacementPreview(offers.versionId, rule.id, revision);
  const apply = async (): Promise<void> => {
    if (!preview) return;
    setBusy(true);
    try {
      await onEdited(() => applyReplacement(offers.versionId, rule.id, preview.revision));
      showToast('ok', t('replacement.done', { count: preview.total }));
      onClose();
    } catch {
      // The one error handler has said why; the dialog stays with a preview of what stands now.
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      {error ? <Alert color="red">{refusalText(error, t)}</Alert> : !preview && <Skeleton h={200} />}
      {preview && (
        <ReplacementResult
          preview={preview}
          minutesPerDay={offers.form.minutesPerDay}
          onOpen={(id) => {
            onClose();
            onOpen(id);
          }}
        />
      )}
      <Group className={classes.acts} justify="space-between">
        <Group gap={8}>
          <Button variant="default" onClick={onWrite}>
            {t('replacement.change_rule')}
          </Button>
          <DeleteButton onDelete={onRemove} />
        </Group>
        <Button loading={busy} disabled={!preview || isFetching || preview.total === 0} onClick={() => void apply()}>
          {t('replacement.apply', { count: preview?.total ?? 0 })}
        </Button>
      </Group>
    </>
  );
}
