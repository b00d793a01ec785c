import {
  DIRECTORY_COLUMN_ROLES,
  type DirectoryAttribute,
  directoryAttributeDefinition,
  type DirectoryAttributeDefinition,
  type DirectoryLink,
  type DirectoryList,
} from '@gantry/contract';
import { WBS_COLUMNS } from '@gantry/domain';
import { Modal, Select } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../../ui/forms/dialog-form.tsx';
import { DefinitionPicker } from '../../attributes/definition-picker.tsx';

const COLUMN_TYPES = directoryAttributeDefinition.shape.type.options;

/** A column of another directory that values can be taken from. */
type Offer = { directory_id: number; directory_name: string; attribute_id: number; name: string; type: DirectoryAttribute['type'] };

type Props = {
  column: DirectoryAttribute | 'new' | null;
  lists: readonly DirectoryList[];
  units: readonly string[];
  people: readonly { value: number; label: string }[];
  offers: readonly Offer[];
  /** Attributes of the hierarchy that describe rows of versions. */
  rowAttributes: readonly { id: number; name: string }[];
  onSubmit(definition: DirectoryAttributeDefinition): Promise<unknown>;
  onClose(): void;
};

const BLANK: DirectoryAttributeDefinition = {
  name: '',
  type: 'string',
  unit: '',
  required: false,
  unique: false,
  default_value: null,
  list_id: null,
  role: null,
  linked: null,
  donor: null,
};

/** What a column of a directory is: asked for a new one, or to change one. */
export function ColumnDialog(props: Props) {
  const { t } = useTranslation();
  const { column, onClose } = props;
  return (
    <Modal
      opened={column !== null}
      onClose={onClose}
      title={column === 'new' || column === null ? t('directory.new_column') : column.name}
      size={520}
    >
      {column !== null && <ColumnForm {...props} />}
    </Modal>
  );
}

const linkKey = (link: DirectoryLink | null): string | null =>
  link === null ? null : link.kind === 'field' ? `field:${link.field}` : `attribute:${link.attribute_id}`;
const linkOf = (key: string | null): DirectoryLink | null => {
  if (key === null) return null;
  const [kind, rest] = key.split(':');
  return kind === 'field' ? { kind, field: rest } : { kind: 'attribute', attribute_id: Number(rest) };
};

function ColumnForm({ column, lists, units, people, offers, rowAttributes, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [definition, setDefinition] = useState<DirectoryAttributeDefinition>(() =>
    column === 'new' || column === null ? BLANK : definitionOf(column),
  );
  const [shown, setShown] = useState(false);
  const set = (change: Partial<DirectoryAttributeDefinition>): void => setDefinition((before) => ({ ...before, ...change }));
  const parsed = directoryAttributeDefinition.safeParse(definition);
  const listMissing = definition.type === 'list' && definition.list_id === null && definition.donor === null;
  const problem = (field: string): string | undefined => {
    const issue = parsed.success || !shown ? undefined : parsed.error.issues.find(({ path }) => path[0] === field);
    return issue && t(issue.message);
  };
  const donorKey = definition.donor && `${definition.donor.directory_id}:${definition.donor.attribute_id}`;
  const fromDirectory = (key: string | null): void => {
    const offer = offers.find((each) => `${each.directory_id}:${each.attribute_id}` === key);
    if (offer)
      set({ donor: { directory_id: offer.directory_id, attribute_id: offer.attribute_id }, type: offer.type, default_value: null });
    else set({ donor: null });
  };
  const values = lists.find(({ id }) => id === definition.list_id)?.values.map(({ text }) => text) ?? [];
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={parsed.success && !listMissing}
      onTry={() => setShown(true)}
      onSubmit={async () => parsed.success && onSubmit(parsed.data)}
      onClose={onClose}
    >
      <DefinitionPicker
        types={COLUMN_TYPES}
        definition={definition}
        problem={problem}
        typeFixed={definition.donor !== null}
        units={units}
        people={people}
        values={values}
        given={definition.donor !== null}
        onChange={set}
      >
        {definition.type === 'list' && definition.donor === null && (
          <Select
            label={t('directory.values_from')}
            data={lists.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={definition.list_id === null ? null : String(definition.list_id)}
            nothingFoundMessage={t('directory.no_lists')}
            error={shown && listMissing ? t('directory_attribute.list_missing', { name: definition.name }) : undefined}
            searchable
            onChange={(id) => set({ list_id: id === null ? null : Number(id) })}
          />
        )}
        <Select
          label={t('directory.role')}
          description={t('directory.role_hint')}
          placeholder={t('directory.role_none')}
          data={DIRECTORY_COLUMN_ROLES.map((value) => ({ value, label: t(`directory.role_${value}`) }))}
          value={definition.role}
          clearable
          onChange={(role) => set({ role })}
        />
        <Select
          label={t('directory.linked')}
          description={t('directory.linked_hint')}
          placeholder={t('directory.linked_none')}
          data={[
            {
              group: t('directory.linked_attributes'),
              items: rowAttributes.map(({ id, name }) => ({ value: `attribute:${id}`, label: name })),
            },
            {
              group: t('directory.linked_fields'),
              items: WBS_COLUMNS.filter(({ editable }) => editable).map(({ id }) => ({ value: `field:${id}`, label: t(`column.${id}`) })),
            },
          ]}
          value={linkKey(definition.linked)}
          clearable
          searchable
          onChange={(key) => set({ linked: linkOf(key) })}
        />
        <Select
          label={t('directory.donor')}
          description={t('directory.donor_hint')}
          placeholder={t('directory.donor_none')}
          data={offers.map((offer) => ({
            value: `${offer.directory_id}:${offer.attribute_id}`,
            label: `${offer.directory_name} – ${offer.name}`,
          }))}
          value={donorKey}
          clearable
          searchable
          disabled={offers.length === 0}
          onChange={fromDirectory}
        />
      </DefinitionPicker>
    </DialogForm>
  );
}

const definitionOf = ({ id: _id, position: _position, ...definition }: DirectoryAttribute): DirectoryAttributeDefinition => definition;
