import { type DashboardTile, FORMULA_PERIODS, FORMULA_VIEWS } from '@gantry/contract';
import { compileFigureFormula, FIGURE_SCHEMA } from '@gantry/engine';
import { Group, Input, Select, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { NumberField } from '../../../../ui/fields/number-field.tsx';
import { FormulaText } from '../../../../ui/fields/formula-text.tsx';
import { type AnalyticsPlace, useVolumeItems } from '../analytics.queries.ts';
import { figureName } from '../tiles/analytics.formulas.model.ts';
import classes from './dashboards.module.css';

type FormulaTile = Extract<DashboardTile, { kind: 'formula' }>;
const NEVER = 'never';

/** Whether the formula of a tile can be read, and its limits stand in the order that their side asks for. */
export function isReady({ formula, worse, warn, error }: FormulaTile): boolean {
  const ordered = worse === null || warn === null || error === null || (worse === 'above' ? warn <= error : warn >= error);
  return ordered && formula.trim() !== '' && 'formula' in compileFigureFormula(formula);
}

/** Asks for a formula over figures, how it is shown and when it is red. */
export function FormulaFields({ tile, here, onChange }: { tile: FormulaTile; here: AnalyticsPlace; onChange(tile: FormulaTile): void }) {
  const { t, i18n } = useTranslation();
  const compiled = tile.formula.trim() === '' ? null : compileFigureFormula(tile.formula);
  const fault = compiled && 'error' in compiled ? compiled.error : null;
  const type = compiled && 'formula' in compiled ? compiled.formula.type : null;
  const byItem = /\bvolume_/i.test(tile.formula);
  const items = useVolumeItems(here, byItem).data ?? [];
  const change = (part: Partial<FormulaTile>): void => onChange({ ...tile, ...part });
  const measured = type === 'number' || type === 'money' || type === 'percentage';
  return (
    <>
      <Input.Wrapper label={t('dashboard.formula')} description={t('dashboard.formula_hint')}>
        <FormulaText
          value={tile.formula}
          schema={FIGURE_SCHEMA}
          fault={fault}
          titleOf={(name) => figureName(name, i18n)}
          onChange={(formula) => change({ formula })}
        />
        <p className={classes.verdict} role="status" data-wrong={fault !== null || undefined}>
          {fault ? t(fault.code, fault.parameters) : type ? t('dashboard.formula_gives', { type: t(`formulas.type_${type}`) }) : ''}
        </p>
      </Input.Wrapper>
      {byItem && (
        <Select
          searchable
          label={t('dashboard.item')}
          value={tile.item}
          data={items.map(({ key, name }) => ({ value: key, label: name }))}
          onChange={(item) => change({ item })}
        />
      )}
      <Group grow align="end">
        <Select
          label={t('dashboard.view')}
          value={tile.view}
          allowDeselect={false}
          data={FORMULA_VIEWS.map((value) => ({ value, label: t(`dashboard.view_${value}`) }))}
          onChange={(value) => change({ view: FORMULA_VIEWS.find((known) => known === value) ?? tile.view })}
        />
        {tile.view === 'curve' && (
          <Select
            label={t('analytics.period')}
            value={tile.period}
            allowDeselect={false}
            data={FORMULA_PERIODS.map((value) => ({ value, label: t(`analytics.period_${value}`) }))}
            onChange={(value) => change({ period: FORMULA_PERIODS.find((known) => known === value) ?? tile.period })}
          />
        )}
        <TextInput
          label={t('dashboard.unit')}
          maxLength={24}
          value={tile.unit}
          onChange={(event) => change({ unit: event.currentTarget.value })}
          autoComplete="off"
        />
        <NumberField
          label={t('dashboard.decimals')}
          whole
          min={0}
          max={6}
          value={tile.decimals}
          onChange={(decimals) => change({ decimals: decimals ?? 0 })}
        />
      </Group>
      {(measured || tile.worse !== null) && (
        <Group grow align="end">
          <Select
            label={t('dashboard.worse')}
            value={tile.worse ?? NEVER}
            allowDeselect={false}
            data={[NEVER, 'above', 'below'].map((value) => ({ value, label: t(`dashboard.worse_${value}`) }))}
            onChange={(value) => change({ worse: value === 'above' || value === 'below' ? value : null })}
          />
          {tile.worse !== null &&
            (['warn', 'error'] as const).map((limit) => (
              <NumberField
                key={limit}
                label={t(`scoreboard.${limit}`)}
                value={tile[limit]}
                onChange={(value) => change({ [limit]: value })}
              />
            ))}
        </Group>
      )}
    </>
  );
}
