import { api, type IndicatorDefinition } from '@gantry/contract';
import { INDICATOR_STATES, type IndicatorRule, LIMITS } from '@gantry/domain';
import { Button, Group, Modal, Select, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { firstProblem } from '../../../ui/fields/contract-form.ts';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import classes from './indicator-dialog.module.css';

type Props = {
  opened: boolean;
  title: string;
  initial: IndicatorDefinition;
  /** The editor of a condition. */
  renderCondition(editor: { value: string; onChange(condition: string): void }): ReactNode;
  onSubmit(definition: IndicatorDefinition): Promise<unknown>;
  onClose(): void;
};

/** Colours that states usually have. */
const USUAL: Record<IndicatorRule['state'], number> = { error: 6, warn: 7, ok: 3, info: 1 };

/** An indicator: its rules from the first to the last; the first that holds for a row counts. */
export function IndicatorDialog(props: Props) {
  return (
    <Modal opened={props.opened} onClose={props.onClose} title={props.title} size={680}>
      {props.opened && <IndicatorForm {...props} />}
    </Modal>
  );
}

function IndicatorForm({ initial, renderCondition, onSubmit, onClose }: Props) {
  const { t } = useTranslation();
  const [name, setName] = useState(initial.name);
  const [rules, setRules] = useState(initial.rules);
  const [open, setOpen] = useState(0);
  const [shown, setShown] = useState(false);
  const problem = shown ? firstProblem(api.indicators.create.body.shape.name, name) : null;
  const set = (at: number, change: Partial<IndicatorRule>): void =>
    setRules(rules.map((rule, index) => (index === at ? { ...rule, ...change } : rule)));
  const swap = (at: number, other: number): void => {
    const next = [...rules];
    [next[at], next[other]] = [next[other], next[at]];
    setRules(next);
    setOpen(other);
  };
  return (
    <DialogForm
      submitLabel={t('ui.save')}
      ready={firstProblem(api.indicators.create.body, { name, rules }) === null}
      onTry={() => setShown(true)}
      onSubmit={() => onSubmit({ name: name.trim(), rules })}
      onClose={onClose}
    >
      <TextInput
        data-autofocus
        label={t('ui.name')}
        value={name}
        error={problem ? t(problem) : undefined}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
      />
      <span className={classes.hint}>{t('indicators.hint')}</span>
      {rules.map((rule, at) => (
        <fieldset key={at} className={classes.rule} onFocus={() => setOpen(at)}>
          <div className={classes.line}>
            <Select
              size="xs"
              aria-label={t('indicators.state')}
              data={INDICATOR_STATES.map((value) => ({ value, label: t(`indicators.state_${value}`) }))}
              value={rule.state}
              allowDeselect={false}
              onChange={(state) => state && set(at, { state, tint: USUAL[state] })}
            />
            <Select
              size="xs"
              aria-label={t('indicators.colour')}
              data={Array.from({ length: LIMITS.tints }, (_none, index) => ({ value: String(index + 1), label: t(`tint.${index + 1}`) }))}
              value={String(rule.tint)}
              allowDeselect={false}
              onChange={(tint) => set(at, { tint: Number(tint) })}
            />
            <TextInput
              size="xs"
              aria-label={t('indicators.text')}
              placeholder={t('indicators.text')}
              value={rule.text}
              onChange={(event) => set(at, { text: event.currentTarget.value })}
            />
            <IconButton
              icon={IconArrowUp}
              size="sm"
              variant="subtle"
              label={t('indicators.earlier')}
              disabled={at === 0}
              onClick={() => swap(at, at - 1)}
            />
            <IconButton
              icon={IconArrowDown}
              size="sm"
              variant="subtle"
              label={t('indicators.later')}
              disabled={at === rules.length - 1}
              onClick={() => swap(at, at + 1)}
            />
            <IconButton
              icon={IconTrash}
              size="sm"
              variant="subtle"
              label={t('indicators.remove_rule', { number: at + 1 })}
              disabled={rules.length === 1}
              onClick={() => setRules(rules.filter((_rule, index) => index !== at))}
            />
          </div>
          {open === at ? (
            renderCondition({ value: rule.condition, onChange: (condition) => set(at, { condition }) })
          ) : (
            <button type="button" className={classes.closed} onClick={() => setOpen(at)}>
              {rule.condition || t('indicators.no_condition')}
            </button>
          )}
          {shown && !rule.condition.trim() && <span className={classes.wrong}>{t('validation.enter_formula')}</span>}
        </fieldset>
      ))}
      <Group>
        <Button
          size="compact-xs"
          variant="subtle"
          leftSection={<IconPlus size={14} stroke={1.5} />}
          onClick={() => {
            setRules([...rules, { condition: '', state: 'info', tint: USUAL.info, text: '' }]);
            setOpen(rules.length);
          }}
        >
          {t('indicators.add_rule')}
        </Button>
      </Group>
    </DialogForm>
  );
}
