import type { ComplianceRule, ComplianceSet, CostCoverage, RuleBody, RuleFile } from '@gantry/contract';
import { ActionIcon, Checkbox, Menu } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconDots, IconPlus, IconTrash } from '@tabler/icons-react';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { formatCount, formatNumber } from '../../../lib/numbers.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { whenPieces } from './compliance-rules.model.ts';
import classes from './compliance-rules.module.css';

type RuleEffect = CostCoverage['rules'][number];
type Props = {
  set: ComplianceSet;
  /** How many rules stand before those of this set. */
  from: number;
  effects: ReadonlyMap<number, RuleEffect>;
  digits: number;
  mayEdit: boolean;
  onEdit(rule: ComplianceRule): void;
  onAdd(): void;
  onSwitch(rule: ComplianceRule, active: boolean): void;
  onMove(rule: ComplianceRule, position: number): void;
  onRemove(rule: ComplianceRule): void;
  onSetActive(active: boolean): void;
  onExport(format: RuleFile): void;
  onImport(): void;
  onRename(): void;
  onRemoveSet(): void;
};

/** A set of rules in the order in which they are applied, each with the rows and the money that it brings to works. */
export function RuleSet({ set, from, effects, digits, mayEdit, ...on }: Props) {
  const { t } = useTranslation();
  return (
    <section className={classes.set} aria-label={set.name}>
      <header className={classes.setHead}>
        <Checkbox
          size="xs"
          checked={set.active}
          disabled={!mayEdit}
          aria-label={t('compliance.set_active', { name: set.name })}
          onChange={({ currentTarget }) => on.onSetActive(currentTarget.checked)}
        />
        <h2>{set.name}</h2>
        <span className={classes.quiet}>{t('compliance.set_of', { node: set.eps_name, count: set.rules.length })}</span>
        <span className={classes.grow} />
        {mayEdit && <IconButton icon={IconPlus} label={t('compliance.add_rule')} variant="subtle" size="sm" onClick={on.onAdd} />}
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" size="sm" aria-label={t('compliance.set_menu', { name: set.name })}>
              <IconDots size={16} stroke={1.5} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {(['xlsx', 'csv', 'json'] as const).map((format) => (
              <Menu.Item key={format} onClick={() => on.onExport(format)}>
                {t('compliance.export', { format: format.toUpperCase() })}
              </Menu.Item>
            ))}
            {mayEdit && <Menu.Item onClick={on.onImport}>{t('compliance.replace')}</Menu.Item>}
            {mayEdit && <Menu.Item onClick={on.onRename}>{t('compliance.rename_set')}</Menu.Item>}
            {mayEdit && <Menu.Item onClick={on.onRemoveSet}>{t('compliance.delete_set')}</Menu.Item>}
          </Menu.Dropdown>
        </Menu>
      </header>
      {set.rules.length === 0 ? (
        <p className={classes.quiet}>{t('compliance.empty_set')}</p>
      ) : (
        <div className={classes.wrap}>
          <table className={classes.rules} data-off={!set.active}>
            <thead>
              <tr>
                {['', '#', 'when', 'to', 'take', 'hit_rows', 'money', ''].map((head, at) => (
                  <th key={at} scope="col" data-number={head === 'hit_rows' || head === 'money' || undefined}>
                    {head === '' || head === '#' ? head : t(`compliance.${head}`)}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {set.rules.map((rule, at) => (
                <tr key={rule.id} data-off={!rule.active}>
                  <td>
                    <Checkbox
                      size="xs"
                      checked={rule.active}
                      disabled={!mayEdit}
                      aria-label={t('compliance.rule_active', { number: from + at + 1 })}
                      onChange={({ currentTarget }) => on.onSwitch(rule, currentTarget.checked)}
                    />
                  </td>
                  <td data-number>{from + at + 1}</td>
                  <td className={classes.when}>
                    <button type="button" disabled={!mayEdit} onClick={() => on.onEdit(rule)}>
                      {rule.name && <b>{rule.name}</b>}
                      {whenPieces(rule).map(({ field, text }) => (
                        <span key={field}>
                          <i>{t(`compliance.field_${field}`)}</i> {inWords(field, text, t)}
                        </span>
                      ))}
                      {whenPieces(rule).length === 0 && <span>{t('compliance.every_row')}</span>}
                    </button>
                  </td>
                  <td>
                    {t(`compliance.to_${rule.to.kind}`)} {rule.to.attribute && `${rule.to.attribute} = `}
                    <code>{rule.to.value}</code>
                  </td>
                  <td className={classes.quiet}>{takeInWords(rule.take, t)}</td>
                  <Effect effect={effects.get(rule.id)} digits={digits} />
                  <td className={classes.tools}>
                    {mayEdit && (
                      <>
                        <IconButton
                          icon={IconArrowUp}
                          size="xs"
                          variant="subtle"
                          disabled={at === 0}
                          label={t('compliance.move_up')}
                          onClick={() => on.onMove(rule, at)}
                        />
                        <IconButton
                          icon={IconArrowDown}
                          size="xs"
                          variant="subtle"
                          disabled={at + 1 === set.rules.length}
                          label={t('compliance.move_down')}
                          onClick={() => on.onMove(rule, at + 2)}
                        />
                        <IconButton
                          icon={IconTrash}
                          size="xs"
                          variant="subtle"
                          label={t('compliance.delete_rule')}
                          onClick={() => on.onRemove(rule)}
                        />
                      </>
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** Masks as they are typed, kinds and dimensions in words. */
function inWords(field: string, text: string, t: (key: string) => string) {
  const prefix = field === 'kinds' ? 'kind' : field === 'dimensions' ? 'dimension' : null;
  if (!prefix) return <code>{text}</code>;
  return text
    .split(', ')
    .map((word) => t(`compliance.${prefix}_${word}`).toLocaleLowerCase())
    .join(', ');
}

function Effect({ effect, digits }: { effect: RuleEffect | undefined; digits: number }) {
  const { t } = useTranslation();
  if (!effect) return <td colSpan={2} />;
  if (effect.state !== 'live')
    return (
      <td colSpan={2} data-number className={classes.warn} title={t(`compliance.${effect.state}_hint`)}>
        {t(`compliance.${effect.state}`)}
      </td>
    );
  return (
    <>
      <td data-number title={t('compliance.hits', { count: effect.hits })}>
        {formatCount(effect.rows)}
      </td>
      <td data-number>{formatNumber(Number(effect.amount), { decimals: digits })}</td>
    </>
  );
}

/** What a rule takes of a row, as a list. */
function takeInWords({ share, by, parts, unit_factor }: RuleBody['take'], t: TFunction): string {
  const weight = by && t(`compliance.by_${by}`);
  return [
    share ?? t('compliance.all_left'),
    by === 'equal' ? weight : weight && t('compliance.take_by', { weight }),
    ...(parts ?? []).map((part) => t(`cost_part.${part}`).toLocaleLowerCase()),
    unit_factor !== null &&
      t('compliance.take_factor', { factor: formatNumber(unit_factor, { decimals: String(unit_factor).split('.')[1]?.length ?? 0 }) }),
  ]
    .filter(Boolean)
    .join(', ');
}
