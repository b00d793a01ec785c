import { api } from '@gantry/contract';
import type { NodeKind } from '@gantry/domain';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { NameDialog } from '../../../../ui/forms/name-dialog.tsx';
import { type FirstValue, useCreateNode } from '../eps.queries.ts';

/** What is to be created: a kind, under a node or at the top. */
export type Creation = { kind: NodeKind; parentId: number | null; parentName: string };

const schema = api.eps.create.body.shape.name;

/** Asks for the name of a new node, and what `children` ask for: its first values. */
export function CreateNodeDialog({
  spaceId,
  creation,
  values,
  children,
  onCreated,
  onClose,
}: {
  spaceId: number;
  creation: Creation | null;
  values: FirstValue[];
  children: ReactNode;
  onCreated: (id: number) => void;
  onClose: () => void;
}) {
  const { t } = useTranslation();
  const create = useCreateNode(spaceId);
  const kind = creation?.kind ?? 'facility';
  return (
    <NameDialog
      opened={creation !== null}
      title={t(`eps.new_${kind}`)}
      label={creation?.parentName ? t('eps.name_in', { parent: creation.parentName }) : t('ui.name')}
      submitLabel={t('ui.create')}
      schema={schema}
      onSubmit={async (name) => onCreated((await create.mutateAsync({ kind, name, parent_id: creation?.parentId ?? null, values })).id)}
      onClose={onClose}
    >
      {children}
    </NameDialog>
  );
}
