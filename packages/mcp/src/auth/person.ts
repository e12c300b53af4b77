/** Somebody who can log in: whoever runs us with a browser at hand brings one. */
export interface Person {
  /** Where the authorization server sends the browser back to. */
  readonly redirectUrl: string;
  /** Where a document about this client can be fetched, for servers that take one instead of a registration. */
  readonly clientMetadataUrl?: string;
  /** Shows the page, and resolves with what came back in the address that the browser was sent to. */
  visit(page: URL): Promise<URLSearchParams>;
}
