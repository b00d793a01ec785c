#!/usr/bin/env node
import { createReadStream } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { parseArgs } from 'node:util';
import type { EstimateRead } from './estimates/estimate-file.ts';
import { estimateSummary } from './estimates/estimate-summary.ts';
import { readEstimate } from './estimates/read-estimate.ts';
import { FORMATS } from './formats/index.ts';
import type { IfcRead } from './ifc/model.ts';
import { readIfc } from './ifc/read-ifc.ts';
import { summaryOfModel } from './ifc/summary.ts';
import { FILE_FORMATS } from './project-file.ts';
import type { FileFormat, Finding, ProjectFile } from './project-file.ts';
import { readAny, writeAny } from './read-any.ts';
import { CODE_PAGES, type CodePage } from './text/code-pages.ts';

const USAGE = `gantry check FILE                    reads a schedule and tells what is in it and what is wrong with it
gantry model FILE                    reads an IFC model and prints what is in it as JSON
gantry estimate FILE                 prints totals and findings of a cost estimate as JSON
gantry convert FILE TARGET           writes it in another format
  --format ${FILE_FORMATS.join('|')}   of the target, where its ending does not say
  --code-page PAGE                   of the source, where it is not found right: ${CODE_PAGES.join(' ')}
  --for-primavera                    XER: cut texts to the lengths P6 accepts, leave out what only bloats
`;

/** What the command line needs of its surroundings. */
export type Terminal = { out: (text: string) => void; error: (text: string) => void };

/** Runs one command; answers with the exit code: 0 done, 1 the file is no schedule or has errors, 2 the command is wrong. */
export async function runCli(args: readonly string[], terminal: Terminal): Promise<number> {
  let parsed;
  try {
    parsed = parseArgs({
      args: [...args],
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        'code-page': { type: 'string' },
        'for-primavera': { type: 'boolean' },
        help: { type: 'boolean' },
      },
    });
  } catch (error) {
    terminal.error(`${error instanceof Error ? error.message : String(error)}\n${USAGE}`);
    return 2;
  }
  const [command, from, to] = parsed.positionals;
  const wantedPage = parsed.values['code-page'];
  const codePage = CODE_PAGES.find((page) => page === wantedPage);
  const isComplete = (['check', 'model', 'estimate'].includes(command ?? '') && from && !to) || (command === 'convert' && from && to);
  if (parsed.values.help || !isComplete || (wantedPage !== undefined && !codePage)) {
    terminal.error(USAGE);
    return parsed.values.help ? 0 : 2;
  }
  if (command === 'model') return printModel(from, codePage, terminal);
  if (command === 'estimate') return await runEstimate(from, terminal, codePage);
  const { project, findings, format } = await readAny(createReadStream(from), codePage ? { codePage } : {}).catch((error: unknown) => {
    const finding: Finding = { severity: 'error', code: 'file.unreadable', value: error instanceof Error ? error.message : String(error) };
    return { project: null, findings: [finding], format: null };
  });
  for (const finding of findings) terminal.error(`${lineOf(finding)}\n`);
  if (!project) return 1;
  terminal.out(summaryOf(project, format));
  if (command === 'check') return findings.some(({ severity }) => severity === 'error') ? 1 : 0;
  const target = parsed.values.format ? FILE_FORMATS.find((known) => known === parsed.values.format) : formatOfName(to);
  if (!target) {
    terminal.error(USAGE);
    return 2;
  }
  const written = await writeAny(project, target, { forPrimavera: parsed.values['for-primavera'] ?? false });
  for (const finding of written.findings) terminal.error(`${lineOf(finding)}\n`);
  await writeFile(to, written.bytes);
  terminal.out(`${to}: ${written.bytes.length} bytes, ${target}\n`);
  return 0;
}

async function printModel(from: string, codePage: CodePage | undefined, terminal: Terminal): Promise<number> {
  const read = await readFile(from).then(
    (bytes) => readIfc(bytes, codePage ? { codePage } : {}),
    (): IfcRead => ({ model: null, findings: [{ severity: 'error', code: 'file.unreadable' }] }),
  );
  terminal.out(`${JSON.stringify(summaryOfModel(read), null, 2)}\n`);
  return read.model ? 0 : 1;
}

async function runEstimate(from: string, terminal: Terminal, codePage: CodePage | undefined): Promise<number> {
  const read = await readFrom(from, codePage ?? null).catch((error: unknown) => {
    const finding: Finding = { severity: 'error', code: 'file.unreadable', value: error instanceof Error ? error.message : String(error) };
    return { estimate: null, findings: [finding] };
  });
  terminal.out(estimateSummary(read));
  return read.estimate && !read.findings.some(({ severity }) => severity === 'error') ? 0 : 1;
}

const HEAD = 64 * 1024;

async function readFrom(path: string, codePage: CodePage | null): Promise<EstimateRead> {
  const file = await open(path);
  const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD), 0, HEAD, 0).finally(() => file.close());
  return readEstimate(() => createReadStream(path), buffer.subarray(0, bytesRead), { name: path, codePage });
}

/** Format by file extension; `.xml` is Primavera's unless `.mspdi.xml`. */
function formatOfName(name: string): FileFormat | undefined {
  if (name.toLowerCase().endsWith('.mspdi.xml')) return 'mspdi';
  return FILE_FORMATS.find((format) => FORMATS[format].extension === extname(name).toLowerCase());
}

function lineOf({ severity, code, line, column, table, field, value, parameters }: Finding): string {
  const place = [
    line === undefined ? '' : `line ${line}${column === undefined ? '' : `:${column}`}`,
    [table, field].filter(Boolean).join('.'),
  ].filter((part) => part !== '');
  const more = Object.entries(parameters ?? {}).map(([name, given]) => `${name}=${typeof given === 'object' ? given.join(' → ') : given}`);
  return [severity, code, ...place, value === undefined ? '' : JSON.stringify(value), ...more].filter((part) => part !== '').join('  ');
}

function summaryOf(file: ProjectFile, format: FileFormat | null): string {
  const { program, version } = file.producer;
  const head = [format, program, version, file.codePage, file.currency].filter(Boolean).join(', ');
  const lines = file.projects.map(({ code, name, plan, attributes }) => {
    const activities = plan.items.filter(({ type }) => type !== 'sum').length;
    return `  ${code}  ${name}: ${activities} activities, ${plan.relations.length} relations, ${plan.assignments.length} assignments, ${plan.calendars.length} calendars, ${attributes.length} attributes`;
  });
  return `${[head, ...lines].join('\n')}\n`;
}

if (import.meta.main) {
  process.exitCode = await runCli(process.argv.slice(2), {
    out: (text) => void process.stdout.write(text),
    error: (text) => void process.stderr.write(text),
  });
}
