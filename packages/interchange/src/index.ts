export * from './project-file.ts';
export * from './raw.ts';
export { CODE_PAGES } from './text/code-pages.ts';
export type { CodePage } from './text/code-pages.ts';
export { readXer } from './formats/xer/read.ts';
export { readMspdi } from './formats/mspdi/read.ts';
export { writeXer } from './formats/xer/write.ts';
export type { WriteResult, XerWriteOptions } from './formats/xer/write.ts';
export { readPmxml } from './formats/pmxml/read.ts';
