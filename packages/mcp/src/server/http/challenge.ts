import { helpUrlOf, suggestionOf } from '@goondan/core';

/** What a request without the right token is answered with: where to get one, as far as there is such a place. */
export function challenge(hasToken: boolean, resourceMetadataUrl: string | undefined): Response {
  const code = 'E_HTTP_UNAUTHORIZED';
  const message = hasToken ? 'The token is not known here.' : 'The request carries no token.';
  const parts = [
    ...(hasToken ? ['error="invalid_token"', `error_description="${message}"`] : []),
    ...(resourceMetadataUrl === undefined ? [] : [`resource_metadata="${resourceMetadataUrl}"`]),
  ];
  return Response.json(
    { error: { code, message, suggestion: suggestionOf(code), helpUrl: helpUrlOf(code) } },
    {
      status: 401,
      headers: { 'www-authenticate': ['Bearer', parts.join(', ')].filter((part) => part !== '').join(' ') },
    },
  );
}
