import { serveThread } from '../jobs/workers.thread.ts';
import { copyBeside, type Seen } from './copy-beside.ts';

export type CopyBesidePiece = { dataDir: string; folder: string; seen: Seen };

serveThread(({ dataDir, folder, seen }: CopyBesidePiece) => copyBeside(dataDir, folder, seen));
