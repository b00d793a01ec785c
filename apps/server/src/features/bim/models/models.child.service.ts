import type { ErrorCode, ModelFinding } from '@gantry/contract';
import { type ChildProcess, fork } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { Refused } from '../../../platform/fail.ts';
import type { ConvertMessage, ConvertQuestion } from './models.convert.process.ts';
import { longestMs, mostMemory, STALL_MS, type Stage } from './models.limits.rules.ts';

const CONVERT = new URL('./models.convert.process.ts', import.meta.url);
const HEAP_MB = 3072;
const LOOK_EVERY_MS = 500;
const NICE = 10;
/** Clocks of processes tick a hundred times a second. */
const TICK_MS = 10;
/** So many times slower than the machine can a busy one be. */
const SLOWEST = 5;

/** What readers of files find, as calls refuse it. */
export const REFUSALS: Record<string, ErrorCode> = {
  'ifc.empty': 'model.empty',
  'ifc.too_large': 'model.too_large',
  'ifc.not_step': 'model.not_ifc',
  'ifc.schema_unknown': 'model.schema_unknown',
  'ifc.no_data': 'model.no_data',
  'ifc.truncated': 'model.truncated',
  'ifc.unterminated': 'model.unterminated',
  'ifc.cyclic_placement': 'model.cyclic',
  'zip.malformed': 'model.zip_broken',
  'zip.too_many_files': 'model.zip_many',
  'zip.too_large': 'model.zip_large',
  'zip.encrypted': 'model.zip_encrypted',
};

export type Converted = { schema: string; program: string; elements: number; findings: ModelFinding[] };
type Watch = {
  bytes: number;
  signal: AbortSignal;
  progress: (stage: Stage, part: number) => void;
  /** Of tests: another program, and less patience. */
  program?: URL;
  stallMs?: number;
  memory?: number;
};

/** Converts a file in a process of its own, which is killed when it is silent, takes too long, grows too large or is not wanted any more. */
export async function convertFile(question: ConvertQuestion, watch: Watch): Promise<Converted> {
  const { bytes, signal, program = CONVERT, stallMs = STALL_MS, memory = mostMemory(bytes) } = watch;
  signal.throwIfAborted();
  const child = fork(program, [JSON.stringify(question)], {
    execArgv: [`--max-old-space-size=${HEAP_MB}`, '--disable-warning=ExperimentalWarning'],
    env: {},
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  const { pid } = child;
  if (pid !== undefined) tryTo(() => setPriority(pid, NICE));
  let watching: NodeJS.Timeout | undefined;
  const kill = () => void child.kill('SIGKILL');
  try {
    return await new Promise<Converted>((resolve, reject) => {
      const refuse = (code: ErrorCode) => reject(new Refused(code));
      signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      const began = Date.now();
      let heard: Moment = { at: began, worked: 0 };
      watching = setInterval(() => {
        void isStalled(child, heard, stallMs).then((stalled) => stalled && refuse('model.stalled'));
        if (Date.now() - began > longestMs(bytes)) refuse('model.too_long');
        void memoryOf(child).then((used) => used > memory && refuse('model.too_much_memory'));
      }, LOOK_EVERY_MS);
      child.on('message', (message: ConvertMessage) => {
        const at = Date.now();
        heard = { at, worked: heard.worked };
        void workedBy(child).then((worked) => (heard = { at: Math.max(at, heard.at), worked: worked ?? heard.worked }));
        if ('stage' in message) watch.progress(message.stage, message.part);
        else if ('refused' in message) refuse(REFUSALS[message.refused] ?? 'model.converter_failed');
        else if ('thrown' in message) refuse('model.converter_failed');
        else resolve(message.done);
      });
      // Out of memory, out of the WebAssembly heap, or an error of the library without a text.
      child.on('error', () => refuse('model.converter_failed'));
      child.on('exit', () => refuse('model.converter_failed'));
    });
  } finally {
    clearInterval(watching);
    kill();
  }
}

function tryTo(work: () => void): void {
  try {
    work();
  } catch {
    // A system without priorities.
  }
}

type Moment = { at: number; worked: number };

/**
 * Whether a process has been silent for too long: by the time that it has worked since, for on a busy machine it may have had no turn, and by
 * the clock where it does nothing at all or the system does not show its time.
 */
async function isStalled(child: ChildProcess, heard: Moment, stallMs: number): Promise<boolean> {
  const silent = Date.now() - heard.at;
  if (silent <= stallMs) return false;
  const worked = await workedBy(child);
  return worked === null || worked - heard.worked > stallMs || silent > stallMs * SLOWEST;
}

/** Milliseconds that a process has worked; null where the system does not show it. */
async function workedBy({ pid }: ChildProcess): Promise<number | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  // The process name precedes these fields in brackets and may contain any character.
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * TICK_MS;
}

/** What a process holds in memory; 0 where the system does not show it. */
async function memoryOf({ pid }: ChildProcess): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '');
  return Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024;
}
