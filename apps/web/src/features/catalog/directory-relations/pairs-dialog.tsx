import type { DirectoryRelation, DirectoryRelationRowDefinition } from '@gantry/contract';
import { Group, Modal, Text, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseNumber } from '../../../lib/numbers.ts';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { RowPicker } from '../directories/row-picker.tsx';
import { readPairs } from './directory-relations.model.ts';

type Rows = ReadonlyMap<number, { code: string; name: string }>;
type Props = {
  relation: DirectoryRelation;
  rowsA: Rows;
  rowsB: Rows;
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

const byCode = (rows: Rows): Map<string, number> => new Map([...rows].map(([id, { code }]) => [code.toLowerCase(), id]));

function PairsForm({ relation, rowsA, rowsB, pasted, onSubmit, onClose }: Props & { pasted: string }) {
  const { t } = useTranslation();
  const [a, setA] = useState<number | null>(null);
  const [b, setB] = useState<number | null>(null);
  const [quantity, setQuantity] = useState('1');
  const [text, setText] = useState(pasted);
  const [codes] = useState(() => ({ a: byCode(rowsA), b: byCode(rowsB) }));
  const amount = parseNumber(quantity);
  const { add, wrong } = readPairs(
    text,
    (code) => codes.a.get(code.toLowerCase()),
    (code) => codes.b.get(code.toLowerCase()),
  );
  const single = a !== null && b !== null && amount !== null && amount >= 0;
  const one = { note: '', optional: false };
  const all = single ? [{ row_a_id: a, row_b_id: b, quantity: amount, coefficient_ids: [], options: one }, ...add] : add;
  return (
    <DialogForm
      submitLabel={t('relations_page.add', { count: all.length })}
      ready={all.length > 0}
      onSubmit={() => onSubmit(all)}
      onClose={onClose}
    >
      <RowPicker label={relation.from.name} rows={rowsA} value={a} onChange={setA} />
      <Group grow align="start">
        <RowPicker label={relation.to.name} rows={rowsB} value={b} onChange={setB} />
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
      {text.trim() !== '' && (
        <Text size="xs" c={wrong.length ? 'var(--gantry-error)' : 'dimmed'} aria-live="polite">
          {wrong.length
            ? t('relations_page.wrong_lines', { count: wrong.length, lines: wrong.slice(0, 10).join(', ') })
            : t('relations_page.lines', { count: add.length })}
        </Text>
      )}
    </DialogForm>
  );
}
