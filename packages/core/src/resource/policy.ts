import { z } from 'zod';

const milliseconds = z.int().min(1).max(2_147_483_647);
const toolPattern = z.string().min(1);

const approvalRule = z.strictObject({
  tool: toolPattern.describe('A full tool name, `resource__*`, or `*`.'),
  args: z
    .record(z.string(), z.string())
    .optional()
    .describe(
      'Regular expressions by argument name; all must match. Without it every call of the tool is held.',
    ),
});

const features = z.strictObject({
  mcp_tools: z.boolean().optional().describe('Start MCP servers and allow planned execution.'),
  tools_policy: z.boolean().optional().describe('Enforce whitelists.'),
});

const toolsPolicy = z.strictObject({
  timeoutMs: milliseconds.optional().describe('Limit of a call whose tool sets none. Default 30000.'),
  maxTimeoutMs: milliseconds.optional().describe('The most a tool may set for itself. Default 600000.'),
  concurrency: z
    .int()
    .min(1)
    .max(1024)
    .optional()
    .describe('Calls of one step that run at a time. Default 8.'),
  maxOutputBytes: z
    .int()
    .min(1024)
    .optional()
    .describe('Output above this goes to a file in the workspace. Default 51200.'),
  whitelist: z
    .array(toolPattern)
    .optional()
    .describe('Full names or `resource__*`; needs features.tools_policy.'),
  approvals: z.array(approvalRule).optional().describe('Calls a person must approve.'),
  registryDirect: z
    .boolean()
    .optional()
    .describe('Allow calls to registered tools outside the catalog of the step.'),
  features: features.optional(),
});

const permissions = z.strictObject({
  files: z
    .strictObject({ allow: z.array(z.string().min(1)) })
    .optional()
    .describe('Globs of files that stock tools may touch beside the workdir.'),
  network: z
    .strictObject({ allow: z.array(z.string().min(1)) })
    .optional()
    .describe('host or host:port that stock tools may reach beside public addresses.'),
  env: z
    .strictObject({ allow: z.array(z.string().min(1)) })
    .optional()
    .describe('Names of variables of our environment that child processes may be given.'),
  sandbox: z
    .enum(['auto', 'required', 'off'])
    .optional()
    .describe(
      'Whether child processes run in the OS sandbox: where there is one, always, or never. Default auto.',
    ),
});

/** `Swarm.spec.policy` and `Agent.spec.policy`: what may run, for how long, and who must agree (POL-1). */
export const policySchema = z.strictObject({
  maxStepsPerTurn: z.int().min(1).optional().describe('Model calls of one turn. Default 32.'),
  budget: z
    .strictObject({
      maxTokens: z.int().min(1).optional().describe('Tokens of one turn, all its model calls together.'),
    })
    .optional(),
  tools: toolsPolicy.optional(),
  delegate: z
    .strictObject({ whitelist: z.array(toolPattern).describe('Full names or `resource__*`.') })
    .optional()
    .describe('The only tools that agents asked by this one may use for it, and those they ask in turn.'),
  permissions: permissions.optional(),
});

/** See `policySchema`. */
export type Policy = z.infer<typeof policySchema>;
/** One entry of `policy.tools.approvals`. */
export type ApprovalRule = z.infer<typeof approvalRule>;
