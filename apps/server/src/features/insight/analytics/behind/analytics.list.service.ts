import type { NodeFigures, PageOfRows } from '@gantry/contract';
import type { Context } from '../../../../platform/context.ts';
import { listNodesOf } from '../../../structure/eps/eps.service.ts';
import { listInView } from '../../../structure/eps-views/eps-views.service.ts';
import { listUncheckedNodes } from '../analytics.repository.ts';
import { earnedValueOf, readFacts, statsOf } from '../analytics.service.ts';
import { promisesOfFacts } from '../sums/analytics.grouped.service.ts';

type Facts = Awaited<ReturnType<typeof readFacts>>['facts'][number];

/** Nodes as a list, each with what lies below it. */
export async function listNodesWithFigures(context: Context, asked: PageOfRows & { parent_id?: number; search?: string }) {
  const list = await listInView(context, asked);
  const unchecked = new Set(await context.read((db) => listUncheckedNodes(db, context.spaceId)));
  const children = Map.groupBy(await listNodesOf(context, {}), ({ parent_id }) => parent_id);
  // What counts nothing above itself counts at itself all the same.
  const countedBelow = (id: number): number[] => [
    id,
    ...(children.get(id) ?? []).flatMap((child) => (unchecked.has(child.id) ? [] : countedBelow(child.id))),
  ];
  const below = new Map(list.nodes.map(({ id }) => [id, new Set(countedBelow(id))]));
  const all = new Set([...below.values()].flatMap((ids) => [...ids]));
  const { facts, outdated } = await readFacts(context, (scheduleId) => all.has(scheduleId));
  const bySchedule = Map.groupBy(facts, ({ schedule_id }) => schedule_id);
  return {
    ...list,
    nodes: list.nodes.map((node) => {
      const own = [...(below.get(node.id) ?? [])].flatMap((id) => bySchedule.get(id) ?? []);
      return { ...node, analytic: { ...figuresOf(own), outdated: own.some(({ version_id }) => outdated.has(version_id)) } };
    }),
  };
}

function figuresOf(facts: readonly Facts[]): Omit<NodeFigures, 'outdated'> {
  const money = facts.every((one) => one.money);
  const stats = statsOf(
    facts.map(({ head }) => head),
    money,
  );
  const earned = (kind: 'cost' | 'labour') => earnedValueOf(facts, kind, 'month');
  const cost = money ? earned('cost') : null;
  const pace = earned('labour') ?? cost;
  return {
    ...stats,
    schedules: facts.length,
    spi: pace?.spi ?? null,
    spi_t: pace?.spit ?? null,
    cpi: cost?.cpi ?? null,
    ppc: promisesOfFacts(facts).share,
  };
}
