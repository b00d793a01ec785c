import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the model does with a call: the text that it answers with, or nothing where it has used the response itself or stays silent. */
type Answer = (response: ServerResponse) => string | undefined;

/** An endpoint of OpenAI's form on the loopback that answers what a test wants, with the calls that it got. */
export type ModelServer = {
  /** What an installation needs in its environment to ask it. */
  environment: Record<string, string>;
  asked: { url: string; key: string; body: string }[];
  answer: Answer;
  close(): Promise<void>;
};

export const MODEL_KEY = 'key-of-the-model';

/** The body of an answer of OpenAI's form. */
export const completionOf = (content: unknown): string => JSON.stringify({ choices: [{ message: { content } }] });

export async function startModel(): Promise<ModelServer> {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      model.asked.push({ url: String(request.url), key: String(request.headers.authorization), body: Buffer.concat(parts).toString() });
      const content = model.answer(response);
      if (content !== undefined) response.writeHead(200, { 'content-type': 'application/json' }).end(completionOf(content));
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const model: ModelServer = {
    environment: {
      GANTRY_AI_URL: `${origin}/v1`,
      GANTRY_AI_MODEL: 'small-one',
      GANTRY_AI_KEY: MODEL_KEY,
      GANTRY_AI_CALLS_A_DAY: '40',
      GANTRY_EGRESS_ALLOWED: origin,
    },
    asked: [],
    answer: () => '',
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
    },
  };
  return model;
}
