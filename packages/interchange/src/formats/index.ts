import type { ByteSource, FileFormat, ProjectFile, ReadOptions, ReadResult, WriteResult } from '../project-file.ts';
import type { TableOptions } from '../table/read-table.ts';
import { readCsv } from './csv/read.ts';
import { writeCsv } from './csv/write.ts';
import { readIfcPlan } from './ifc/read.ts';
import { writeIfcPlan } from './ifc/write.ts';
import { readJson } from './json/read.ts';
import { writeJson } from './json/write.ts';
import { readMspdi } from './mspdi/read.ts';
import { writeMspdi } from './mspdi/write.ts';
import { readNative } from './native/read.ts';
import { writeNative } from './native/write.ts';
import { readPmxml } from './pmxml/read.ts';
import { writePmxml } from './pmxml/write.ts';
import { readXer } from './xer/read.ts';
import { writeXer } from './xer/write/write.ts';
import type { XerWriteOptions } from './xer/write/write.ts';
import { readXlsx } from './xlsx/read.ts';
import { writeXlsx } from './xlsx/write.ts';

/** Options of all formats; each uses its own. */
export type AnyReadOptions = ReadOptions & TableOptions;
export type AnyWriteOptions = XerWriteOptions;

/** One file format: its names, its media type and both directions. */
export type FormatMember = {
  extension: string;
  mediaType: string;
  read: (source: ByteSource, options?: AnyReadOptions) => Promise<ReadResult>;
  write: (file: ProjectFile, options?: AnyWriteOptions) => WriteResult | Promise<WriteResult>;
};

/** Every file format of a schedule. */
export const FORMATS = {
  xer: { extension: '.xer', mediaType: 'application/octet-stream', read: readXer, write: writeXer },
  pmxml: { extension: '.xml', mediaType: 'application/xml', read: readPmxml, write: writePmxml },
  mspdi: { extension: '.xml', mediaType: 'application/xml', read: readMspdi, write: writeMspdi },
  xlsx: {
    extension: '.xlsx',
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    read: readXlsx,
    write: writeXlsx,
  },
  csv: { extension: '.csv', mediaType: 'text/csv', read: readCsv, write: writeCsv },
  json: { extension: '.json', mediaType: 'application/json', read: readJson, write: writeJson },
  ifc: { extension: '.ifc', mediaType: 'application/x-step', read: readIfcPlan, write: writeIfcPlan },
  gantry: { extension: '.gantry', mediaType: 'application/octet-stream', read: readNative, write: writeNative },
} as const satisfies Record<FileFormat, FormatMember>;
