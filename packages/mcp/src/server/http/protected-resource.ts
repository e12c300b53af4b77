/** What this server tells of itself as a resource that an authorization server gives out tokens for (RFC 9728). */
export interface ProtectedResource {
  /** The document, where `pathname` is its place; `resource` is the address of the endpoint. */
  documentAt(pathname: string, resource: string): Record<string, unknown> | undefined;
  /** Where the document is. */
  metadataUrl(resource: string): string;
}

const wellKnown = '/.well-known/oauth-protected-resource';

/** A resource of one authorization server. */
export function protectedResource(options: {
  readonly issuer: string;
  readonly scopes?: readonly string[];
  readonly name?: string;
}): ProtectedResource {
  const { issuer, scopes, name } = options;
  return {
    documentAt: (pathname, resource) =>
      pathname === wellKnown + new URL(resource).pathname || pathname === wellKnown
        ? {
            resource,
            authorization_servers: [issuer],
            bearer_methods_supported: ['header'],
            ...(scopes === undefined ? {} : { scopes_supported: scopes }),
            ...(name === undefined ? {} : { resource_name: name }),
          }
        : undefined,
    metadataUrl: (resource) => {
      const { origin, pathname } = new URL(resource);
      return `${origin}${wellKnown}${pathname}`;
    },
  };
}
