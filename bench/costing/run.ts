/**
 * Costing over an estimate of 50,000 rows: reading the file, matching its next edition, 500 rules, amounts over 100,000 links, acts; a file
 * of 400 MB and the memory that it takes; then through HTTP rules, links, the update of costs, opening and suggestions. Each figure stands
 * beside what the machine needs for the least of it.
 * `node bench/costing/run.ts [ROWS] [files|large|http]`: all of it, or what needs no server, the large file, or what goes through one
 */

import { holdToGates } from '../gates.ts';
import { overFiles } from './files.ts';
import { throughHttp } from './http.ts';
import { overLargeFile } from './large.ts';
import { figures, PART } from './measure.ts';
import { gge } from './sample.ts';

const file = gge(() => ({}));
if (PART === null || PART === 'files') await overFiles(file);
if (PART === null || PART === 'large') await overLargeFile();
if (PART === null || PART === 'http') await throughHttp(file);
holdToGates(figures);
