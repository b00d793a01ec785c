import { api } from '@gantry/contract';
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { useTrackJob } from '../../access/jobs/jobs.queries.ts';
import { treeQuery } from '../../structure/eps/eps.queries.ts';
import { useVersionActs } from './versions.queries.ts';

type Props = {
  spaceId: number;
  version: { id: number; name: string; schedule_id: number } | null;
  onCopied(id: number, name: string): void;
  onClose(): void;
};

/** Asks for target and name of a copied version. */
export function CopyVersionDialog({ version, onClose, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={version !== null} onClose={onClose} title={t('versions.copy_to')} size={440}>
      {version && <CopyForm key={version.id} version={version} onClose={onClose} {...rest} />}
    </Modal>
  );
}

const schema = api.versions.rename.body.shape.name;

function CopyForm({ spaceId, version, onCopied, onClose }: Props & { version: NonNullable<Props['version']> }) {
  const { t } = useTranslation();
  const { data } = useQuery(treeQuery(spaceId));
  const { copy } = useVersionActs(version.id);
  const track = useTrackJob();
  const [name, setName] = useState(t('versions.copy_of', { name: version.name }));
  const [scheduleId, setScheduleId] = useState<string | null>(String(version.schedule_id));
  const problem = firstProblem(schema, name);
  const schedules = useMemo(() => {
    const nodes = new Map(data?.nodes.map((node) => [node.id, node]));
    const pathOf = (id: number | null): string[] => {
      const node = id === null ? undefined : nodes.get(id);
      return node ? [...pathOf(node.parent_id), node.name] : [];
    };
    return [...nodes.values()]
      .filter(({ kind }) => kind === 'schedule')
      .map(({ id }) => ({ value: String(id), label: pathOf(id).join(' / ') }));
  }, [data]);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (problem || !scheduleId) return;
    copy.mutate(
      { scheduleId: Number(scheduleId), name: name.trim() },
      {
        onSuccess: ({ id, job_id }) => {
          onClose();
          if (id !== null) onCopied(id, name.trim());
          if (job_id !== null) void track(job_id);
        },
      },
    );
  };
  return (
    <form onSubmit={submit} noValidate>
      <Select
        label={t('eps.kind_schedule')}
        data={schedules}
        value={scheduleId}
        onChange={setScheduleId}
        searchable
        allowDeselect={false}
        comboboxProps={{ withinPortal: true }}
      />
      <TextInput
        mt="md"
        data-autofocus
        label={t('ui.name')}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={problem ? t(problem) : undefined}
        autoComplete="off"
      />
      <Group justify="flex-end" gap="sm" mt="lg">
        <Button variant="default" onClick={onClose}>
          {t('ui.cancel')}
        </Button>
        <Button type="submit" loading={copy.isPending}>
          {t('versions.copy')}
        </Button>
      </Group>
    </form>
  );
}
