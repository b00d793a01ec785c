import { api, type GridLayout, type RowGrouping, type SavedLayout } from '@gantry/contract';
import type { RowFilter } from '@gantry/domain';
import { Button, SegmentedControl } from '@mantine/core';
import { IconListDetails, IconPlus } from '@tabler/icons-react';
import { useParams } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useFilters } from '../../features/planning/filters/filters.queries.ts';
import { GroupingLevels } from '../../features/planning/grouping/grouping-levels.tsx';
import { useGroupings } from '../../features/planning/grouping/grouping.queries.ts';
import { LayoutColumns } from '../../features/planning/layouts/layout-columns.tsx';
import { useLayouts } from '../../features/planning/layouts/layouts.queries.ts';
import { toggledColumn, useUsualLayout } from '../../features/planning/wbs/wbs.queries.ts';
import { useRightAt } from '../../features/structure/eps/eps.queries.ts';
import type { Presets } from '../../lib/storage/presets.ts';
import { ConditionPicker } from '../../ui/conditions/condition-picker.tsx';
import { type ConditionColumn, countConditions, newCondition } from '../../ui/conditions/conditions.ts';
import type { FieldSchema } from '../../ui/fields/contract-form.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { PresetEditor } from './preset-editor.tsx';
import { columnsOfFilter, usePlanColumns, withNamed } from './use-plan-columns.ts';
import classes from './view-settings-page.module.css';

const KINDS = ['layouts', 'filters', 'groupings'] as const;
type Kind = (typeof KINDS)[number];

/** Durations of a filter are typed in days of eight hours where no schedule says how long its days are. */
const FORM = { minutesPerDay: 480 };

/** Saved columns, filters and groupings of a space in one place: what there is, whose it is, what it says. */
export function ViewSettingsPage() {
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const { t } = useTranslation();
  const [kept, setKept] = useUiState<{ kind: Kind }>(spaceId, 'viewsettings', 'kind', { kind: 'layouts' });
  const [dirty, setDirty] = useState(false);
  const kind = KINDS.find((known) => known === kept.kind) ?? 'layouts';
  const shared: Shared = { spaceId, dirty, onDirty: setDirty };
  return (
    <div className={classes.page}>
      <header className={classes.head}>
        <h1 className={classes.title}>{t('viewsettings.title')}</h1>
        <SegmentedControl
          value={kind}
          data={KINDS.map((value) => ({ value, label: t(`viewsettings.${value}`) }))}
          onChange={(value) => void askLeave(dirty, setDirty, t).then((yes) => yes && setKept({ kind: value }))}
        />
      </header>
      {kind === 'layouts' && <Layouts {...shared} />}
      {kind === 'filters' && <Filters {...shared} />}
      {kind === 'groupings' && <Groupings {...shared} />}
    </div>
  );
}

type Shared = { spaceId: number; dirty: boolean; onDirty(dirty: boolean): void };

/** Goes on where nothing would be lost, or where the person does not mind. */
async function askLeave(dirty: boolean, onDirty: (dirty: boolean) => void, t: (key: string) => string): Promise<boolean> {
  if (!dirty) return true;
  const yes = await askConfirmation({
    title: t('viewsettings.unsaved'),
    text: t('viewsettings.unsaved_text'),
    confirmLabel: t('viewsettings.discard'),
  });
  if (yes) onDirty(false);
  return yes;
}

function Layouts(shared: Shared) {
  const { t } = useTranslation();
  const presets = useLayouts(shared.spaceId);
  const usualLayout = useUsualLayout();
  const columns = usePlanColumns(shared.spaceId);
  const usual = columns.map(({ id }) => id);
  return (
    <PresetPane<SavedLayout>
      {...shared}
      presets={presets}
      nameSchema={api.layouts.create.body.shape.name}
      start={() => usualLayout}
      summary={({ columns: shown }) => t('viewsettings.columns', { count: shown.length })}
      problemOf={() => null}
    >
      {(content, change) => (
        <LayoutColumns
          columns={withNamed(columns, content.columns, t('viewsettings.version_column'))}
          layout={content}
          onLayout={(part: Partial<GridLayout>) => change({ ...content, ...part })}
          onToggle={(id) => change({ ...content, columns: toggledColumn(content.columns, id, usual) })}
        />
      )}
    </PresetPane>
  );
}

function Filters(shared: Shared) {
  const { t } = useTranslation();
  const presets = useFilters(shared.spaceId, '');
  const columns = usePlanColumns(shared.spaceId);
  return (
    <PresetPane<RowFilter>
      {...shared}
      presets={presets}
      nameSchema={api.filters.create.body.shape.name}
      start={() => ({ join: 'and', conditions: [newCondition(columns.find(({ id }) => id === 'name') as ConditionColumn)] })}
      summary={(filter) => t('viewsettings.conditions', { count: countConditions(filter) })}
      problemOf={(filter) => (countConditions(filter) === 0 ? t('viewsettings.no_condition') : null)}
    >
      {(content, change) => (
        <ConditionPicker
          columns={withNamed(columns, columnsOfFilter(content), t('viewsettings.version_column'))}
          form={FORM}
          value={content}
          onChange={change}
        />
      )}
    </PresetPane>
  );
}

function Groupings(shared: Shared) {
  const { t } = useTranslation();
  const presets = useGroupings(shared.spaceId, '');
  const columns = usePlanColumns(shared.spaceId);
  const named = ({ levels }: RowGrouping): string[] => levels.map(({ column }) => column);
  const title = (id: string): string => columns.find((column) => column.id === id)?.title ?? t('viewsettings.version_column');
  return (
    <PresetPane<RowGrouping>
      {...shared}
      presets={presets}
      nameSchema={api.grouping.create.body.shape.name}
      start={() => ({ levels: [{ column: 'status', direction: 1, period: null }], subtotals: true })}
      summary={(grouping) => named(grouping).map(title).join(' › ')}
      problemOf={({ levels }) => (levels.length === 0 ? t('viewsettings.no_level') : null)}
    >
      {(content, change) => (
        <GroupingLevels
          columns={withNamed(columns, named(content), t('viewsettings.version_column'))}
          grouping={content}
          onGrouping={(next) => change(next ?? { ...content, levels: [] })}
        />
      )}
    </PresetPane>
  );
}

type PaneProps<C> = Shared & {
  presets: Presets<C>;
  nameSchema: FieldSchema;
  /** What new settings begin with. */
  start(): C;
  /** One line that tells settings apart. */
  summary(content: C): string;
  problemOf(content: C): string | null;
  children(content: C, change: (content: C) => void): ReactNode;
};

/** Saved settings of a kind at the left, the chosen one beside them. */
function PresetPane<C>({ presets, nameSchema, start, summary, problemOf, dirty, onDirty, spaceId, children }: PaneProps<C>) {
  const { t } = useTranslation();
  const mayShare = useRightAt(spaceId, null)('plan.edit');
  const [chosen, setChosen] = useState<number | null>(null);
  const [naming, setNaming] = useState(false);
  const listed = [...presets.items].sort((a, b) => Number(b.own) - Number(a.own) || a.name.localeCompare(b.name));
  const current = listed.find(({ id }) => id === chosen) ?? listed[0] ?? null;
  const leave = (act: () => void): void => void askLeave(dirty, onDirty, t).then((yes) => yes && act());
  return (
    <div className={classes.pane}>
      <nav className={classes.list} aria-label={t('preset.choose')}>
        <Button
          className={classes.add}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconPlus size={16} stroke={1.5} />}
          onClick={() => leave(() => setNaming(true))}
        >
          {t('viewsettings.new')}
        </Button>
        <ul className={classes.items}>
          {listed.map(({ id, name, own, shared, owner, content }) => (
            <li key={id}>
              <button type="button" className={classes.item} aria-current={id === current?.id} onClick={() => leave(() => setChosen(id))}>
                <span className={classes.name}>{name}</span>
                <span className={classes.facts}>{summary(content)}</span>
                {(shared || !own) && <span className={classes.facts}>{own ? t('viewsettings.shared') : owner}</span>}
              </button>
            </li>
          ))}
        </ul>
      </nav>
      <div className={classes.main}>
        {current ? (
          <PresetEditor
            key={`${current.id} ${JSON.stringify([current.name, current.shared, current.content])}`}
            presets={presets}
            preset={current}
            nameSchema={nameSchema}
            mayShare={mayShare}
            problemOf={problemOf}
            onDirty={onDirty}
            onChosen={(id) => {
              onDirty(false);
              setChosen(id);
            }}
          >
            {children}
          </PresetEditor>
        ) : (
          presets.known && (
            <MessagePage icon={IconListDetails} title={t('viewsettings.none')}>
              <p>{t('viewsettings.none_hint')}</p>
            </MessagePage>
          )
        )}
      </div>
      <NameDialog
        opened={naming}
        title={t('viewsettings.new')}
        label={t('preset.name')}
        submitLabel={t('ui.create')}
        schema={nameSchema}
        onSubmit={async (name) => setChosen(await presets.create({ name, shared: false, content: start() }))}
        onClose={() => setNaming(false)}
      />
    </div>
  );
}
