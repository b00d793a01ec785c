import type { JsonValue } from '@gantry/domain';
import { useState } from 'react';
import { FirstValues } from '../../features/catalog/attributes/first-values.tsx';
import { CreateNodeDialog, type Creation } from '../../features/structure/eps/grid/create-node-dialog.tsx';

type Props = { spaceId: number; creation: Creation | null; onCreated(id: number): void; onClose(): void };

const NONE: ReadonlyMap<number, JsonValue> = new Map();

/** Asks for a new node: its name, and the attributes that it must have. */
export function NewNodeDialog({ spaceId, creation, onCreated, onClose }: Props) {
  const [values, setValues] = useState(NONE);
  return (
    <CreateNodeDialog
      spaceId={spaceId}
      creation={creation}
      values={[...values].map(([attribute_id, value]) => ({ attribute_id, value }))}
      onCreated={onCreated}
      onClose={() => {
        setValues(NONE);
        onClose();
      }}
    >
      {creation && (
        <FirstValues
          spaceId={spaceId}
          parentId={creation.parentId}
          kind={creation.kind}
          values={values}
          onChange={(id, value) => setValues((before) => new Map(before).set(id, value))}
        />
      )}
    </CreateNodeDialog>
  );
}
