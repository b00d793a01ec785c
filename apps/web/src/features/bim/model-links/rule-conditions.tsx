import type { LinkRule } from '@gantry/contract';
import { Autocomplete, Button, Select, TagsInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './rules.module.css';
import { fieldKey, fieldOf, type FieldChoice } from './model-links.rules.model.ts';

const TESTS = ['equal', 'not_equal', 'contains', 'prefix'] as const;

type Condition = LinkRule['elements'][number];

/** What is asked of elements or works: fields, tests and values. */
export function Conditions({
  label,
  choices,
  conditions,
  onChange,
}: {
  label: string;
  choices: FieldChoice[];
  conditions: Condition[];
  onChange: (conditions: Condition[]) => void;
}) {
  const { t } = useTranslation();
  const change = (index: number, more: Partial<Condition>): void =>
    onChange(conditions.map((condition, at) => (at === index ? { ...condition, ...more } : condition)));
  return (
    <div className={classes.part}>
      <span className={classes.label}>{label}</span>
      {conditions.map((condition, index) => (
        <div key={index} className={classes.line}>
          <FieldSelect
            choices={choices}
            value={condition.field}
            label={t('model_link.field')}
            onChange={(field) => change(index, { field })}
          />
          <Select
            size="xs"
            w={140}
            aria-label={t('model_link.test')}
            allowDeselect={false}
            value={condition.test === 'one_of' ? 'equal' : condition.test}
            data={TESTS.map((value) => ({ value, label: t(`model_link.test_${value}`) }))}
            onChange={(value) => value && change(index, { test: value })}
          />
          <TagsInput
            size="xs"
            flex={1}
            aria-label={t('model_link.values')}
            value={[...condition.values]}
            onChange={(values) => change(index, { values })}
          />
          <IconButton
            icon={IconTrash}
            label={t('ui.delete')}
            size="sm"
            variant="subtle"
            onClick={() => onChange(conditions.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={12} />}
        onClick={() => onChange([...conditions, { field: choices[0].field, test: 'equal', values: [] }])}
      >
        {t('model_link.add_condition')}
      </Button>
    </div>
  );
}

/** Fields by their names; a property that the list does not have can be typed as `Set · Name`. */
export function FieldSelect({
  choices,
  value,
  label,
  onChange,
}: {
  choices: FieldChoice[];
  value: { set: string; name: string };
  label: string;
  onChange: (field: { set: string; name: string }) => void;
}) {
  const labels = new Map(choices.map((choice) => [choice.label, choice.field]));
  const known = choices.find(({ field }) => fieldKey(field) === fieldKey(value));
  // What is typed stands until the field becomes another one.
  const [typed, setTyped] = useState<{ text: string; at: string } | null>(null);
  const text = typed?.at === fieldKey(value) ? typed.text : (known?.label ?? fieldKey(value));
  return (
    <Autocomplete
      size="xs"
      w={190}
      aria-label={label}
      value={text}
      data={[...labels.keys()]}
      limit={200}
      onChange={(next) => {
        const field = labels.get(next) ?? fieldOf(next);
        setTyped({ text: next, at: fieldKey(field ?? value) });
        if (field) onChange(field);
      }}
    />
  );
}
