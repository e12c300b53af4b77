import { describe, expect, test } from 'bun:test';
import type { Policy } from '../../src/resource/policy.ts';
import type { ApprovalRequest, Approver } from '../../src/tool/index.ts';
import { throwAnything, unchecked } from './support/ill-typed.ts';
import { settled } from './support/never.ts';
import { singleTool, toolName, type SingleTool } from './support/single-tool.ts';
import { malformation } from './support/well-formed.ts';

const parameters = { type: 'object', properties: { command: { type: 'string' } }, required: ['command'] };
const held: Policy = { tools: { approvals: [{ tool: toolName }] } };

/** An approver that says what no type allows. */
function answering(value: unknown): Approver {
  return () => Promise.resolve(unchecked(value));
}

function shell(
  approve: Approver | undefined,
  policy: Policy = held,
): SingleTool & { readonly ran: unknown[] } {
  const ran: unknown[] = [];
  const tool = singleTool(
    (_ctx, input) => {
      ran.push(input);
      return 'ran';
    },
    { parameters },
    approve === undefined ? { policy } : { policy, approve },
  );
  return { ...tool, ran };
}

const args = { command: 'git push --force' };

describe('POL-4: holding', () => {
  test('POL-4: a held call waits for the answer without a limit of its own, then runs', async () => {
    const answer = Promise.withResolvers<{ decision: 'approve' }>();
    const tool = shell(() => answer.promise, { tools: { approvals: [{ tool: toolName }], timeoutMs: 1 } });
    const running = tool.call({ args });
    await Bun.sleep(15);
    expect(tool.ran).toEqual([]);
    answer.resolve({ decision: 'approve' });
    expect((await running).output).toBe('ran');
    expect(tool.ran).toEqual([args]);
  });

  test('POL-4: the approver is told tool, call, args, rule and scope', async () => {
    const seen: ApprovalRequest[] = [];
    const tool = shell((request) => {
      seen.push(request);
      return Promise.resolve({ decision: 'approve' });
    });
    await tool.call({ id: 'c1', args });
    expect(seen).toHaveLength(1);
    expect(seen[0]).toMatchObject({ toolName, toolCallId: 'c1', args, rule: 'policy approvals[0]' });
    expect(seen[0]?.scope.turnId).toBe('turn-1');
  });

  test.each([
    ['the full name', [{ tool: toolName }], true],
    ['resource__*', [{ tool: 'lab__*' }], true],
    ['*', [{ tool: '*' }], true],
    ['another tool', [{ tool: 'lab__other' }], false],
    ['another resource', [{ tool: 'la__*' }], false],
    ['an argument pattern that matches', [{ tool: '*', args: { command: 'push' } }], true],
    ['one that does not', [{ tool: '*', args: { command: '^push' } }], false],
    ['two of which one does not', [{ tool: '*', args: { command: 'push', other: '.' } }], false],
    ['an inherited name', [{ tool: '*', args: { constructor: '.' } }], false],
    ['a second rule', [{ tool: 'x__y' }, { tool: toolName }], true],
  ])('POL-4: a rule by %s', async (_what, approvals, isHeld) => {
    let asked = 0;
    const tool = shell(
      () => {
        asked += 1;
        return Promise.resolve({ decision: 'approve' });
      },
      { tools: { approvals } },
    );
    expect((await tool.call({ args })).status).toBe('ok');
    expect(asked).toBe(isHeld ? 1 : 0);
  });

  test('POL-4: what is held are the arguments as middleware left them', async () => {
    const seen: unknown[] = [];
    const tool = singleTool(
      () => 1,
      {},
      {
        policy: { tools: { approvals: [{ tool: '*', args: { command: 'rm' } }] } },
        middleware: [
          (ctx) => {
            ctx.args = { command: 'rm -rf' };
            return ctx.next();
          },
        ],
        approve: (request) => {
          seen.push(request.args);
          return Promise.resolve({ decision: 'deny' });
        },
      },
    );
    expect((await tool.call({ args: { command: 'ls' } })).error?.code).toBe('E_TOOL_DENIED');
    expect(seen).toEqual([{ command: 'rm -rf' }]);
  });

  test('POL-4: a held call that is cancelled ends at once, and an approval afterwards starts nothing', async () => {
    const answer = Promise.withResolvers<{ decision: 'approve' }>();
    const tool = shell(() => answer.promise);
    const controller = new AbortController();
    const running = tool.call({ args, options: { signal: controller.signal } });
    await settled();
    controller.abort('stop');
    expect((await running).error?.code).toBe('E_TOOL_CANCELLED');
    answer.resolve({ decision: 'approve' });
    await settled();
    expect(tool.ran).toEqual([]);
  });
});

describe('POL-4: answers', () => {
  test('POL-4: edited args are what runs', async () => {
    const tool = shell(() => Promise.resolve({ decision: 'approve', args: { command: 'git push' } }));
    expect((await tool.call({ args })).output).toBe('ran');
    expect(tool.ran).toEqual([{ command: 'git push' }]);
  });

  test('POL-4: edited args are validated again', async () => {
    const tool = shell(() => Promise.resolve({ decision: 'approve', args: { command: 5 } }));
    const { error } = await tool.call({ args });
    expect(error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(error?.message).toBe('lab__run: /command must be string, got number 5');
    expect(tool.ran).toEqual([]);
  });

  test('POL-4: args that an approver changes in place are validated again, too', async () => {
    const tool = shell((request) => {
      Reflect.set(request.args, 'command', 5);
      return Promise.resolve({ decision: 'approve' });
    });
    expect((await tool.call({ args })).error?.code).toBe('E_TOOL_INVALID_ARGS');
    expect(tool.ran).toEqual([]);
  });

  test('POL-4: a denial is E_TOOL_DENIED with the note', async () => {
    const { error } = await shell(() => Promise.resolve({ decision: 'deny', note: 'not on a Friday' })).call({
      args,
    });
    expect(error?.code).toBe('E_TOOL_DENIED');
    expect(error?.message).toBe('lab__run was denied: not on a Friday');
    const silent = await shell(() => Promise.resolve({ decision: 'deny' })).call({ args });
    expect(silent.error?.message).toBe('lab__run was denied.');
  });

  test('POL-4: with nobody to ask the call is denied, and the message names the rule', async () => {
    const { error } = await shell(undefined).call({ args });
    expect(error?.code).toBe('E_TOOL_DENIED');
    expect(error?.message).toBe(
      'lab__run needs approval by policy approvals[0], and there is nobody to ask.',
    );
  });

  test.each([
    [undefined],
    [null],
    [true],
    ['approve'],
    [{}],
    [{ decision: 'approved' }],
    [{ decision: true }],
    [{ decision: 'denied' }],
    [{ decision: 'deny', note: Symbol('s') }],
  ])('POL-4: the answer %p is no permission', async (answer) => {
    const tool = shell(answering(answer));
    const result = await tool.call({ id: 'c1', args });
    expect(malformation(result, { id: 'c1', name: toolName })).toBeUndefined();
    expect(result.error?.code).toBe('E_TOOL_DENIED');
    expect(tool.ran).toEqual([]);
  });

  test('POL-4: an approver that throws, before or after its first await, is no permission', async () => {
    const boom = (): never => throwAnything(new Error('nobody home'));
    for (const approve of [boom, async () => boom()]) {
      const tool = shell(approve);
      const { error } = await tool.call({ args });
      expect(error?.code).toBe('E_TOOL_DENIED');
      expect(error?.message).toContain('nobody home');
      expect(tool.ran).toEqual([]);
    }
  });
});
