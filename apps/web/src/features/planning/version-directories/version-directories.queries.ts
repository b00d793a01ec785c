import { api, type DirectoryAssignment } from '@gantry/contract';
import { call } from '../../../lib/calls/api-client.ts';
import { useAtRevision } from '../../../lib/at-revision.ts';

/** Rows of directories on a work with what follows from each. */
export const useItemDirectories = (versionId: number, itemId: number, revision: number) =>
  useAtRevision(['version-directories', versionId, itemId], revision, (options) =>
    call(api.versionDirectories.ofItem, { query: { version_id: versionId, item_id: itemId } }, options),
  );

/** Whether the version's directory values are up to date. */
export const useDirectoryIndicator = (versionId: number, revision: number) =>
  useAtRevision(['version-directories', versionId, 'indicator'], revision, (options) =>
    call(api.versionDirectories.indicator, { params: { id: versionId } }, options),
  ).data;

/** Gives works a row of a directory with all that follows. */
export const assignRow = (versionId: number, body: DirectoryAssignment) =>
  call(api.versionDirectories.assign, { params: { id: versionId }, body });

/** What of a value can be changed. */
export type ValueChange = { id: number; volume?: number | null; volume_unit?: string; crew?: number; rule?: DirectoryAssignment['rule'] };

/** Changes a value; what follows is counted anew. */
export const changeValue = (versionId: number, value: ValueChange) =>
  call(api.versionDirectories.linkedValue, { params: { id: versionId }, body: { values: [value] } });

/** Takes a value from a work, with the resources and assignments that it brought. */
export const removeValue = (versionId: number, directoryId: number, valueId: number) =>
  call(api.versionDirectories.remove, { params: { id: versionId, directoryId }, body: { value_ids: [valueId] } });

/** Updates all that follows from directories in a version. */
export const recalculate = (versionId: number) => call(api.versionDirectories.recalculate, { params: { id: versionId } });
