import { type Model, models as contract } from '@gantry/contract';
import { Button, Loader, Tabs } from '@mantine/core';
import { IconCube, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type DragEvent, type KeyboardEvent, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useUiState } from '../../features/access/preferences/preferences.queries.ts';
import { useLinkActs, useModelLinks } from '../../features/bim/model-links/model-links.queries.ts';
import { DRAGGED } from '../../features/bim/model-links/model-links.works.model.ts';
import { PlayerBar } from '../../features/bim/model-links/player/player-bar.tsx';
import { ElementProperties } from '../../features/bim/models/element-properties.tsx';
import { type ModelAct, ModelList } from '../../features/bim/models/model-list.tsx';
import { type Breakdown, useAttributes, useBreakdowns, useModelActs, useModels } from '../../features/bim/models/models.queries.ts';
import { ModelTree } from '../../features/bim/models/tree/model-tree.tsx';
import { PrimitivesDialog } from '../../features/bim/primitive-models/primitives-dialog.tsx';
import { usePrimitives } from '../../features/bim/primitive-models/primitive-models.queries.ts';
import { UploadDialog } from '../../features/bim/models/upload-dialog.tsx';
import { ModelView } from '../../features/bim/models/viewer/model-view.tsx';
import type { Cut, Picked, Viewer } from '../../features/bim/models/viewer/models.viewer.store.ts';
import { type Tree, treeQuery, useRightAt } from '../../features/structure/eps/eps.queries.ts';
import { askConfirmation } from '../../ui/forms/confirm.tsx';
import { NameDialog } from '../../ui/forms/name-dialog.tsx';
import { type PanelState, SidePanel } from '../../ui/side-panel.tsx';
import { MessagePage } from '../../ui/text/message-page.tsx';
import { refusalText } from '../../ui/text/refusal-text.ts';
import { Toolbar } from '../../ui/toolbar.tsx';
import { LinkTools } from './link-tools.tsx';
import { ElementSearch } from './element-search.tsx';
import { useWindowSize } from '../../ui/use-window-size.ts';
import classes from './model-page.module.css';
import { useElements } from './use-elements.ts';
import { SecondDay } from './second-day.tsx';
import { SavedViews } from './saved-views.tsx';
import { useHandLinks } from './use-hand-links.ts';
import { usePlayed } from './use-played.ts';
import { ViewTools } from './view-tools.tsx';
import { WorksTab } from './works-tab.tsx';

const NO_TREES: ReadonlyMap<number, Breakdown> = new Map();
/** Where it would leave the view little room, the panel begins folded. */
const WIDE_PX = 1236;

/** The models of a project: looked at, searched, measured. */
export function ModelPage() {
  const { t } = useTranslation();
  const params = useParams({ strict: false }) as { spaceId: string; projectId: string };
  const [spaceId, projectId] = [Number(params.spaceId), Number(params.projectId)];
  const mayEdit = useRightAt(spaceId, projectId)('bim.edit');
  const { data, error, refetch, progress } = useModels(spaceId, projectId);
  const acts = useModelActs(spaceId, projectId);
  const linkActs = useLinkActs(spaceId, projectId);
  const [off, setOff] = useState<ReadonlySet<number>>(new Set());
  const [tab, setTab] = useState<string | null>('models');
  const [uploading, setUploading] = useState<{ model: Model | null } | null>(null);
  const [drawn, setDrawn] = useState<{ id: number | null } | null>(null);
  const primitives = new Set(usePrimitives(spaceId, projectId).data?.models.map(({ id }) => id));
  const [renaming, setRenaming] = useState<Model | null>(null);
  const wide = useWindowSize(({ appWidth }) => appWidth >= WIDE_PX);
  const [panel, setPanel] = useUiState<PanelState>(spaceId, 'model', 'panel', { open: wide, width: 360 });
  const [viewer, setViewer] = useState<Viewer | null>(null);
  const [measured, setMeasured] = useState<Picked['at'][] | null>(null);
  const [cut, setCut] = useState<Cut>(null);
  const [walking, setWalking] = useState(false);
  useEffect(() => viewer?.cut(cut), [viewer, cut]);

  const all = data?.models;
  const shown = useMemo(
    () => (all ?? []).flatMap(({ id, name, current }) => (current && !off.has(id) ? [{ id, name, version: current.id }] : [])),
    [all, off],
  );
  const trees = useBreakdowns(spaceId, projectId, shown).data ?? NO_TREES;

  const search = useSearch({ strict: false }) as { version?: string; link?: string };
  const navigate = useNavigate();
  const address: string = `/${spaceId}/model/${projectId}`;
  const look = (version: number | undefined, link: number | undefined): void => {
    const text = (id: number | undefined): string | undefined => (id === undefined ? undefined : String(id));
    void navigate({ to: address, search: { version: text(version), link: text(link) }, replace: true });
  };
  const hierarchy = useQuery(treeQuery(spaceId)).data;
  const versions = useMemo(() => (hierarchy ? versionsOf(hierarchy, projectId) : []), [hierarchy, projectId]);
  const version = versions.find(({ id }) => String(id) === String(search.version)) ?? versions[0] ?? null;
  const links = useModelLinks(spaceId, projectId).data?.links ?? [];
  const link = links.find(({ id }) => String(id) === String(search.link)) ?? null;
  const attributes = useAttributes(spaceId, projectId, shown).data?.attributes ?? [];
  const place = link && version ? { versionId: version.id, linkId: link.id } : null;
  const play = usePlayed([spaceId, projectId], place, trees);
  const { player, played, scene } = play;
  const elements = useElements(trees, play.styles, play.second?.scene.styles ?? null);
  const { selected, hidden, only, styles, chosen } = elements;

  const hand = useHandLinks([spaceId, projectId], place, {
    player,
    listed: tab === 'works',
    selected,
    chosen,
  });
  /** Works were dropped on the view: they are linked with what is under the pointer, or with all that is chosen where that is among it. */
  const drop = async (event: DragEvent): Promise<void> => {
    event.preventDefault();
    const picked = await viewer?.pick(event);
    if (!picked) return;
    if (selected.get(picked.model)?.has(picked.entity)) return hand.link();
    elements.select(picked.model, [picked.entity], false);
    const columns = trees.get(picked.model)?.elements;
    const id = columns?.id[columns.entity.indexOf(picked.entity)];
    if (id !== undefined) hand.link(hand.picked, [{ model_id: picked.model, ids: [id] }]);
  };

  const act = async (what: ModelAct, model: Model): Promise<void> => {
    if (what === 'version') setUploading({ model });
    if (what === 'bodies') setDrawn({ id: model.id });
    if (what === 'rename') setRenaming(model);
    if (what === 'convert') await acts.convert(model.id).catch(() => {});
    if (what !== 'delete') return;
    const question = { title: t('model.delete'), text: t('model.delete_question', { name: model.name }), confirmLabel: t('model.delete') };
    if (await askConfirmation(question)) await acts.remove(model.id).catch(() => {});
  };
  const show = (model: number, on: boolean): void =>
    setOff((now) => {
      const next = new Set(now);
      if (on) next.delete(model);
      else next.add(model);
      return next;
    });
  const pick = (picked: Picked | null, more: boolean): void => {
    if (measured) return measure(picked);
    if (picked) elements.select(picked.model, [picked.entity], more);
    else if (!more) elements.clear();
  };
  const endMeasure = (): void => {
    viewer?.measure([]);
    setMeasured(null);
  };
  const measure = (picked: Picked | null): void => {
    if (!picked || !measured) return;
    const points = measured.length === 1 ? [...measured, picked.at] : [picked.at];
    viewer?.measure(points);
    setMeasured(points);
  };
  const fit = (): void => void viewer?.fit(selected.size ? selected : undefined);
  const press = (event: KeyboardEvent): void => {
    // Keys of dialogs come here too, out of the page.
    if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return;
    if (event.target instanceof HTMLInputElement || event.altKey) return;
    if ((event.ctrlKey || event.metaKey) && event.key === 'z' && hand.last) hand.undo();
    if (event.ctrlKey || event.metaKey) return;
    const keys: Record<string, () => void> = {
      f: fit,
      h: elements.hideSelected,
      i: elements.isolate,
      a: elements.showAll,
      ...(mayEdit ? { l: () => hand.link(), u: hand.part } : {}),
      Escape: () => (walking ? setWalking(false) : measured ? endMeasure() : elements.clear()),
    };
    const done = keys[event.key];
    if (done) done();
  };
  const createLink = async (): Promise<void> => {
    const id = await linkActs.create({ name: t('model_link.first_name'), model_ids: [], rules: [], guid_field: null }).catch(() => null);
    if (id !== null) look(version?.id, id);
  };
  const upload = mayEdit && (
    <>
      <Button size="xs" variant="default" leftSection={<IconCube size={16} />} onClick={() => setDrawn({ id: null })}>
        {t('primitive_model.create')}
      </Button>
      <Button size="xs" leftSection={<IconUpload size={16} />} onClick={() => setUploading({ model: null })}>
        {t('model.upload')}
      </Button>
    </>
  );
  return (
    // Keys of the tools work from everywhere on the page.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <section className={classes.page} onKeyDown={press}>
      <Toolbar className={classes.tools} label={t('model.page_tools')}>
        <h1 className={classes.heading}>{t('model.title')}</h1>
        {all && all.length > 0 && (
          <LinkTools
            spaceId={spaceId}
            projectId={projectId}
            links={links}
            link={link}
            versions={versions}
            version={version}
            attributes={attributes}
            models={shown}
            mayEdit={mayEdit}
            onLink={(id) => look(version?.id, id ?? undefined)}
            onVersion={(id) => look(id, link?.id)}
          />
        )}
        {upload}
      </Toolbar>
      {error ? (
        <MessagePage title={t('model.not_loaded')} actions={<Button onClick={() => void refetch()}>{t('shell.try_again')}</Button>}>
          <p>{refusalText(error, t)}</p>
        </MessagePage>
      ) : !all ? (
        <Loader size="sm" m="md" role="status" aria-label={t('model.loading')} />
      ) : all.length === 0 ? (
        <MessagePage icon={IconCube} title={t('model.none')} actions={upload || null}>
          <p>{t('model.none_hint')}</p>
        </MessagePage>
      ) : (
        <div className={classes.body}>
          <Tabs value={tab} onChange={setTab} className={classes.left} keepMounted={false}>
            <Tabs.List grow>
              <Tabs.Tab value="models">{t('model.title')}</Tabs.Tab>
              <Tabs.Tab value="tree">{t('model.tree')}</Tabs.Tab>
              <Tabs.Tab value="search">{t('model.search_tab')}</Tabs.Tab>
              {version && <Tabs.Tab value="works">{t('model_link.works')}</Tabs.Tab>}
            </Tabs.List>
            <Tabs.Panel value="models" className={classes.tab}>
              <ModelList
                models={all}
                shown={new Set(shown.map(({ id }) => id))}
                primitives={primitives}
                progress={progress}
                mayEdit={mayEdit}
                onShow={show}
                onAct={(what, model) => void act(what, model)}
              />
            </Tabs.Panel>
            <Tabs.Panel value="tree" className={classes.tab}>
              <ModelTree
                models={shown}
                trees={trees}
                selected={selected}
                hidden={hidden}
                onSelect={elements.select}
                onHide={elements.hide}
                onFit={fit}
                dragged={mayEdit && link ? DRAGGED.elements : null}
              />
            </Tabs.Panel>
            <Tabs.Panel value="search" className={classes.tab}>
              <ElementSearch spaceId={spaceId} projectId={projectId} onSelect={elements.setSelected} />
            </Tabs.Panel>
            <Tabs.Panel value="works" className={classes.tab}>
              <WorksTab
                hand={hand}
                elements={chosen.reduce((sum, { ids }) => sum + ids.length, 0)}
                mayEdit={mayEdit}
                hasLink={link !== null}
                onChoose={elements.setSelected}
                onCreate={mayEdit ? () => void createLink() : null}
              />
            </Tabs.Panel>
          </Tabs>
          <div
            className={classes.centre}
            onDragOver={(event) => mayEdit && event.dataTransfer.types.includes(DRAGGED.works) && event.preventDefault()}
            onDrop={(event) => void drop(event)}
          >
            <div className={classes.pair}>
              <ModelView
                spaceId={spaceId}
                projectId={projectId}
                models={shown}
                styles={styles}
                onReady={setViewer}
                onLoaded={() => undefined}
                onPick={pick}
                walking={walking}
              >
                <ViewTools
                  viewer={viewer}
                  anySelected={selected.size > 0}
                  anyHidden={only !== null || hidden.size > 0}
                  onFit={fit}
                  onHide={elements.hideSelected}
                  onIsolate={elements.isolate}
                  onShowAll={elements.showAll}
                  measured={measured}
                  onMeasure={() => {
                    setWalking(false);
                    if (measured) endMeasure();
                    else setMeasured([]);
                  }}
                  cut={cut}
                  onCut={setCut}
                  walking={walking}
                  onWalk={() => {
                    endMeasure();
                    setWalking(!walking);
                  }}
                />
                <SavedViews
                  spaceId={spaceId}
                  projectId={projectId}
                  viewer={viewer}
                  models={shown}
                  trees={trees}
                  now={{ day: played ? play.day : null, cut, hidden, only }}
                  onOpen={(view) => {
                    setCut(view.cut);
                    elements.showThese(view.hidden, view.only);
                    if (view.day !== null) play.setDay(view.day);
                  }}
                />
              </ModelView>
              {play.second && play.range && elements.secondStyles && (
                <SecondDay
                  spaceId={spaceId}
                  projectId={projectId}
                  models={shown}
                  styles={elements.secondStyles}
                  scene={play.second.scene}
                  day={play.second.day}
                  range={play.range}
                  beside={viewer}
                  cut={cut}
                  onPick={(picked, more) => (picked ? elements.select(picked.model, [picked.entity], more) : more || elements.clear())}
                  onDay={play.setSecondDay}
                  onClose={() => play.setSecondDay(null)}
                />
              )}
            </div>
            {link && player && player.works.length === 0 && <p className={classes.hint}>{t('player.nothing')}</p>}
            {played && scene && version && (
              <PlayerBar
                data={played}
                day={play.day}
                mode={play.mode}
                ghosts={play.ghosts}
                scene={scene}
                colouring={play.colouring}
                tints={play.tints}
                deviations={play.deviationOf(selected)}
                onDay={play.setDay}
                onMode={play.setMode}
                onGhosts={play.setGhosts}
                onColouring={play.setColouring}
                isPaired={play.second !== null}
                onPair={() => play.setSecondDay(play.second ? null : play.day)}
                onFilm={viewer && ((kind) => (kind === 'video' ? viewer.film() : viewer.frames()))}
                onWork={(id) => {
                  const to: string = `/${spaceId}/schedule/${version.id}`;
                  void navigate({ to, search: { target: String(id) } });
                }}
              />
            )}
          </div>
          <SidePanel label={t('model.properties')} state={panel} onChange={setPanel} head={<b>{t('model.properties')}</b>}>
            <ElementProperties spaceId={spaceId} projectId={projectId} elements={chosen} />
          </SidePanel>
        </div>
      )}
      <PrimitivesDialog
        opened={drawn !== null}
        spaceId={spaceId}
        projectId={projectId}
        id={drawn?.id ?? null}
        onClose={() => setDrawn(null)}
      />
      <UploadDialog
        opened={uploading !== null}
        model={uploading?.model ?? null}
        onSubmit={(file, choice) => acts.upload(file, choice)}
        onClose={() => setUploading(null)}
      />
      <NameDialog
        key={renaming?.id}
        opened={renaming !== null}
        title={t('model.rename')}
        label={t('model.name')}
        submitLabel={t('model.rename')}
        initial={renaming?.name ?? ''}
        schema={contract.rename.body.shape.name}
        onSubmit={(name) => (renaming ? acts.rename(renaming.id, name) : Promise.resolve())}
        onClose={() => setRenaming(null)}
      />
    </section>
  );
}

/** Versions of the schedules of a project: the actual ones first, each with the name of its schedule. */
function versionsOf({ nodes, versions }: Tree, projectId: number) {
  const parents = new Map(nodes.map(({ id, parent_id }) => [id, parent_id]));
  const names = new Map(nodes.map(({ id, name }) => [id, name]));
  const isBelow = (id: number): boolean => {
    for (let at: number | null = id; at !== null; at = parents.get(at) ?? null) if (at === projectId) return true;
    return false;
  };
  return versions
    .filter(({ schedule_id }) => isBelow(schedule_id))
    .toSorted((a, b) => Number(b.kind === 'actual') - Number(a.kind === 'actual') || b.id - a.id)
    .map(({ id, schedule_id, name }) => ({ id, schedule_id, name, label: `${names.get(schedule_id) ?? ''} · ${name}` }));
}
