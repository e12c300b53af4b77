import { compileSchema, type CompiledSchema, type SchemaType } from '@goondan/core';

const fromVariable = {
  type: 'object',
  properties: {
    valueFrom: {
      type: 'object',
      properties: { env: { type: 'string', minLength: 1 } },
      required: ['env'],
      additionalProperties: false,
    },
  },
  required: ['valueFrom'],
  additionalProperties: false,
} as const;

const secretText = { anyOf: [{ type: 'string' }, fromVariable] } as const;

/** JSON Schema of one entry of `config.servers` (MCP-1). */
export const serverConfigSchema = {
  type: 'object',
  properties: {
    command: {
      type: 'string',
      minLength: 1,
      description:
        'The program to start; it is spoken to by stdin and stdout. `bun` is always there: it is ours where the path has none.',
    },
    args: {
      type: 'array',
      items: secretText,
      description: 'What the program is given: texts, or {valueFrom: {env: NAME}}.',
    },
    env: {
      type: 'object',
      additionalProperties: secretText,
      description:
        'What the program finds in its environment besides where programs lie: texts, or {valueFrom: {env: NAME}}. Nothing else of ours.',
    },
    cwd: {
      type: 'string',
      minLength: 1,
      description: 'Where the program works; relative to the bundle, and the bundle itself by default.',
    },
    url: {
      anyOf: [{ type: 'string', pattern: '^https?://' }, fromVariable],
      description:
        'The address of a server that runs already (Streamable HTTP): a text, or {valueFrom: {env: NAME}} for one with a key in it.',
    },
    headers: {
      type: 'object',
      additionalProperties: secretText,
      description: 'What is sent with every request to `url`: texts, or {valueFrom: {env: NAME}}.',
    },
    auth: {
      type: 'object',
      description:
        'How we show who we are at `url`: a token as it is, OAuth with a login of a person, or OAuth with the credentials of a client.',
      properties: {
        type: { type: 'string', enum: ['bearer', 'oauth', 'client-credentials'] },
        token: { ...secretText, description: 'Of bearer: the token.' },
        clientId: { type: 'string', description: 'The id of a client that is registered already.' },
        clientSecret: { ...secretText, description: 'The secret of that client.' },
        scope: { type: 'string', description: 'What is asked for, where the server does not say.' },
        issuer: {
          type: 'string',
          description: 'The one authorization server that the secret may be shown to.',
        },
      },
      required: ['type'],
      additionalProperties: false,
    },
    timeoutMs: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      description: "Limit of one call; policy's by default.",
    },
    startTimeoutMs: {
      type: 'integer',
      minimum: 1,
      maximum: 600_000,
      default: 20_000,
      description: 'How long the server may take to answer when it is started or reached first.',
    },
    idleMs: {
      type: 'integer',
      minimum: 1,
      maximum: 2_147_483_647,
      default: 300_000,
      description:
        'A server that nobody has called for so long is stopped, and started again by the next call.',
    },
    tools: {
      type: 'array',
      items: { type: 'string', minLength: 1 },
      description:
        "Which of its tools are taken, by the server's own names; a * at the end stands for anything.",
    },
    trust: {
      type: 'boolean',
      default: false,
      description:
        'Believe what the server says of its tools: one that calls itself read-only or idempotent is then run again after a crash.',
    },
  },
  additionalProperties: false,
} as const;

type Declared = SchemaType<typeof serverConfigSchema>;

/** A text of a config, or the variable that holds it. */
export type SecretText = SchemaType<typeof secretText>;

/** One MCP server as a config declares it. */
export interface ServerConfig extends Omit<Declared, 'args' | 'env' | 'headers'> {
  readonly args?: readonly SecretText[];
  readonly env?: Readonly<Record<string, SecretText>>;
  readonly headers?: Readonly<Record<string, SecretText>>;
}

/** How a server is authorized at. */
export type AuthConfig = NonNullable<ServerConfig['auth']>;

let compiled: CompiledSchema | undefined;

/** True for a value that the schema accepts. */
export function isServerConfig(value: unknown): value is ServerConfig {
  compiled ??= compileSchema(serverConfigSchema);
  return compiled.accepts(value);
}

/** What is wrong with a config that its schema cannot say, or undefined. */
export function serverConfigProblem({
  command,
  url,
  auth,
  headers,
  args,
  env,
  cwd,
}: ServerConfig): string | undefined {
  if ((command === undefined) === (url === undefined)) return 'it needs either command or url';
  if (command !== undefined && (auth ?? headers) !== undefined)
    return 'auth and headers are for servers with a url';
  if (url !== undefined && (args ?? env ?? cwd) !== undefined)
    return 'args, env and cwd are for servers with a command';
  if (auth?.type === 'bearer' && auth.token === undefined) return 'auth of type bearer needs a token';
  if (auth?.type === 'client-credentials' && (auth.clientId === undefined || auth.clientSecret === undefined))
    return 'auth of type client-credentials needs clientId and clientSecret';
  return undefined;
}
