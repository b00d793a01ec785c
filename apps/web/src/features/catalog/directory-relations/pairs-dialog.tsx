import type { DirectoryRelation, DirectoryRelationRowDefinition, FoundDirectoryRow } from '@gantry/contract';
import { Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { useDonorRows } from '../directories/directories.queries.ts';
import { RowPicker } from '../directories/row-picker.tsx';
import { readPairs } from './directory-relations.model.ts';
import { readTyped } from '../../../lib/numbers.ts';

type Rows = ReadonlyMap<number, { code: string; name: string }>;
type Props = {
  spaceId: number;
  relation: DirectoryRelation;
  /** null: closed; a text: what was pasted. */
  pasted: string | null;
  onSubmit(add: DirectoryRelationRowDefinition[]): Promise<unknown>;
  onClose(): void;
};

/** Adds rows to a relation: one by choosing its two rows, or many as a table of codes. */
export function PairsDialog(props: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={props.pasted !== null} onClose={props.onClose} title={t('relations_page.add_rows')} size={560}>
      {props.pasted !== null && <PairsForm {...props} pasted={props.pasted} />}
    </Modal>
  );
}

const byCode = (rows: Rows | undefined): Map<string, number> =>
  new Map([...(rows ?? [])].map(([id, { code }]) => [code.toLowerCase(), id]));

const placeOf = ({ node_id: epsId, id: directoryId }: DirectoryRelation['from']) => ({ epsId, directoryId });

/** Ids of rows by their codes; all rows of both directories are loaded once there is a table to read. */
function useCodes(spaceId: number, { from, to }: DirectoryRelation, wanted: boolean) {
  const rowsA = useDonorRows(spaceId, from.node_id, wanted ? [from.id] : []).get(from.id);
  const rowsB = useDonorRows(spaceId, to.node_id, wanted ? [to.id] : []).get(to.id);
  return useMemo(() => ({ a: byCode(rowsA), b: byCode(rowsB), loaded: Boolean(rowsA?.size && rowsB?.size) }), [rowsA, rowsB]);
}

function PairsForm({ spaceId, relation, pasted, onSubmit, onClose }: Props & { pasted: string }) {
  const { t } = useTranslation();
  const [a, setA] = useState<FoundDirectoryRow | null>(null);
  const [b, setB] = useState<FoundDirectoryRow | null>(null);
  const [quantity, setQuantity] = useState('1');
  const [text, setText] = useState(pasted);
  const codes = useCodes(spaceId, relation, text.trim() !== '');
  const amount = readTyped(quantity);
  const { add, wrong } = readPairs(
    text,
    (code) => codes.a.get(code.toLowerCase()),
    (code) => codes.b.get(code.toLowerCase()),
  );
  const single = a !== null && b !== null && amount !== null && amount >= 0;
  const one = { note: '', optional: false };
  const all = single ? [{ row_a_id: a.id, row_b_id: b.id, quantity: amount, coefficient_ids: [], options: one }, ...add] : add;
  return (
    <DialogForm
      submitLabel={t('relations_page.add', { count: all.length })}
      ready={all.length > 0}
      onSubmit={() => onSubmit(all)}
      onClose={onClose}
    >
      <RowPicker label={relation.from.name} spaceId={spaceId} place={placeOf(relation.from)} value={a} onChange={setA} />
      <Group grow align="start">
        <RowPicker label={relation.to.name} spaceId={spaceId} place={placeOf(relation.to)} value={b} onChange={setB} />
        <TextInput
          label={t('relations_page.quantity')}
          value={quantity}
          error={amount === null || amount < 0 ? t('validation.not_negative') : undefined}
          onChange={(event) => setQuantity(event.currentTarget.value)}
        />
      </Group>
      <Textarea
        label={t('relations_page.many')}
        description={t('relations_page.many_hint')}
        autosize
        minRows={4}
        maxRows={14}
        value={text}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      {text.trim() !== '' && codes.loaded && (
        <Text size="xs" c={wrong.length ? 'var(--gantry-error)' : 'dimmed'} aria-live="polite">
          {wrong.length
            ? t('relations_page.wrong_lines', { count: wrong.length, lines: wrong.slice(0, 10).join(', ') })
            : t('relations_page.lines', { count: add.length })}
        </Text>
      )}
    </DialogForm>
  );
}
