import { readlinkSync } from 'node:fs';
import { getPriority } from 'node:os';
import { basename } from 'node:path';
import { serveThread } from '../workers.thread.ts';

serveThread<null, number>(() => getPriority(Number(basename(readlinkSync('/proc/thread-self')))));
