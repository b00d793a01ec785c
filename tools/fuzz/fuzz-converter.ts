import { type ChildProcess, fork } from 'node:child_process';
import type { ConvertMessage, ConvertQuestion } from '../../apps/server/src/features/bim/models/models.convert.process.ts';

const CONVERT = new URL('../../apps/server/src/features/bim/models/models.convert.process.ts', import.meta.url);
/** Longer than any of the files takes, and short enough for those that turn in a circle; a process that begins loads its libraries first. */
const PATIENCE_MS = 2000;
const BEGINNING_MS = 20_000;
/** What a library has not given back adds up. */
const CONVERSIONS = 500;

/** How a conversion ended: what the reader has found, what the library threw, or how its process ended. */
export type Ending = { converted: number } | { refused: string } | { failed: 'thrown' | 'hung' | 'died' };

/** Converts one file after another in a process, which is another one after each that has hung or died. */
export class Converter {
  private child: ChildProcess | null = null;
  private made = 0;
  /** Processes that had to be ended, or have ended. */
  lost = 0;

  async convert(question: ConvertQuestion): Promise<Ending> {
    if (this.made++ % CONVERSIONS === 0) this.close();
    const patienceMs = this.child ? PATIENCE_MS : BEGINNING_MS;
    this.child ??= fork(CONVERT, ['many'], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'], env: {} });
    const { child } = this;
    const ending = await new Promise<Ending>((resolve) => {
      const end = (how: Ending): void => {
        clearTimeout(patience);
        child.removeAllListeners();
        resolve(how);
      };
      const patience = setTimeout(() => end({ failed: 'hung' }), patienceMs);
      child.once('exit', () => end({ failed: 'died' }));
      child.on('message', (message: ConvertMessage) => {
        if ('refused' in message) end(message);
        else if ('thrown' in message) end({ failed: 'thrown' });
        else if ('done' in message) end({ converted: message.done.elements });
      });
      child.send(question);
    });
    if ('failed' in ending && ending.failed !== 'thrown') {
      this.lost++;
      this.close();
    }
    return ending;
  }

  close(): void {
    this.child?.kill('SIGKILL');
    this.child = null;
  }
}
