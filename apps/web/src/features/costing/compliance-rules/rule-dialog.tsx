import type { ComplianceRuleIn } from '@gantry/contract';
import { COST_PARTS, COST_WEIGHTS, ESTIMATE_ROW_KINDS, RULE_FIELDS, RULE_TARGETS, UNIT_DIMENSIONS } from '@gantry/domain';
import { Group, Modal, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import classes from './compliance-rules.module.css';

type Props = { rule: ComplianceRuleIn | null; isNew: boolean; onSave(rule: ComplianceRuleIn): Promise<unknown>; onClose(): void };

/** A rule as its fields: which rows, where to, how much. */
export function RuleDialog({ rule, isNew, onSave, onClose }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={rule !== null} onClose={onClose} title={t(isNew ? 'compliance.new_rule' : 'compliance.edit_rule')} size={640}>
      {rule && <RuleForm rule={rule} onSave={onSave} onClose={onClose} />}
    </Modal>
  );
}

function RuleForm({ rule, onSave, onClose }: { rule: ComplianceRuleIn; onSave: Props['onSave']; onClose(): void }) {
  const { t } = useTranslation();
  const [draft, setDraft] = useState(rule);
  const { when, to, take } = draft;
  const setWhen = (change: Partial<ComplianceRuleIn['when']>): void => setDraft({ ...draft, when: { ...when, ...change } });
  const save = (): Promise<unknown> => {
    const given = Object.entries(when).filter(([, value]) =>
      Array.isArray(value) ? value.length > 0 : value !== undefined && value !== '',
    );
    return onSave({ ...draft, when: Object.fromEntries(given) });
  };
  return (
    <DialogForm submitLabel={t('ui.save')} ready={to.kind === 'ignore' || to.value.trim() !== ''} onSubmit={save} onClose={onClose}>
      <TextInput
        label={t('compliance.name')}
        value={draft.name}
        onChange={({ currentTarget }) => setDraft({ ...draft, name: currentTarget.value })}
      />
      <fieldset className={classes.fields}>
        <legend>{t('compliance.when')}</legend>
        <p className={classes.quiet}>{t('compliance.mask_hint')}</p>
        <div className={classes.pair}>
          {RULE_FIELDS.map((field) => (
            <TextInput
              key={field}
              size="xs"
              label={t(`compliance.field_${field}`)}
              value={when[field] ?? ''}
              onChange={({ currentTarget }) => setWhen({ [field]: currentTarget.value })}
            />
          ))}
          <MultiSelect
            size="xs"
            label={t('compliance.field_kinds')}
            data={ESTIMATE_ROW_KINDS.filter((kind) => kind !== 'section').map((value) => ({ value, label: t(`compliance.kind_${value}`) }))}
            value={[...(when.kinds ?? [])]}
            onChange={(kinds) => setWhen({ kinds })}
          />
          <MultiSelect
            size="xs"
            label={t('compliance.field_dimensions')}
            data={UNIT_DIMENSIONS.map((value) => ({ value, label: t(`compliance.dimension_${value}`) }))}
            value={[...(when.dimensions ?? [])]}
            onChange={(dimensions) => setWhen({ dimensions })}
          />
        </div>
        <TextInput
          size="xs"
          mt={8}
          label={t('compliance.field_if')}
          placeholder="amount > 100000"
          value={when.if ?? ''}
          onChange={({ currentTarget }) => setWhen({ if: currentTarget.value })}
        />
      </fieldset>
      <fieldset className={classes.fields}>
        <legend>{t('compliance.to')}</legend>
        <Select
          size="xs"
          label={t('compliance.target')}
          allowDeselect={false}
          data={RULE_TARGETS.map((value) => ({ value, label: t(`compliance.to_${value}`) }))}
          value={to.kind}
          onChange={(kind) => kind && setDraft({ ...draft, to: { ...to, kind } })}
        />
        {to.kind !== 'ignore' && (
          <div className={classes.pair}>
            {to.kind === 'attribute' && (
              <TextInput
                size="xs"
                label={t('compliance.attribute')}
                value={to.attribute}
                onChange={({ currentTarget }) => setDraft({ ...draft, to: { ...to, attribute: currentTarget.value } })}
              />
            )}
            <TextInput
              size="xs"
              required
              label={t('compliance.value')}
              description={t('compliance.value_hint')}
              value={to.value}
              onChange={({ currentTarget }) => setDraft({ ...draft, to: { ...to, value: currentTarget.value } })}
            />
          </div>
        )}
      </fieldset>
      <Group grow align="flex-start">
        <TextInput
          size="xs"
          label={t('compliance.share')}
          description={t('compliance.share_hint')}
          value={take.share ?? ''}
          onChange={({ currentTarget }) => setDraft({ ...draft, take: { ...take, share: currentTarget.value.trim() || null } })}
        />
        <Select
          size="xs"
          label={t('compliance.by')}
          description={t('compliance.by_hint')}
          clearable
          data={COST_WEIGHTS.map((value) => ({ value, label: t(`compliance.by_${value}`) }))}
          value={take.by}
          onChange={(by) => setDraft({ ...draft, take: { ...take, by } })}
        />
      </Group>
      <NumberInput
        size="xs"
        label={t('compliance.unit_factor')}
        description={t('compliance.unit_factor_hint')}
        min={0}
        max={1e9}
        hideControls
        defaultValue={take.unit_factor ?? ''}
        onChange={(value) => setDraft({ ...draft, take: { ...take, unit_factor: typeof value === 'number' ? value : null } })}
      />
      <MultiSelect
        size="xs"
        label={t('compliance.parts')}
        description={t('compliance.parts_hint')}
        placeholder={take.parts ? undefined : t('cost_link.all_parts')}
        data={COST_PARTS.map((part) => ({ value: part, label: t(`cost_part.${part}`) }))}
        value={take.parts ?? []}
        onChange={(parts) => setDraft({ ...draft, take: { ...take, parts: parts.length ? parts : null } })}
      />
    </DialogForm>
  );
}
