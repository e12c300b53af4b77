import { describe, expect, test } from 'bun:test';
import { golden, loadFiles } from './bundle-folder.ts';

const bundle = (policies: { swarm?: string; agent?: string; tool?: string }): Record<string, string> => ({
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec:
  entryAgent: coder
  agents: [coder]
  policy: ${policies.swarm ?? '{}'}
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: coder }
spec:
  modelConfig: { modelRef: Model/fast }
  policy: ${policies.agent ?? '{}'}
---
apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec: { provider: scripted, model: rules }
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: bash }
spec:
  entry: ./index.ts
  timeoutMs: ${policies.tool ?? '1000'}
  exports: [{ name: exec }]
`,
  'index.ts': 'export const handlers = { exec: () => null };\n',
});
const on = 'features: { tools_policy: true }';

describe('POL-2: whitelists', () => {
  golden(
    'a whitelist holds full names or resource__*',
    bundle({ swarm: `{ tools: { whitelist: [bash__exec, mcp__*, bash, "b*h__exec", "*"], ${on} } }` }),
    `
goondan.yaml:7:54  E_CONFIG_POLICY_PATTERN  "bash" is neither a full tool name nor resource__*
    6 |   agents: [coder]
    7 |   policy: { tools: { whitelist: [bash__exec, mcp__*, bash, "b*h__exec", "*"], features: { tools_policy: true …
      |                                                      ^^^^ write bash__* for all tools of bash
goondan.yaml:7:60  E_CONFIG_POLICY_PATTERN  "b*h__exec" is neither a full tool name nor resource__*
    6 |   agents: [coder]
    7 |   policy: { tools: { whitelist: [bash__exec, mcp__*, bash, "b*h__exec", "*"], features: { tools_policy: true …
      |                                                            ^^^^^^^^^^^ did you mean bash__exec?
goondan.yaml:7:73  E_CONFIG_POLICY_PATTERN  a whitelist does not take "*"
    6 |   agents: [coder]
    7 | …ools: { whitelist: [bash__exec, mcp__*, bash, "b*h__exec", "*"], features: { tools_policy: true } } }
      |                                                             ^^^ leave whitelist out to allow all tools

3 errors in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_PATTERN
`,
  );
  golden(
    'so does what a caller allows those it asks, which no flag switches on',
    bundle({ agent: '{ delegate: { whitelist: [bash__exec, agents__*, bash, "*"] } }' }),
    `
goondan.yaml:14:60  E_CONFIG_POLICY_PATTERN  "bash" is neither a full tool name nor resource__*
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { delegate: { whitelist: [bash__exec, agents__*, bash, "*"] } }
      |                                                            ^^^^ write bash__* for all tools of bash
goondan.yaml:14:66  E_CONFIG_POLICY_PATTERN  a whitelist does not take "*"
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { delegate: { whitelist: [bash__exec, agents__*, bash, "*"] } }
      |                                                                  ^^^ leave delegate out to allow all tools

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_PATTERN
`,
  );
  golden(
    'a whitelist that is switched off is a warning',
    bundle({ swarm: '{ tools: { whitelist: [bash__exec] } }' }),
    `
goondan.yaml:7:22  E_CONFIG_POLICY_IDLE  warning: this whitelist has no effect: features.tools_policy is off
    6 |   agents: [coder]
    7 |   policy: { tools: { whitelist: [bash__exec] } }
      |                      ^^^^^^^^^ add features: { tools_policy: true }

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_IDLE
`,
  );
  golden(
    'the whitelist of an agent needs the flag too',
    bundle({ agent: '{ tools: { whitelist: [bash__exec] } }' }),
    `
goondan.yaml:14:22  E_CONFIG_POLICY_IDLE  warning: this whitelist has no effect: features.tools_policy is off
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { tools: { whitelist: [bash__exec] } }
      |                      ^^^^^^^^^ add features: { tools_policy: true }

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_IDLE
`,
  );

  test('the environment can switch whitelists on and off', async () => {
    const files = bundle({
      swarm: '{ tools: { whitelist: [bash__exec] } }',
      agent: '{ tools: { whitelist: [bash__exec] } }',
    });
    const codes = async (flag: string): Promise<string[]> =>
      (await loadFiles(files, { env: { GOONDAN_FEATURE_TOOLS_POLICY: flag } })).findings.map(
        ({ code }) => code,
      );
    expect(await codes('1')).toEqual([]);
    expect(await codes('0')).toEqual(['E_CONFIG_POLICY_IDLE', 'E_CONFIG_POLICY_IDLE']);
  });
});

describe('POL-4: approvals', () => {
  golden(
    'an approval takes a full name, resource__* or *',
    bundle({ agent: '{ tools: { approvals: [{ tool: "*" }, { tool: bash__* }, { tool: bash_exec }] } }' }),
    `
goondan.yaml:14:76  E_CONFIG_POLICY_PATTERN  "bash_exec" is neither a full tool name nor resource__*
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { tools: { approvals: [{ tool: "*" }, { tool: bash__* }, { tool: bash_exec }] } }
      |                                                                            ^^^^^^^^^ did you mean bash__exec?

1 error in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_PATTERN
`,
  );
  golden(
    'an argument pattern must be a regular expression',
    bundle({ swarm: '{ tools: { approvals: [{ tool: bash__exec, args: { command: "git (push" } }] } }' }),
    `
goondan.yaml:7:71  E_CONFIG_POLICY_EXPRESSION  "git (push" is not a regular expression: missing )
    6 |   agents: [coder]
    7 |   policy: { tools: { approvals: [{ tool: bash__exec, args: { command: "git (push" } }] } }
      |                                                                       ^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_EXPRESSION
`,
  );
});

describe('POL-1, TIME-1: limits', () => {
  golden(
    'a limit of an agent above that of its swarm has no effect',
    bundle({
      swarm: '{ maxStepsPerTurn: 8, budget: { maxTokens: 100 }, tools: { concurrency: 2 } }',
      agent:
        '{ maxStepsPerTurn: 16, budget: { maxTokens: 200 }, tools: { concurrency: 2, registryDirect: true } }',
    }),
    `
goondan.yaml:14:30  E_CONFIG_POLICY_WIDENS  warning: policy.maxStepsPerTurn 16 has no effect: Swarm/main allows 8
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { maxStepsPerTurn: 16, budget: { maxTokens: 200 }, tools: { concurrency: 2, registryDirect: true } }
      |                              ^^ an Agent can only narrow the policy of its Swarm
goondan.yaml:14:55  E_CONFIG_POLICY_WIDENS  warning: policy.budget.maxTokens 200 has no effect: Swarm/main allows 100
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { maxStepsPerTurn: 16, budget: { maxTokens: 200 }, tools: { concurrency: 2, registryDirect: true } }
      |                                                       ^^^ an Agent can only narrow the policy of its Swarm
goondan.yaml:14:103  E_CONFIG_POLICY_WIDENS  warning: policy.tools.registryDirect has no effect: Swarm/main does not allow it
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { maxStepsPerTurn: 16, budget: { maxTokens: 200 }, tools: { concurrency: 2, registryDirect: true } }
      |                                                                                                       ^^^^ set it in the Swarm too

3 warnings in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_WIDENS
`,
  );
  golden(
    'a timeout may not be longer than maxTimeoutMs',
    bundle({ swarm: '{ tools: { timeoutMs: 2000, maxTimeoutMs: 1000 } }' }),
    `
goondan.yaml:7:33  E_CONFIG_POLICY_TIMEOUT  timeoutMs 2000 is more than maxTimeoutMs 1000
    6 |   agents: [coder]
    7 |   policy: { tools: { timeoutMs: 2000, maxTimeoutMs: 1000 } }
      |                                 ^^^^ lower it, or raise maxTimeoutMs

1 error in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_TIMEOUT
`,
  );
  golden(
    'a timeout of a tool above maxTimeoutMs is a warning',
    bundle({ swarm: '{ tools: { timeoutMs: 500, maxTimeoutMs: 1000 } }', tool: '5000' }),
    `
goondan.yaml:26:14  E_CONFIG_POLICY_TIMEOUT  warning: timeoutMs 5000 is more than maxTimeoutMs 1000 of Swarm/main, which wins
   25 |   entry: ./index.ts
   26 |   timeoutMs: 5000
      |              ^^^^ lower it, or raise maxTimeoutMs

1 warning in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_TIMEOUT
`,
  );
  golden(
    'without maxTimeoutMs its default counts',
    bundle({ agent: '{ tools: { timeoutMs: 700000 } }' }),
    `
goondan.yaml:14:33  E_CONFIG_POLICY_TIMEOUT  timeoutMs 700000 is more than maxTimeoutMs 600000
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { tools: { timeoutMs: 700000 } }
      |                                 ^^^^^^ lower it, or raise maxTimeoutMs
goondan.yaml:14:33  E_CONFIG_POLICY_WIDENS  warning: policy.tools.timeoutMs 700000 has no effect: Swarm/main allows 30000
   13 |   modelConfig: { modelRef: Model/fast }
   14 |   policy: { tools: { timeoutMs: 700000 } }
      |                                 ^^^^^^ an Agent can only narrow the policy of its Swarm

1 error, 1 warning in goondan.yaml.  More: gdn explain E_CONFIG_POLICY_TIMEOUT
`,
  );

  test('the maxTimeoutMs of the swarm counts for its agents', async () => {
    const files = bundle({
      swarm: '{ tools: { timeoutMs: 800000, maxTimeoutMs: 900000 } }',
      agent: '{ tools: { timeoutMs: 700000 } }',
    });
    expect((await loadFiles(files)).findings).toEqual([]);
  });
});
