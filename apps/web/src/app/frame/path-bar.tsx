import { useQuery } from '@tanstack/react-query';
import { useLocation, useNavigate, useParams } from '@tanstack/react-router';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { indexTree, pathTo, type TreeIndex } from '../../features/structure/eps/eps.model.ts';
import { treeQuery } from '../../features/structure/eps/eps.queries.ts';
import { useStructureSelection, type RowKey } from '../../features/structure/eps/eps.store.ts';
import { PathStep } from './path-step.tsx';
import { screenNameKey } from './places.ts';
import classes from './path-bar.module.css';

/** Where the page stands: facility / project / schedule / version, each step a menu of its siblings. */
export function PathBar({ spaceId }: { spaceId: number }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { data } = useQuery(treeQuery(spaceId));
  const index = useMemo(() => (data ? indexTree(data) : null), [data]);
  const current = useCurrentKey(spaceId);
  const select = useStructureSelection((store) => store.select);
  const place = t(screenNameKey(useLocation({ select: ({ pathname }) => pathname })));
  const steps = index && current ? stepsTo(index, current) : [];

  const go = (key: RowKey): void => {
    if (key.startsWith('v')) return void navigate({ to: `/${spaceId}/schedule/${key.slice(1)}` });
    select(spaceId, key);
    void navigate({ to: `/${spaceId}` });
  };
  return (
    <nav className={classes.path} aria-label={t('shell.path')}>
      {steps.length === 0 && <span className={classes.place}>{place}</span>}
      {steps.map((step, i) => (
        <PathStep key={step.key} stepKey={step.key} name={step.name} siblings={step.siblings} last={i === steps.length - 1} onGo={go} />
      ))}
    </nav>
  );
}

/** The row the page is about: the version of a schedule, the node of boards, reports or resources, the project of a grid, else what is selected in the structure. */
function useCurrentKey(spaceId: number): RowKey | null {
  const pathname = useLocation({ select: (location) => location.pathname });
  const { id, projectId } = useParams({ strict: false }) as { id?: string; projectId?: string };
  const selected = useStructureSelection((store) => store.selected[spaceId] ?? null);
  if (/^\/\d+\/schedule\//.test(pathname)) return id ? `v${Number(id)}` : null;
  if (/^\/\d+\/(kanban-schedule|reports|resources)\//.test(pathname)) return id ? `n${Number(id)}` : null;
  if (projectId) return `n${Number(projectId)}`;
  return /^\/\d+\/?$/.test(pathname) ? selected : null;
}

type Step = { key: RowKey; name: string; siblings: { key: RowKey; name: string }[] };

function stepsTo(index: TreeIndex, key: RowKey): Step[] {
  const id = Number(key.slice(1));
  const version = key.startsWith('v') ? index.versions.get(id) : undefined;
  const nodes = pathTo(index, version ? version.schedule_id : id);
  const steps: Step[] = nodes.map((node) => ({
    key: `n${node.id}`,
    name: node.name,
    siblings: (index.children.get(node.parent_id) ?? []).map((sibling) => ({ key: `n${sibling.id}`, name: sibling.name })),
  }));
  if (version) {
    const siblings = index.versionsOf.get(version.schedule_id) ?? [];
    steps.push({ key, name: version.name, siblings: siblings.map((sibling) => ({ key: `v${sibling.id}`, name: sibling.name })) });
  }
  return steps;
}
