import { api } from '@gantry/contract';
import { type Answer, type Keys, send } from './call.ts';
import type { TestProvider } from './servers/openid-provider.ts';
import type { World } from './world.ts';

/** The address of the installation in these journeys; the provider knows the returns below it. */
export const PUBLIC_URL = 'https://plans.gantry.example';
export const RETURN = `${PUBLIC_URL}${api.singleSignOn.openidReturn.path}`;
export const FORM_RETURN = `${PUBLIC_URL}${api.singleSignOn.adfsReturn.path}`;

/** As the proxy with TLS calls that stands before the installation. */
export const OVER_TLS = { 'x-forwarded-proto': 'https', host: 'plans.gantry.example' };
export const AS_PAGE = { ...OVER_TLS, accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };

export const newBrowser = (): Keys => ({ cookies: new Map(), token: '' });

type Method = 'openid' | 'adfs';
type Headers = Record<string, string>;

/** The environment of an installation with this provider behind it. */
export function environmentOf(provider: TestProvider, more: Record<string, string> = {}): Record<string, string> {
  const client = (prefix: string) => ({
    [`${prefix}_ISSUER`]: provider.issuer,
    [`${prefix}_CLIENT_ID`]: 'gantry',
    [`${prefix}_CLIENT_SECRET`]: 'a secret of the test',
  });
  return {
    ...client('OIDC'),
    ...client('ADFS'),
    GANTRY_PUBLIC_URL: PUBLIC_URL,
    GANTRY_TRUSTED_PROXIES: '127.0.0.1',
    GANTRY_EGRESS_ALLOWED: provider.issuer,
    ...more,
  };
}

export const CLIENT = { id: 'gantry', secret: 'a secret of the test', redirectUris: [RETURN, FORM_RETURN] };

/** Starts a sign-in in a browser; returns the address of the provider or another redirect. */
export async function begin(
  world: World,
  browser: Keys,
  method: Method = 'openid',
  redirect?: string,
): Promise<Answer<any> & { to: string }> {
  const answer = await send(world.base, browser, api.singleSignOn[method], { query: { redirect } }, { headers: AS_PAGE });
  return { ...answer, to: answer.headers.get('location') ?? '' };
}

/** What the provider sent the browser back with. */
export type Back = { url: string; form: Record<string, string> | null };

/** Returns to the browser with the provider's answer; `headers` mark a page or a script. */
export async function comeBack(
  world: World,
  browser: Keys,
  back: Back,
  headers: Headers = OVER_TLS,
): Promise<Answer<any> & { to: string }> {
  const answer = back.form
    ? await send(
        world.base,
        browser,
        api.singleSignOn.adfsReturn,
        {},
        {
          // The form comes from the page of the provider.
          headers: {
            ...headers,
            origin: 'http://provider.example',
            'sec-fetch-site': 'cross-site',
            'content-type': 'application/x-www-form-urlencoded',
          },
          raw: new URLSearchParams(back.form).toString(),
        },
      )
    : await send(
        world.base,
        browser,
        api.singleSignOn.openidReturn,
        { query: Object.fromEntries(new URL(back.url).searchParams) },
        { headers },
      );
  return { ...answer, to: answer.headers.get('location') ?? '' };
}

/** The whole way, as a script that reads JSON. */
export async function signInBy(world: World, provider: TestProvider, name: string, method: Method = 'openid', browser = newBrowser()) {
  const { to } = await begin(world, browser, method);
  const answer = await comeBack(world, browser, await provider.signInAs(name, to));
  if (answer.status === 200) browser.token = answer.body.token;
  return { browser, answer, code: (answer.body.errors?.[0]?.code ?? 'ok') as string };
}
