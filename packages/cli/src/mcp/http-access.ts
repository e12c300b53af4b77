import { randomBytes } from 'node:crypto';
import { resolve } from 'node:path';
import {
  callersByAccessToken,
  callersByToken,
  callerWith,
  checkIssuer,
  protectedResource,
  type FindCaller,
  type McpCaller,
  type ProtectedResource,
} from '@goondan/mcp';
import type { Invocation } from '../command/invocation.ts';
import { UsageError } from '../error/usage-error.ts';
import { readCallers, type ListedCaller } from './callers-file.ts';

/** Who is let in over HTTP. */
export interface HttpAccess {
  readonly findCaller: FindCaller;
  /** What the one this server belongs to has to show. */
  readonly token: string;
  readonly authorization?: ProtectedResource;
}

/** Who is let in, from `--token`, `--callers` and `--issuer`. `owner` is the one this server belongs to. */
export async function httpAccess(invocation: Invocation, owner: McpCaller): Promise<HttpAccess> {
  const { options, cwd, env } = invocation;
  const token = tokenOf(options.text('token')) ?? randomBytes(32).toString('base64url');
  const file = options.text('callers');
  const listed = file === undefined ? [] : await readCallers(resolve(cwd, file), env);
  const byToken = callersByToken([
    { token, caller: owner },
    ...listed.flatMap(({ name, token: own, tools }) =>
      own === undefined ? [] : [{ token: own, caller: callerWith(name, tools) }],
    ),
  ]);
  const issuer = options.text('issuer');
  if (issuer === undefined) return { findCaller: byToken, token };
  checkIssuer(issuer);
  const byIssuer = callersByAccessToken({
    issuer,
    callerOf: ({ subject }) => subjectCaller(subject, listed),
  });
  return {
    findCaller: async (shown, resource) => (await byToken(shown, resource)) ?? byIssuer(shown, resource),
    token,
    authorization: protectedResource({ issuer, name: 'Goondan' }),
  };
}

/** Only those the file names: whom the authorization server knows is not for that reason known here. */
function subjectCaller(subject: string, listed: readonly ListedCaller[]): McpCaller | undefined {
  const found = listed.find((one) => one.subject === subject);
  return found && callerWith(found.name, found.tools);
}

function tokenOf(given: string | undefined): string | undefined {
  if (given === undefined || /^[\x21-\x7e]+$/.test(given)) return given;
  throw new UsageError('--token must be printable ASCII without blanks', 'Leave it out to have one made.');
}
