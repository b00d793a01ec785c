import type { TFunction } from 'i18next';
import { expect, it } from 'vitest';
import { indexTree } from '../../features/structure/eps/eps.model.ts';
import { deleteQuestion, deletionOf, lockedBelow, lockedQuestion } from './delete-question.ts';

const at = '';
const index = indexTree({
  nodes: [
    { id: 1, kind: 'facility', name: 'Plant', parent_id: null, position: 1, created_at: at, updated_at: at },
    { id: 2, kind: 'project', name: 'Unit', parent_id: 1, position: 1, created_at: at, updated_at: at },
    { id: 3, kind: 'schedule', name: 'Piping', parent_id: 2, position: 1, created_at: at, updated_at: at },
    { id: 4, kind: 'schedule', name: 'Civil', parent_id: 2, position: 2, created_at: at, updated_at: at },
  ],
  versions: [3, 4].map((schedule) => ({
    id: schedule * 10,
    schedule_id: schedule,
    name: `Version ${schedule}`,
    kind: 'version',
    locked: false,
    revision: 0,
    calculation_status: 0,
    validity: 0,
    left_out: [],
    data_date: null,
    item_count: 0,
    created_at: at,
    updated_at: at,
  })),
});
/** Texts as their key and values, so that a test sees what is said. */
const t = ((key: string, values?: object) => `${key}${values ? JSON.stringify(values) : ''}`) as unknown as TFunction;

it('deletes once what stands below something that is deleted too', () => {
  expect(deletionOf(['n2', 'n3', 'v30', 'n4', 'v40'], index)).toEqual({ nodes: [2], versions: [] });
  expect(deletionOf(['n3', 'v30', 'v40'], index)).toEqual({ nodes: [3], versions: [40] });
});

it('names the one, and says what goes with it', () => {
  const question = deleteQuestion(['n2'], index, t);
  expect(question.title).toBe('eps.delete_one{"name":"Unit"}');
  expect(question.text).toContain('eps.count_nodes{\\"count\\":2}');
  expect(question.text).toContain('eps.count_versions{\\"count\\":2}');
  expect(question.text).toContain('eps.delete_final');
});

it('counts and lists several', () => {
  const question = deleteQuestion(['n3', 'v40'], index, t);
  expect(question.title).toBe('eps.delete_many{"count":2}');
  expect(question.text).toContain('• Piping\n• Version 4');
  expect(question.confirmLabel).toBe('eps.delete_count{"count":2}');
});

it('names the locked versions that go with a node', () => {
  const versions = [...index.versions.values()].map((version) => ({ ...version, locked: version.id === 40 }));
  const locking = indexTree({ nodes: [...index.nodes.values()], versions });
  expect(lockedBelow([3], locking)).toEqual([]);
  const found = lockedBelow([1], locking);
  expect(found.map(({ id }) => id)).toEqual([40]);
  expect(lockedQuestion(found, locking, t).text).toContain('• Civil / Version 4');
});
