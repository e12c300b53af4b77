import { describe, expect, test } from 'bun:test';
import { literalSecretsOf } from '@goondan/core/bundle';
import { golden, loadFiles } from './bundle-folder.ts';

const extension = (config: string): string => `apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: remote }
spec:
  entry: ./remote.ts
  config:
${config}`;

const files = { 'remote.ts': 'export function register() {}\n' };

async function found(config: string, env: Readonly<Record<string, string>> = {}) {
  const { findings } = await loadFiles({ ...files, 'goondan.yaml': extension(config) }, { env });
  return findings.map(({ code, severity, line }) => ({ code, severity, line }));
}

describe('secrets in the file', () => {
  golden(
    'a token in the config of an extension is a warning that does not show it and names the fix',
    {
      ...files,
      'goondan.yaml': extension('    headers: { Authorization: "Bearer hunter2-hunter2" }\n'),
    },
    `
goondan.yaml:7:31  E_CONFIG_SECRET  warning: spec.config.headers.Authorization of Extension/remote looks like a secret, and stands in the file for everyone to read
    6 |   config:
    7 |     headers: { Authorization: "****** ***************" }
      |                               ^^^^^^^^^^^^^^^^^^^^^^^^ keep it in an environment variable and name that

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_SECRET
`,
  );

  test('a key of a well-known service is one wherever it stands', async () => {
    expect(await found('    note: use sk-abcdefghijklmnop\n')).toEqual([
      { code: 'E_CONFIG_SECRET', severity: 'warning', line: 7 },
    ]);
  });

  test.each([
    'token: MY_TOKEN',
    'token: "${MY_TOKEN}"',
    'token: short',
    'tokens: many of them',
    'password: 12345678901',
  ])('what is no secret is none: %s', async (line) => {
    expect(await found(`    ${line}\n`)).toEqual([]);
  });

  test('a variable that a value is taken from and that is not set is told with its place', async () => {
    const config = '    token: { valueFrom: { env: REMOTE_TOKEN } }\n';
    expect(await found(config)).toEqual([{ code: 'E_CONFIG_ENV_MISSING', severity: 'warning', line: 7 }]);
    expect(await found(config, { REMOTE_TOKEN: 'x' })).toEqual([]);
  });
});

describe('the secrets that stand in the file', () => {
  async function literals(config: string): Promise<string[]> {
    const { resources } = await loadFiles({ ...files, 'goondan.yaml': extension(config) });
    return resources.flatMap(({ resource }) => literalSecretsOf(resource));
  }

  test('are known, so that nothing shows them: settings named like secrets, without the scheme too', async () => {
    expect(await literals('    headers: { Authorization: "Bearer hunter2-hunter2" }\n')).toEqual([
      'Bearer hunter2-hunter2',
      'hunter2-hunter2',
    ]);
    expect(await literals('    servers: { a: { password: "correct horse" } }\n')).toEqual(['correct horse']);
  });

  test('of a text that holds the key of a service, it is the key alone', async () => {
    expect(await literals('    note: use sk-abcdefghijklmnop for it\n')).toEqual(['sk-abcdefghijklmnop']);
  });

  test('are none where only a variable is named', async () => {
    expect(
      await literals('    token: MY_TOKEN\n    password: { valueFrom: { env: MY_PASSWORD } }\n'),
    ).toEqual([]);
  });

  test('the key of a Model is declared, and not one of them', () => {
    const spec = { provider: 'openai' as const, model: 'm', apiKey: { value: 'sk-abcdefghijklmnop' } };
    expect(literalSecretsOf({ kind: 'Model', spec })).toEqual([]);
  });
});
