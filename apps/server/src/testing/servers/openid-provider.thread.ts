import { parentPort, workerData } from 'node:worker_threads';
import { type ProviderPerson, startTestProvider } from './openid-provider.ts';

/** What a journey in the browser says of the provider that it wants; it is answered with the issuer. */
export type ProviderInput = { client: { id: string; secret: string; redirectUris: string[] }; people: ProviderPerson[] };

const { client, people } = workerData as ProviderInput;
const provider = await startTestProvider(client);
for (const person of people) provider.people.set(person.sub, person);
parentPort?.postMessage(provider.issuer);
