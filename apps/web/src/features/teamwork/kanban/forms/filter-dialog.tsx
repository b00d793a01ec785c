import type { KanbanBoard } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Fieldset, Modal } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConditionPicker } from '../../../../ui/conditions/condition-picker.tsx';
import { type ConditionColumn, countConditions, DAYS_OF_EIGHT_HOURS, NO_CONDITIONS } from '../../../../ui/conditions/conditions.ts';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import classes from '../board.module.css';

/** Whether a filter has conditions; one without is none. */
export const filterOrNone = (filter: RowFilter): RowFilter | null => (countConditions(filter) ? filter : null);

type FieldProps = { columns: readonly ConditionColumn[]; value: RowFilter; onChange(filter: RowFilter): void };

/** Which works of the schedule a board shows. */
export function WorksField({ columns, value, onChange }: FieldProps) {
  const { t } = useTranslation();
  return (
    <Fieldset legend={t('boards.works_shown')}>
      <p className={classes.note}>{t(countConditions(value) ? 'boards.works_passing' : 'boards.works_all')}</p>
      <ConditionPicker columns={columns} form={DAYS_OF_EIGHT_HOURS} value={value} onChange={onChange} />
    </Fieldset>
  );
}

type Props = {
  board: KanbanBoard;
  columns: readonly ConditionColumn[];
  onSave(filter: RowFilter | null): Promise<unknown>;
  onClose(): void;
};

/** Asks which works a board shows. */
export function FilterDialog({ board, columns, onSave, onClose }: Props) {
  const { t } = useTranslation();
  const [value, setValue] = useState(board.filter ?? NO_CONDITIONS);
  return (
    <Modal opened onClose={onClose} title={t('boards.works_filter')} size={620}>
      <DialogForm submitLabel={t('ui.save')} ready onSubmit={() => onSave(filterOrNone(value))} onClose={onClose}>
        <WorksField columns={columns} value={value} onChange={setValue} />
      </DialogForm>
    </Modal>
  );
}
