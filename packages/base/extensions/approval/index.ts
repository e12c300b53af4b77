import { defineExtension, type JsonObject } from '@goondan/core';

/** Holds calls for a person by rules of its own. */
export const approval = defineExtension({
  name: 'approval',
  description:
    'Holds tool calls for a person, by tool and argument pattern, beside what policy.tools.approvals asks for: a rule can be added to one agent, and none ' +
    'can be taken away by it. A held call waits through restarts until it is approved, edited or denied (gdn approve, gdn deny, POST /handles/:id); with ' +
    '`always` the person lets the same call, or those that fit patterns, run from then on unasked, in that instance alone.',
  config: {
    type: 'object',
    properties: {
      rules: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            tool: {
              type: 'string',
              minLength: 1,
              description: 'A full name, resource__* for all of one resource, * for all.',
            },
            args: {
              type: 'object',
              additionalProperties: { type: 'string' },
              description:
                'Regular expressions by argument name; all must match. Without it every call of the tool is held.',
            },
            reason: {
              type: 'string',
              minLength: 1,
              description: 'Shown to the person who is asked.',
            },
          },
          required: ['tool'],
          additionalProperties: false,
        },
        description: 'The calls a person must approve.',
      },
    },
    required: ['rules'],
    additionalProperties: false,
    examples: [
      { rules: [{ tool: 'bash__exec', args: { command: 'push|deploy' }, reason: 'it leaves this machine' }] },
    ],
  },
  register(api, { rules }) {
    for (const [index, { tool, args, reason }] of rules.entries()) {
      const label = reason === undefined ? `rules[${index}]` : `rules[${index}] ${reason}`;
      api.approvals.require({ tool, args: patternsOf(args) }, label);
    }
  },
});

/** The schema has seen to it that they are texts. */
function patternsOf(args: JsonObject = {}): Record<string, string> {
  return Object.fromEntries(
    Object.entries(args).map(([name, pattern]) => [name, typeof pattern === 'string' ? pattern : '']),
  );
}
