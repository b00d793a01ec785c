/** Whole projects as files: the door. */

export { projectExportJob, startProjectExport } from './project-files.export.service.ts';
export { projectImportJob, startProjectImport } from './project-files.import.service.ts';
