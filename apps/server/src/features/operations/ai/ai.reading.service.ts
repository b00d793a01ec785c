import { openThread, READING_MEMORY, type Thread } from '../../../platform/jobs/workers.ts';
import { type Connection, type Database, perDatabase } from '../../../platform/postgres/database.ts';
import type { AiAnswers, AiQuestion } from './ai.thread.ts';

type AiThread = Thread<AiQuestion, AiAnswers[keyof AiAnswers]>;

const aiOfDatabase = perDatabase((): { thread: AiThread | null } => ({ thread: null }));

/** Opens the thread that reads whole versions and directories, by a connection of its own. */
export function openAi(services: { database: Database }, connection: Connection): AiThread {
  const thread: AiThread = openThread(new URL('./ai.thread.ts', import.meta.url), READING_MEMORY, connection);
  aiOfDatabase(services).thread = thread;
  return thread;
}

/** Asks the thread. */
export async function askThread<Q extends AiQuestion>(services: { database: Database }, question: Q): Promise<AiAnswers[Q['do']]> {
  const { thread } = aiOfDatabase(services);
  if (!thread) throw new Error('the thread of the assistant is not open');
  return (await thread.run(question)) as AiAnswers[Q['do']];
}
