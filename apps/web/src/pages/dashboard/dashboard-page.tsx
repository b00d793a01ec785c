import type { DashboardTile } from '@gantry/contract';
import { Button, Loader, Menu, Select } from '@mantine/core';
import {
  IconAdjustments,
  IconDeviceFloppy,
  IconMaximize,
  IconPencil,
  IconPlus,
  IconPrinter,
  IconTrash,
  IconUsers,
  IconUsersMinus,
  IconX,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useRight } from '../../features/access/users/users.queries.ts';
import type { AnalyticsPlace } from '../../features/insight/analytics/analytics.queries.ts';
import { ConventionsDialog } from '../../features/insight/analytics-settings/conventions-dialog.tsx';
import { CurvesDialog } from '../../features/insight/analytics-settings/curves-dialog.tsx';
import { type SavedDashboard, useDashboards } from '../../features/insight/analytics-settings/analytics-settings.queries.ts';
import { DashboardComposer } from '../../features/insight/analytics/dashboards/dashboard-composer.tsx';
import { DashboardView } from '../../features/insight/analytics/dashboards/dashboard-view.tsx';
import { USUAL_DASHBOARD } from '../../features/insight/analytics/dashboards/analytics.dashboards.model.ts';
import { FullScreen } from '../../features/insight/analytics/dashboards/full-screen.tsx';
import { NameDialog } from '../../features/insight/analytics/dashboards/name-dialog.tsx';
import type { AskedWorks } from '../../features/insight/analytics/works/analytics.works.store.ts';
import { useWorksHere, worksAskedBy, worksInAddress, WorksChoice } from '../../features/insight/analytics/works/narrowing.tsx';
import { indexTree, pathTo } from '../../features/structure/eps/eps.model.ts';
import { treeQuery, useLiveTree } from '../../features/structure/eps/eps.queries.ts';
import { askPresetDeletion } from '../../ui/conditions/preset-deletion.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import classes from './dashboard-page.module.css';

const SCOPES = ['facility', 'project', 'schedule'] as const;
const USUAL = 'usual';

type Draft = { id: number | null; name: string; tiles: DashboardTile[] };

/** A dashboard at a place: seen, made and changed, and which one is shown where. */
export function DashboardPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const spaceId = Number(useParams({ strict: false }).spaceId);
  const search = useSearch({ strict: false }) as { node?: string; board?: string; works_filter?: string; works_indicator?: string };
  const tree = useQuery(treeQuery(spaceId)).data;
  useLiveTree(spaceId);
  const may = useRight(spaceId);
  const index = useMemo(() => (tree ? indexTree(tree) : null), [tree]);
  const node = search.node === undefined ? null : (index?.nodes.get(Number(search.node)) ?? null);
  const kind = SCOPES.find((known) => known === node?.kind);
  const here = useWorksHere(spaceId, node?.id ?? null, worksAskedBy(search));
  const place: AnalyticsPlace | null = node
    ? kind
      ? { kind, id: node.id, ...here.works }
      : null
    : { kind: 'space', id: spaceId, ...here.works };
  const target = node ? String(node.id) : '';
  const boards = useDashboards(spaceId, target);
  const [draft, setDraft] = useState<Draft | null>(null);
  const [naming, setNaming] = useState(false);
  const [whole, setWhole] = useState(false);
  const [settings, setSettings] = useState<'conventions' | 'curves' | null>(null);
  const chosen: SavedDashboard | null =
    search.board === USUAL ? null : (boards.items.find(({ id }) => String(id) === search.board) ?? boards.shown);
  const places = useMemo(
    () =>
      index
        ? [...index.nodes.values()]
            .filter(({ kind: of }) => SCOPES.some((known) => known === of))
            .map(({ id }) => ({
              id,
              name: pathTo(index, id)
                .map(({ name }) => name)
                .join(' / '),
            }))
        : [],
    [index],
  );
  const to: string = `/${spaceId}/analytics`;
  const go = (board: string): void =>
    void navigate({ to, search: { ...(node ? { node: target } : {}), board, ...worksInAddress(here.works) } });
  const ask = (asked: AskedWorks): void =>
    void navigate({
      to: '.',
      search: (before: Record<string, unknown>) => ({
        ...before,
        works_filter: asked.filter ?? undefined,
        works_indicator: asked.indicator ?? undefined,
      }),
      replace: true,
    });
  const path = node && index ? pathTo(index, node.id) : [];

  if (boards.error) return <MessagePage title={t('analytics.not_loaded')}>{<p>{refusalText(boards.error, t)}</p>}</MessagePage>;
  if (!index || !boards.known) return <Loader size="sm" m="md" role="status" aria-label={t('analytics.loading')} />;
  if (!place || (search.node !== undefined && !node)) return <MessagePage title={t('dashboard.no_place')} />;

  const save = async (): Promise<void> => {
    if (!draft) return;
    if (draft.id === null) {
      setNaming(true);
      return;
    }
    await boards.update(draft.id, { content: { tiles: draft.tiles } });
    setDraft(null);
  };
  const remove = async ({ id, name }: SavedDashboard): Promise<void> => {
    if (!(await askPresetDeletion(t, name))) return;
    await boards.remove(id);
    go(USUAL);
  };
  const mayChange = chosen !== null && (chosen.own || may('space.manage'));
  const shownAs = (where: string) => boards.show(chosen?.id ?? null, where);
  return (
    <section className={classes.page}>
      <h1 className={classes.heading}>{t('dashboard.title')}</h1>
      <nav className={classes.path} aria-label={t('scoreboard.where')}>
        {path.length > 0 && (
          <Link to={to} search={worksInAddress(here.works)}>
            {t('analytics_print.whole_space')}
          </Link>
        )}
        {path.length === 0 && <b>{t('analytics_print.whole_space')}</b>}
        {path.map(({ id, name }, at) => (
          <span key={id}>
            {' / '}
            {at === path.length - 1 ? (
              <b>{name}</b>
            ) : (
              <Link to={to} search={{ node: String(id), ...worksInAddress(here.works) }}>
                {name}
              </Link>
            )}
          </span>
        ))}
      </nav>
      {draft ? (
        <Toolbar className={classes.tools} label={t('dashboard.tools')}>
          <b>{draft.name}</b>
          <Button size="xs" leftSection={<IconDeviceFloppy size={16} />} onClick={() => void save().catch(() => undefined)}>
            {t('ui.save')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconX size={16} />} onClick={() => setDraft(null)}>
            {t('ui.cancel')}
          </Button>
        </Toolbar>
      ) : (
        <Toolbar className={classes.tools} label={t('dashboard.tools')}>
          <Select
            size="xs"
            w={240}
            aria-label={t('dashboard.board')}
            allowDeselect={false}
            value={chosen ? String(chosen.id) : USUAL}
            data={[
              { value: USUAL, label: t('dashboard.usual') },
              ...boards.items.map(({ id, name, own, owner }) => ({ value: String(id), label: own ? name : `${name} · ${owner}` })),
            ]}
            onChange={(value) => value !== null && go(value)}
          />
          {mayChange && (
            <IconButton
              icon={IconPencil}
              label={t('dashboard.edit')}
              onClick={() => chosen && setDraft({ id: chosen.id, name: chosen.name, tiles: chosen.content.tiles })}
            />
          )}
          {mayChange && may('plan.edit') && (
            <IconButton
              icon={chosen?.shared ? IconUsersMinus : IconUsers}
              label={t(chosen?.shared ? 'preset.unshare' : 'preset.share')}
              onClick={() => chosen && void boards.update(chosen.id, { shared: !chosen.shared }).catch(() => undefined)}
            />
          )}
          {mayChange && (
            <IconButton icon={IconTrash} label={t('ui.delete')} onClick={() => chosen && void remove(chosen).catch(() => undefined)} />
          )}
          <IconButton icon={IconMaximize} label={t('dashboard.full_screen')} onClick={() => setWhole(true)} />
          <WorksChoice {...here} onChange={ask} />
          <Menu>
            <Menu.Target>
              <Button size="xs" variant="default">
                {t('dashboard.show_where')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {node && (
                <Menu.Item onClick={() => void shownAs(target)}>{t(chosen ? 'dashboard.show_here' : 'dashboard.show_as_above')}</Menu.Item>
              )}
              {node && chosen && <Menu.Item onClick={() => void shownAs(node.kind)}>{t(`dashboard.show_at_${node.kind}`)}</Menu.Item>}
              <Menu.Item onClick={() => void shownAs('')}>{t(chosen ? 'dashboard.show_everywhere' : 'dashboard.show_usual')}</Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <Button
            size="xs"
            leftSection={<IconPlus size={16} />}
            onClick={() => setDraft({ id: null, name: t('dashboard.new'), tiles: (chosen?.content ?? USUAL_DASHBOARD).tiles })}
          >
            {t('dashboard.create')}
          </Button>
          <Button size="xs" variant="default" leftSection={<IconAdjustments size={16} />} onClick={() => setSettings('conventions')}>
            {t('conventions.open')}
          </Button>
          <Button size="xs" variant="default" onClick={() => setSettings('curves')}>
            {t('curves.open')}
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPrinter size={16} />}
            renderRoot={(props) => (
              <Link
                {...props}
                to={`/${spaceId}/analytics/print/dashboard-${chosen?.id ?? USUAL}/a4`}
                search={{ ...(node ? { node: target } : {}), ...worksInAddress(here.works) }}
              />
            )}
          >
            {t('analytics_print.open')}
          </Button>
        </Toolbar>
      )}
      <div className={classes.room}>
        {draft ? (
          <DashboardComposer
            spaceId={spaceId}
            place={place}
            tiles={draft.tiles}
            places={places}
            onChange={(tiles) => setDraft({ ...draft, tiles })}
          />
        ) : here.waits ? null : (
          <DashboardView spaceId={spaceId} place={place} tiles={(chosen?.content ?? USUAL_DASHBOARD).tiles} />
        )}
      </div>
      {whole && (
        <FullScreen
          spaceId={spaceId}
          place={place}
          boards={[
            ...boards.items.map(({ id, name, content }) => ({ key: String(id), name, tiles: content.tiles })),
            { key: USUAL, name: t('dashboard.usual'), tiles: USUAL_DASHBOARD.tiles },
          ]}
          first={chosen ? String(chosen.id) : USUAL}
          onClose={() => setWhole(false)}
        />
      )}
      <NameDialog
        opened={naming}
        onSubmit={async (name) => {
          if (!draft) return;
          const id = await boards.create({ name, shared: false, content: { tiles: draft.tiles } });
          setDraft(null);
          go(String(id));
        }}
        onClose={() => setNaming(false)}
      />
      <ConventionsDialog
        key={target}
        opened={settings === 'conventions'}
        spaceId={spaceId}
        scope={node ? { id: node.id, name: node.name } : null}
        versions={node ? (index.versionsOf.get(node.id) ?? []) : []}
        mayEdit={may('structure.edit')}
        onClose={() => setSettings(null)}
      />
      <CurvesDialog opened={settings === 'curves'} spaceId={spaceId} onClose={() => setSettings(null)} />
    </section>
  );
}
