import { api, type PipeDefinition, type PipelineSettings } from '@gantry/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/calls/api-client.ts';
import { usePush } from '../../../lib/push/push.ts';

/** The packages of a project by stages, loaded again when a version of them has changed. */
export function usePipeline(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const query = useQuery({
    queryKey: ['space', spaceId, 'pipeline', projectId],
    queryFn: ({ signal }) => call(api.pipes.read, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });
  usePush('version_changed', ({ version_id }) => {
    if (query.data?.stages.some((stage) => stage.version_id === version_id))
      void client.invalidateQueries({ queryKey: ['space', spaceId, 'pipeline', projectId] });
  });
  return query;
}

/** Stages and gates of a project, and what its pipes can be made of. */
export const usePipelineSettings = (spaceId: number, projectId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'pipeline-settings', projectId],
    queryFn: ({ signal }) => call(api.pipes.settings, { params: { id: projectId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
  });

/** The relations that a pipe asks for and the plans do not have. */
export const usePipeLinks = (spaceId: number, pipeId: number) =>
  useQuery({
    queryKey: ['space', spaceId, 'pipe-links', pipeId],
    queryFn: ({ signal }) => call(api.pipes.proposeLinks, { params: { id: pipeId } }, { signal, spaceId, quiet: true }),
    staleTime: 0,
    gcTime: 0,
  });
export type ChosenLink = { item_id: number; other_item_id: number };

/** What can be done with a pipeline; each answers when the server has stored it. */
export function usePipeActs(spaceId: number, projectId: number) {
  const client = useQueryClient();
  const again = async (): Promise<void> => {
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'pipeline', projectId] });
    await client.invalidateQueries({ queryKey: ['space', spaceId, 'pipeline-settings', projectId] });
  };
  return {
    async create(pipe: PipeDefinition): Promise<void> {
      await call(api.pipes.create, { body: { ...pipe, project_id: projectId } }, { spaceId });
      await again();
    },
    async update(id: number, pipe: PipeDefinition): Promise<void> {
      await call(api.pipes.update, { params: { id }, body: pipe }, { spaceId });
      await again();
    },
    async remove(id: number): Promise<void> {
      await call(api.pipes.remove, { params: { id } }, { spaceId });
      await again();
    },
    async saveSettings(settings: PipelineSettings): Promise<void> {
      await call(api.pipes.saveSettings, { params: { id: projectId }, body: settings }, { spaceId });
      await again();
    },
    async makeLinks(id: number, links: ChosenLink[]): Promise<void> {
      await call(api.pipes.makeLinks, { params: { id }, body: { links } }, { spaceId });
      await again();
    },
    async approve(scheduleId: number, code: string, approved: boolean): Promise<void> {
      await call(api.pipes.approve, { params: { id: projectId }, body: { schedule_id: scheduleId, code, approved } }, { spaceId });
      await again();
    },
  };
}
