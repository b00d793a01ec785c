import type { Context } from '../../../platform/context.ts';
import { fail } from '../../../platform/fail.ts';
import { dissolveNode, getNode, listNodesOf, pathOf, reparentNode } from '../eps/eps.service.ts';

/** Schedules of a project: its own, then those of each group. */
export async function listSchedulesOfProject(context: Context, projectId: number) {
  await getNode(context, projectId, 'project');
  const below = await listNodesOf(context, { parentId: projectId });
  const inGroups = await Promise.all(
    below.filter((node) => node.kind === 'schedule_group').map((group) => listNodesOf(context, { parentId: group.id })),
  );
  return [...below.filter((node) => node.kind === 'schedule'), ...inGroups.flat()];
}

/** Puts a schedule into a group of its project, or straight under the project. */
export async function moveScheduleToGroup(context: Context, scheduleId: number, groupId: number | null): Promise<void> {
  const path = await pathOf(context, scheduleId);
  if (path.at(-1)?.kind !== 'schedule') fail('node.not_found', { id: scheduleId });
  const project = path.find((node) => node.kind === 'project');
  if (groupId !== null && !(await pathOf(context, groupId)).some((node) => node.id === project?.id))
    fail('node.wrong_parent', { kind: 'schedule', parent: 'schedule_group' });
  await reparentNode(context, scheduleId, groupId ?? project?.id ?? 0);
}

/** Removes a group; its schedules move up to the project first. */
export async function dissolveGroup(context: Context, groupId: number): Promise<void> {
  await dissolveNode(context, groupId, 'schedule_group');
}
