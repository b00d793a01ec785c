import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:http';
import OidcProvider, { type ClientMetadata } from 'oidc-provider';

/** What the provider says of a person, by the name that they sign in there with. */
export type ProviderPerson = {
  sub: string;
  email?: string;
  email_verified?: boolean;
  given_name?: string;
  family_name?: string;
  preferred_username?: string;
};

/** A real OpenID provider on the loopback, with people who sign in by their name alone. */
export type TestProvider = {
  issuer: string;
  people: Map<string, ProviderPerson>;
  /** Signs in there as somebody, as a browser does, and answers where the provider sends the browser back to, or the form that its page posts. */
  signInAs(name: string, address: string): Promise<{ url: string; form: Record<string, string> | null }>;
  /** Replaces the answers of the token endpoint from now on; null: the real ones. */
  forge(forgery: ((answer: Record<string, unknown>) => Promise<Record<string, unknown>>) | null): void;
  /** Signs a token as the provider would, or by another key. */
  sign(claims: Record<string, unknown>, by: 'own_key' | 'other_key'): Promise<string>;
  close(): Promise<void>;
};

/** Starts one for a client of that name, whose returns lead to `redirectUris`. */
export async function startTestProvider(client: { id: string; secret: string; redirectUris: string[] }): Promise<TestProvider> {
  const [own, other] = await Promise.all([
    generateKeyPair('RS256', { extractable: true }),
    generateKeyPair('RS256', { extractable: true }),
  ]);
  const jwk = { ...(await exportJWK(own.privateKey)), kid: 'own', alg: 'RS256', use: 'sig' };
  const people = new Map<string, ProviderPerson>();
  const state: { forgery: Parameters<TestProvider['forge']>[0] } = { forgery: null };
  const server = createServer();
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = createProvider(issuer, client, jwk, people);
  provider.use(async (ctx, next) => {
    await next();
    if (ctx.path === '/token' && ctx.status === 200 && state.forgery) ctx.body = await state.forgery(ctx.body as Record<string, unknown>);
  });
  server.on('request', (request, response) => void provider.callback()(request, response));
  return {
    issuer,
    people,
    signInAs: (name, address) => walk(issuer, name, address),
    forge: (forgery) => void (state.forgery = forgery),
    sign: (claims, by) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid: 'own' }).sign(by === 'own_key' ? own.privateKey : other.privateKey),
    close: () => closeServer(server),
  };
}

function createProvider(
  issuer: string,
  client: { id: string; secret: string; redirectUris: string[] },
  jwk: Record<string, unknown>,
  people: Map<string, ProviderPerson>,
): OidcProvider {
  const metadata: ClientMetadata = {
    client_id: client.id,
    client_secret: client.secret,
    redirect_uris: client.redirectUris,
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_basic',
  };
  const provider = new OidcProvider(issuer, {
    clients: [metadata],
    jwks: { keys: [jwk] },
    cookies: { keys: ['a key of the test'] },
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name', 'family_name', 'preferred_username'] },
    pkce: { required: () => true },
    clientAuthMethods: ['client_secret_basic'],
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 600, IdToken: 60, Interaction: 600, Session: 600 },
    findAccount: (_ctx, name) => {
      const { sub: _own, ...claims } = people.get(name) ?? { sub: name };
      return { accountId: name, claims: () => ({ sub: people.get(name)?.sub ?? name, ...claims }) };
    },
    // Whoever signs in agrees to everything.
    loadExistingGrant: async (ctx) => {
      const { client: known, session } = ctx.oidc;
      const grant = new ctx.oidc.provider.Grant({ clientId: known?.clientId, accountId: session?.accountId });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  provider.use(async (ctx, next) => {
    const [, uid] = /^\/interaction\/([\w-]+)$/.exec(ctx.path) ?? [];
    if (!uid) return next();
    const name = typeof ctx.query['as'] === 'string' ? ctx.query['as'] : '';
    if (name === 'nobody') return provider.interactionFinished(ctx.req, ctx.res, { error: 'access_denied' });
    if (name) return provider.interactionFinished(ctx.req, ctx.res, { login: { accountId: name } });
    ctx.type = 'html';
    ctx.body = `<!doctype html><title>Provider</title><link rel="icon" href="data:,"><h1>Who are you?</h1>${[...people.keys(), 'nobody']
      .map((person) => `<p><a href="/interaction/${uid}?as=${person}">${person}</a></p>`)
      .join('')}`;
    return undefined;
  });
  return provider;
}

/** What a browser does between the two ends: follows, keeps the provider's cookies, chooses a person. */
async function walk(issuer: string, name: string, address: string): Promise<{ url: string; form: Record<string, string> | null }> {
  const cookies = new Map<string, string>();
  let url = address;
  for (let step = 0; step < 10; step += 1) {
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (key) cookies.set(key, value);
    }
    const text = await response.text();
    const location = response.headers.get('location');
    const [, action] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
    if (action)
      return {
        url: action,
        form: Object.fromEntries([...text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, field, value]) => [field, value])),
      };
    if (!location) throw new Error(`The provider answered ${response.status} at ${url}: ${text.slice(0, 300)}`);
    url = new URL(location, url).href;
    if (!url.startsWith(issuer)) return { url, form: null };
    if (/\/interaction\/[\w-]+$/.test(url)) url += `?as=${name}`;
  }
  throw new Error('The provider leads nowhere.');
}

async function closeServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
}
