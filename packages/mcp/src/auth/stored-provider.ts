import { randomUUID } from 'node:crypto';
import type {
  OAuthClientInformationContext,
  OAuthClientMetadata,
  OAuthClientProvider,
  OAuthDiscoveryState,
  StoredOAuthClientInformation,
  StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import type { CredentialStore } from './credential-store.ts';
import type { Person } from './person.ts';

/** How we are known. */
export interface OAuthClient {
  readonly grant: 'authorization_code' | 'client_credentials';
  /** Of a client that is registered already. */
  readonly clientId?: string;
  readonly clientSecret?: string;
  readonly scope?: string;
  /** The one authorization server that the secret may be shown to. */
  readonly issuer?: string;
}

/** What the SDK asks about our authorization at one server, answered from what is kept by issuer. */
export class StoredProvider implements OAuthClientProvider {
  readonly #client: OAuthClient;
  readonly #store: CredentialStore;
  readonly #person: Person | undefined;
  readonly #state = randomUUID();
  readonly clientMetadataUrl?: string;
  /** The page a person has to see, where a login has begun. */
  #page: URL | undefined;

  constructor(client: OAuthClient, store: CredentialStore, person?: Person) {
    this.#client = client;
    this.#store = store;
    this.#person = person;
    if (person?.clientMetadataUrl !== undefined) this.clientMetadataUrl = person.clientMetadataUrl;
  }

  get redirectUrl(): string | undefined {
    if (this.#client.grant === 'client_credentials') return undefined;
    // Without anybody to log in the flow has to end where the person would be asked, not before.
    return this.#person?.redirectUrl ?? 'http://127.0.0.1/callback';
  }

  get clientMetadata(): OAuthClientMetadata {
    const { grant, scope, clientSecret } = this.#client;
    return {
      client_name: 'Goondan',
      redirect_uris: this.redirectUrl === undefined ? [] : [this.redirectUrl],
      grant_types: grant === 'client_credentials' ? [grant] : [grant, 'refresh_token'],
      response_types: grant === 'client_credentials' ? [] : ['code'],
      ...(clientSecret === undefined && grant === 'authorization_code'
        ? {}
        : { token_endpoint_auth_method: 'client_secret_basic' }),
      ...(scope === undefined ? {} : { scope }),
    };
  }

  state(): string {
    return this.#state;
  }

  async clientInformation(
    ctx?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    const { clientId, clientSecret } = this.#client;
    const { issuers, current } = await this.#store.read();
    if (clientId !== undefined) {
      // Whoever has accepted them first is whom they are for.
      const issuer = this.#client.issuer ?? current ?? ctx?.issuer;
      return {
        client_id: clientId,
        ...(clientSecret === undefined ? {} : { client_secret: clientSecret }),
        ...(issuer === undefined ? {} : { issuer }),
      };
    }
    const kept = issuers[ctx?.issuer ?? current ?? '']?.client;
    return isClient(kept) ? kept : undefined;
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    ctx?: OAuthClientInformationContext,
  ): Promise<void> {
    const kept = json(client);
    await this.#change(ctx, (entry) => {
      entry.client = kept;
    });
  }

  async tokens(ctx?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const { issuers, current } = await this.#store.read();
    const kept = issuers[ctx?.issuer ?? current ?? '']?.tokens;
    return areTokens(kept) ? kept : undefined;
  }

  async saveTokens(tokens: StoredOAuthTokens, ctx?: OAuthClientInformationContext): Promise<void> {
    const kept = json(tokens);
    await this.#change(ctx, (entry) => {
      entry.tokens = kept;
    });
    const issuer = issuerOf(ctx);
    await this.#store.change((credentials) => {
      credentials.current = issuer;
      credentials.login = {};
    });
  }

  redirectToAuthorization(page: URL): void {
    this.#page = page;
  }

  saveCodeVerifier(verifier: string): Promise<void> {
    return this.#store.change(({ login }) => {
      login.verifier = verifier;
    });
  }

  async codeVerifier(): Promise<string> {
    return (await this.#store.read()).login.verifier ?? '';
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): Promise<void> {
    const kept = json(discovery);
    return this.#store.change(({ login }) => {
      login.discovery = kept;
    });
  }

  async discoveryState(): Promise<OAuthDiscoveryState | undefined> {
    const { discovery } = (await this.#store.read()).login;
    return isDiscovery(discovery) ? discovery : undefined;
  }

  prepareTokenRequest(scope?: string): URLSearchParams | undefined {
    if (this.#client.grant !== 'client_credentials') return undefined;
    const wanted = scope ?? this.#client.scope;
    return new URLSearchParams({
      grant_type: 'client_credentials',
      ...(wanted === undefined ? {} : { scope: wanted }),
    });
  }

  async invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    await this.#store.change((credentials) => {
      if (what === 'all' || what === 'verifier') delete credentials.login.verifier;
      if (what === 'all' || what === 'discovery') delete credentials.login.discovery;
      const entry = credentials.issuers[credentials.current ?? ''];
      if (entry === undefined) return;
      if (what === 'all' || what === 'client') delete entry.client;
      if (what === 'all' || what === 'tokens') delete entry.tokens;
    });
  }

  /** Has the person log in where that is what is waited for; gives what came back, or undefined where nobody can. */
  async login(): Promise<URLSearchParams | undefined> {
    const page = this.#page;
    this.#page = undefined;
    if (page === undefined || this.#person === undefined) return undefined;
    const returned = await this.#person.visit(page);
    const state = returned.get('state');
    // Somebody else's answer must not become our login.
    return state === null || state === this.#state ? returned : undefined;
  }

  #change(
    ctx: OAuthClientInformationContext | undefined,
    change: (entry: { client?: Kept; tokens?: Kept }) => void,
  ): Promise<void> {
    return this.#store.change(({ issuers }) => {
      const issuer = issuerOf(ctx);
      const entry = issuers[issuer] ?? {};
      change(entry);
      issuers[issuer] = entry;
    });
  }
}

type Kept = NonNullable<Awaited<ReturnType<CredentialStore['read']>>['issuers'][string]['tokens']>;

function issuerOf(ctx: OAuthClientInformationContext | undefined): string {
  return ctx?.issuer ?? '';
}

function json(value: object): Kept {
  const copy: unknown = JSON.parse(JSON.stringify(value));
  return isKept(copy) ? copy : {};
}

function isKept(value: unknown): value is Kept {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isClient(kept: unknown): kept is StoredOAuthClientInformation {
  return isKept(kept) && typeof kept['client_id'] === 'string';
}

function areTokens(kept: unknown): kept is StoredOAuthTokens {
  return isKept(kept) && typeof kept['access_token'] === 'string';
}

function isDiscovery(kept: unknown): kept is OAuthDiscoveryState {
  return isKept(kept) && typeof kept['authorizationServerUrl'] === 'string';
}
