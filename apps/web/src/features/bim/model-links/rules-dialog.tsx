import type { LinkReport, LinkRule, ModelAttribute, ModelLink } from '@gantry/contract';
import { Button, Modal, Select, Switch, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { formatCount } from '../../../lib/numbers.ts';
import { NumberField } from '../../../ui/fields/number-field.tsx';
import { DialogForm } from '../../../ui/forms/dialog-form.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { OrderButtons } from './order-buttons.tsx';
import { LinkOutcome } from './link-outcome.tsx';
import type { LinkField } from './model-links.queries.ts';
import { Conditions, FieldSelect } from './rule-conditions.tsx';
import classes from './rules.module.css';
import {
  elementChoicesOf,
  emptyRule,
  fieldKey,
  type FieldChoice,
  itemChoicesOf,
  moved,
  problemOf,
  summaryOf,
  writtenMap,
  readMap,
} from './model-links.rules.model.ts';

const JOINS = ['equal', 'prefix', 'contains', 'map'] as const;

type Props = {
  opened: boolean;
  link: ModelLink | null;
  attributes: readonly ModelAttribute[];
  itemFields: readonly { set: string; name: string }[];
  onLook: ((rules: LinkRule[], guidField: LinkField | null) => Promise<LinkReport>) | null;
  onSubmit: (name: string, rules: LinkRule[], guidField: LinkField | null) => Promise<unknown>;
  onClose: () => void;
};

/** Rules of a link, in order, with a look at what they would do. */
export function RulesDialog({ opened, link, ...rest }: Props) {
  const { t } = useTranslation();
  return (
    <Modal opened={opened} onClose={rest.onClose} title={t('model_link.rules')} size={880}>
      <RulesForm key={link?.id ?? 'new'} link={link} {...rest} />
    </Modal>
  );
}

function RulesForm({ link, attributes, itemFields, onLook, onSubmit, onClose }: Omit<Props, 'opened'>) {
  const { t } = useTranslation();
  const [name, setName] = useState(link?.name ?? t('model_link.first_name'));
  const [rules, setRules] = useState<LinkRule[]>(() => link?.rules ?? [emptyRule(t('model_link.rule_name', { number: 1 }))]);
  const [guidField, setGuidField] = useState<LinkField | null>(link?.guid_field ?? null);
  const [report, setReport] = useState<LinkReport | null>(null);
  const [looking, setLooking] = useState(false);
  // One rule is open at a time: a link may have hundreds.
  const [opened, setOpened] = useState(0);
  const change = (index: number, more: Partial<LinkRule>): void => {
    setReport(null);
    setRules(rules.map((rule, at) => (at === index ? { ...rule, ...more } : rule)));
  };
  // The open rule stays open where it goes.
  const move = (index: number, by: -1 | 1): void => {
    setRules(moved(rules, index, by));
    setOpened(opened === index ? index + by : opened === index + by ? index : opened);
  };
  const elementChoices = elementChoicesOf(attributes, t);
  const itemChoices = itemChoicesOf(itemFields, t);
  const problem = name.trim() === '' ? 'validation.enter_name' : rules.map(problemOf).find((one) => one !== null);
  const look = async (): Promise<void> => {
    if (!onLook) return;
    setLooking(true);
    setReport(await onLook(rules, guidField).catch(() => null));
    setLooking(false);
  };
  return (
    <DialogForm submitLabel={t('ui.save')} ready={!problem} onSubmit={() => onSubmit(name.trim(), rules, guidField)} onClose={onClose}>
      <TextInput label={t('model.name')} value={name} maxLength={200} onChange={(event) => setName(event.currentTarget.value)} />
      <ol className={classes.rules}>
        {rules.map((rule, index) => (
          <li key={index} className={classes.rule}>
            <div className={classes.line}>
              <TextInput
                size="xs"
                flex={1}
                value={rule.name}
                aria-label={t('model_link.rule')}
                onChange={(event) => change(index, { name: event.currentTarget.value })}
              />
              {report?.rules[index] && (
                <span className={classes.note}>
                  {t('model_link.rule_outcome', {
                    elements: formatCount(report.rules[index].elements),
                    relations: formatCount(report.rules[index].relations),
                    without: formatCount(report.rules[index].without_item),
                  })}
                </span>
              )}
              <OrderButtons
                index={index}
                count={rules.length}
                onMove={(by) => move(index, by)}
                onRemove={() => {
                  setRules(rules.filter((_, at) => at !== index));
                  setOpened(opened > index ? opened - 1 : opened);
                }}
              />
            </div>
            {index === opened ? (
              <>
                <Conditions
                  label={t('model_link.elements_where')}
                  choices={elementChoices}
                  conditions={rule.elements}
                  onChange={(elements) => change(index, { elements })}
                />
                <Conditions
                  label={t('model_link.items_where')}
                  choices={itemChoices}
                  conditions={rule.items}
                  onChange={(items) => change(index, { items })}
                />
                <Joins
                  joins={rule.joins}
                  elementChoices={elementChoices}
                  itemChoices={itemChoices}
                  onChange={(joins) => change(index, { joins })}
                />
                <div className={classes.line}>
                  <NumberField
                    size="xs"
                    w={110}
                    min={0}
                    max={100}
                    unit="%"
                    aria-label={t('model_link.share')}
                    value={rule.share * 100}
                    onChange={(value) => value !== null && change(index, { share: value / 100 })}
                  />
                  <span className={classes.note}>{t('model_link.share')}</span>
                  <Switch
                    size="xs"
                    label={t('model_link.again')}
                    checked={rule.again}
                    onChange={(event) => change(index, { again: event.currentTarget.checked })}
                  />
                </div>
              </>
            ) : (
              <button type="button" className={classes.summary} onClick={() => setOpened(index)}>
                <bdi>{summaryOf(rule, (key) => t(key)) || t('model_link.empty_rule')}</bdi>
              </button>
            )}
          </li>
        ))}
      </ol>
      <Select
        size="xs"
        clearable
        label={t('model_link.guid_field')}
        placeholder={t('model_link.guid_field_none')}
        value={guidField && fieldKey(guidField)}
        data={itemChoices.map(({ field, label }) => ({ value: fieldKey(field), label }))}
        onChange={(key) => {
          setReport(null);
          setGuidField(itemChoices.find(({ field }) => fieldKey(field) === key)?.field ?? null);
        }}
      />
      <div className={classes.line}>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => {
            setRules([...rules, emptyRule(t('model_link.rule_name', { number: rules.length + 1 }))]);
            setOpened(rules.length);
          }}
        >
          {t('model_link.add_rule')}
        </Button>
        {onLook && (
          <Button size="xs" variant="default" loading={looking} disabled={Boolean(problem)} onClick={() => void look()}>
            {t('model_link.look')}
          </Button>
        )}
        {problem && <span className={classes.note}>{t(problem)}</span>}
      </div>
      {report && <LinkOutcome report={report} />}
    </DialogForm>
  );
}

type Join = LinkRule['joins'][number];

function Joins({
  joins,
  elementChoices,
  itemChoices,
  onChange,
}: {
  joins: Join[];
  elementChoices: FieldChoice[];
  itemChoices: FieldChoice[];
  onChange: (joins: Join[]) => void;
}) {
  const { t } = useTranslation();
  const change = (index: number, more: Partial<Join>): void =>
    onChange(joins.map((join, at) => (at === index ? { ...join, ...more } : join)));
  return (
    <div className={classes.part}>
      <span className={classes.label}>{t('model_link.joined_by')}</span>
      {joins.map((join, index) => (
        <div key={index} className={classes.line}>
          <FieldSelect
            choices={elementChoices}
            value={join.element}
            label={t('model_link.of_element')}
            onChange={(element) => change(index, { element })}
          />
          <Select
            size="xs"
            w={170}
            aria-label={t('model_link.test')}
            allowDeselect={false}
            value={join.by}
            data={JOINS.map((value) => ({ value, label: t(`model_link.join_${value}`) }))}
            onChange={(value) => value && change(index, { by: value })}
          />
          <FieldSelect
            choices={itemChoices}
            value={join.item}
            label={t('model_link.of_item')}
            onChange={(item) => change(index, { item })}
          />
          {join.by === 'map' && (
            <TextInput
              size="xs"
              flex={1}
              aria-label={t('model_link.map')}
              placeholder={t('model_link.map_hint')}
              key={writtenMap(join.map)}
              defaultValue={writtenMap(join.map)}
              onBlur={(event) => change(index, { map: readMap(event.currentTarget.value) })}
            />
          )}
          <IconButton
            icon={IconTrash}
            label={t('ui.delete')}
            size="sm"
            variant="subtle"
            onClick={() => onChange(joins.filter((_, at) => at !== index))}
          />
        </div>
      ))}
      <Button
        size="compact-xs"
        variant="subtle"
        leftSection={<IconPlus size={12} />}
        onClick={() => onChange([...joins, { element: elementChoices[0].field, item: itemChoices[0].field, by: 'equal', map: [] }])}
      >
        {t('model_link.add_join')}
      </Button>
    </div>
  );
}
