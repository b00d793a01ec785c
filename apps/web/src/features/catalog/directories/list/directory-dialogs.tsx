import { DIRECTORY_KINDS, directories as endpoints, type DirectoryKind } from '@gantry/contract';
import { Modal, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { NodePicker, type PickedPlace } from '../../../structure/eps/node-picker.tsx';
import classes from './directory-dialogs.module.css';

const schema = endpoints.create.body.shape.name;

type Naming = { title: string; submitLabel: string; name: string; kind: DirectoryKind };

/** Asks what a directory is called and what it is for: a new one, or one that is to be renamed. */
export function DirectoryDialog({
  naming,
  onSubmit,
  onClose,
}: {
  naming: Naming | null;
  onSubmit(answer: { name: string; kind: DirectoryKind }): Promise<unknown>;
  onClose(): void;
}) {
  return (
    <Modal opened={naming !== null} onClose={onClose} title={naming?.title} size={420}>
      {naming && <NamingForm naming={naming} onSubmit={onSubmit} onClose={onClose} />}
    </Modal>
  );
}

function NamingForm({
  naming,
  onSubmit,
  onClose,
}: {
  naming: Naming;
  onSubmit(answer: { name: string; kind: DirectoryKind }): Promise<unknown>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [name, setName] = useState(naming.name);
  const [kind, setKind] = useState(naming.kind);
  const [shown, setShown] = useState(false);
  const problem = firstProblem(schema, name);
  return (
    <DialogForm
      submitLabel={naming.submitLabel}
      ready={problem === null}
      onTry={() => setShown(true)}
      onSubmit={() => onSubmit({ name: name.trim(), kind })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        error={shown && problem ? t(problem) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <Select
        label={t('directory.kind')}
        description={t(`directory.kind_${kind}_hint`)}
        data={DIRECTORY_KINDS.map((value) => ({ value, label: t(`directory.kind_${value}`) }))}
        value={kind}
        allowDeselect={false}
        onChange={(next) => next && setKind(next)}
      />
    </DialogForm>
  );
}

/** Asks for the node that a directory is moved or copied to. */
export function TargetDialog({
  target,
  spaceId,
  onSubmit,
  onClose,
}: {
  target: { way: 'move' | 'copy'; name: string; nodeId: number } | null;
  spaceId: number;
  onSubmit(nodeId: number, name: string): Promise<unknown>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  return (
    <Modal
      opened={target !== null}
      onClose={onClose}
      title={target && t(`directory.${target.way}_title`, { name: target.name })}
      size={460}
    >
      {target && <TargetForm target={target} spaceId={spaceId} onSubmit={onSubmit} onClose={onClose} />}
    </Modal>
  );
}

function TargetForm({
  target,
  spaceId,
  onSubmit,
  onClose,
}: {
  target: { way: 'move' | 'copy'; name: string; nodeId: number };
  spaceId: number;
  onSubmit(nodeId: number, name: string): Promise<unknown>;
  onClose(): void;
}) {
  const { t } = useTranslation();
  const [place, setPlace] = useState<PickedPlace>(`n${target.nodeId}`);
  const [name, setName] = useState(target.name);
  const nodeId = place === 'space' ? null : Number(place.slice(1));
  const copying = target.way === 'copy';
  const ready = nodeId !== null && (copying ? firstProblem(schema, name) === null : nodeId !== target.nodeId);
  return (
    <DialogForm
      submitLabel={t(`directory.${target.way}`)}
      ready={ready}
      onSubmit={() => onSubmit(nodeId ?? 0, name.trim())}
      onClose={onClose}
    >
      {copying && (
        <TextInput label={t('ui.name')} value={name} onChange={(event) => setName(event.currentTarget.value)} autoComplete="off" />
      )}
      <div className={classes.tree}>
        <NodePicker spaceId={spaceId} whole={false} value={place} onChange={setPlace} />
      </div>
    </DialogForm>
  );
}
