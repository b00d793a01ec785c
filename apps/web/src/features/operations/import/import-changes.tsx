import type { ChangePart } from '@gantry/contract';
import { useMemo } from 'react';
import { ChangeLines } from '../../../ui/changes/change-lines.tsx';
import { linesOf } from '../../../ui/changes/changes.ts';
import { useFieldName, useShownValue } from './import-words.tsx';
import { kindOf } from './import.model.ts';
import { useChanges } from './import.queries.ts';

/** The rows of one kind of change, field by field, virtualised. */
export function ImportChanges({ proposalId, part }: { proposalId: number; part: ChangePart }) {
  const nameOf = useFieldName();
  const shown = useShownValue();
  const { data, hasNextPage, isFetching, fetchNextPage } = useChanges(proposalId, part);
  const lines = useMemo(() => linesOf((data?.pages ?? []).flatMap(({ changes }) => changes)), [data]);
  return (
    <ChangeLines
      lines={lines}
      kind={kindOf(part)}
      nameOf={nameOf}
      shown={shown}
      busy={isFetching}
      onEnd={hasNextPage ? () => void fetchNextPage() : undefined}
    />
  );
}
