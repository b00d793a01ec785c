import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  calculatePKCECodeChallenge,
  type ClientAuth,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  clockTolerance,
  type Configuration,
  customFetch,
  type CustomFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import { EgressRefused, type SafeFetch } from '../../../platform/egress/egress.ts';
import type { ProviderEnv } from '../../../platform/env/env.sign-in.ts';
import { fail, Refused } from '../../../platform/fail.ts';
import { describeError, type Log } from '../../../platform/log.ts';
import type { Claims } from './single-sign-on.rules.ts';

/** What ties a return to its beginning. */
export type Proof = { state: string; nonce: string; codeVerifier: string };

/** The identity in the provider's signed token. `more` requests further claims from the provider. */
export type Identity = { issuer: string; subject: string; claims: Claims; more(): Promise<Claims> };

/** An identity provider that speaks OpenID Connect. */
export type Provider = {
  method: 'openid' | 'adfs';
  settings: ProviderEnv;
  /** Where to send the browser. */
  addressOf(proof: Proof): Promise<string>;
  /** Trades what the browser brought back for an identity. */
  redeem(fields: Readonly<Record<string, string | undefined>>, proof: Proof): Promise<Identity>;
};

const KNOWN_FOR_MS = 60 * 60_000;
const CLOCKS_DIFFER_SECONDS = 60;
/** OpenID Connect bounds it to this. */
const SUBJECT_LENGTH = 255;

/** Opens a provider without contacting it before the first sign-in. */
export function openProvider(
  method: Provider['method'],
  settings: ProviderEnv,
  { redirectUri, safeFetch, log }: { redirectUri: string; safeFetch: SafeFetch; log: Log },
): Provider {
  let known: { until: number; configuration: Promise<Configuration> } | null = null;
  /** The provider's metadata; fetched again after an hour and after a failure. */
  const configuration = (): Promise<Configuration> => {
    if (known && performance.now() < known.until) return known.configuration;
    const asked = { until: performance.now() + KNOWN_FOR_MS, configuration: discover(settings, safeFetch) };
    asked.configuration.catch(() => {
      if (known === asked) known = null;
    });
    known = asked;
    return asked.configuration;
  };
  const guarded = async <T>(work: (config: Configuration) => Promise<T>): Promise<T> => {
    try {
      return await work(await configuration());
    } catch (error) {
      log.warn('sign_in.failed', {
        method,
        ...describeError(error),
        cause: describeError(error instanceof Error ? error.cause : undefined),
      });
      return refuse(error);
    }
  };
  return {
    method,
    settings,
    addressOf: (proof) =>
      guarded(async (config) => {
        const address = buildAuthorizationUrl(config, {
          redirect_uri: redirectUri,
          scope: settings.scopes,
          code_challenge: await calculatePKCECodeChallenge(proof.codeVerifier),
          code_challenge_method: 'S256',
          state: proof.state,
          nonce: proof.nonce,
          ...(method === 'adfs' ? { response_mode: 'form_post' } : {}),
        });
        if (address.protocol !== 'https:' && address.origin !== new URL(settings.issuer).origin)
          throw new EgressRefused('protocol', address.host);
        return address.href;
      }),
    redeem: (fields, { state, nonce, codeVerifier }) =>
      guarded(async (config) => {
        const current = new URL(redirectUri);
        for (const [name, value] of Object.entries(fields)) if (value !== undefined) current.searchParams.set(name, value);
        const tokens = await authorizationCodeGrant(config, current, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (!claims?.sub || claims.sub.length > SUBJECT_LENGTH) return fail('sign_in.proof_refused');
        const more = (): Promise<Claims> =>
          config.serverMetadata().userinfo_endpoint
            ? guarded(async () => ({ ...claims, ...(await fetchUserInfo(config, tokens.access_token, claims.sub)) }))
            : Promise.resolve(claims);
        return { issuer: claims.iss, subject: claims.sub, claims, more };
      }),
  };
}

async function discover({ issuer, clientId, clientSecret }: ProviderEnv, safeFetch: SafeFetch): Promise<Configuration> {
  // By the provider's own word; OpenID Connect's default is Basic.
  const bySecret =
    (secret: string): ClientAuth =>
    (server, ...rest) => {
      const post = server.token_endpoint_auth_methods_supported?.includes('client_secret_post');
      return (post ? ClientSecretPost(secret) : ClientSecretBasic(secret))(server, ...rest);
    };
  const guardedFetch: CustomFetch = (url, { method, headers, body, signal }) =>
    safeFetch(url, { method, headers, body: body instanceof URLSearchParams ? body.toString() : (body as string | undefined), signal });
  const config = await discovery(
    new URL(issuer),
    clientId,
    { [clockTolerance]: CLOCKS_DIFFER_SECONDS },
    clientSecret === null ? None() : bySecret(clientSecret),
    {
      [customFetch]: guardedFetch,
      // Tokens are looked at by their signature too, not by the connection that they came through alone.
      execute: [enableNonRepudiationChecks, ...(issuer.startsWith('http:') ? [allowInsecureRequests] : [])],
    },
  );
  return config;
}

/** Answers of the provider by which the person, or what they brought, is refused; all else is the provider's own trouble. */
const BAD_PROOF = new Set([
  'OAUTH_INVALID_RESPONSE',
  'OAUTH_JWT_TIMESTAMP_CHECK_FAILED',
  'OAUTH_JWT_CLAIM_COMPARISON_FAILED',
  'OAUTH_KEY_SELECTION_FAILED',
  'OAUTH_UNSUPPORTED_OPERATION',
]);

function refuse(error: unknown): never {
  if (error instanceof AuthorizationResponseError) {
    const reason = /^[a-z_]{1,40}$/.test(error.error) ? error.error : '';
    fail(reason === 'server_error' || reason === 'temporarily_unavailable' ? 'sign_in.provider_down' : 'sign_in.denied', { reason });
  }
  if (error instanceof ResponseBodyError && error.error === 'invalid_grant') fail('sign_in.proof_refused');
  if (error instanceof ClientError && BAD_PROOF.has(error.code ?? '') && !(error.cause instanceof EgressRefused))
    fail('sign_in.proof_refused');
  if (error instanceof Refused) throw error;
  return fail('sign_in.provider_down');
}
