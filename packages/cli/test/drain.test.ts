import { describe, expect, test } from 'bun:test';
import { gdn, inPlace } from './gdn.ts';
import { testBundle } from './test-bundle.ts';

/** The agent passes on what follows `tell`, and does not wait for what becomes of it. */
const sendingBundle = {
  ...testBundle,
  'goondan.yaml': testBundle['goondan.yaml']
    .replace('rules:', "rules:\n      - when: { user: '^tell' }\n        text: 'Told.'")
    .replace('tools: [Tool/probe]', 'tools: [Tool/probe]\n  extensions: [Extension/courier]')
    .replace(
      '  modelConfig: { modelRef: Model/script }\n---\napiVersion: goondan.ai/v1\nkind: Swarm',
      '  modelConfig: { modelRef: Model/script }\n  tools: [Tool/probe]\n---\napiVersion: goondan.ai/v1\nkind: Swarm',
    ).concat(`---
apiVersion: goondan.ai/v1
kind: Extension
metadata: { name: courier }
spec: { entry: ./courier.ts }
`),
  'courier.ts': `export function register(api) {
  api.pipeline.register('turn', async (ctx) => {
    const [, told] = /^tell (.*)$/.exec(String(ctx.inputEvent.input)) ?? [];
    if (told !== undefined) await ctx.agents.send({ agent: 'idle' }, told);
    return ctx.next();
  });
}
`,
};

describe('gdn run and the events its turn causes', () => {
  test('ends once they are handled', async () => {
    await inPlace(sendingBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'tell loud', '--json']);
      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toMatchObject({ output: 'Told.' });
      const list = await gdn(place, ['instance', 'list', '--agent', 'idle', '--json']);
      expect(JSON.parse(list.stdout)).toMatchObject([{ openTurns: 0, finishedTurns: 1, messages: 4 }]);
      const spans = (await gdn(place, ['trace', 'last'])).stdout;
      expect(spans).toContain('idle  turn');
      expect(spans).toContain('hello  turn');
    });
  });

  test('--no-drain ends once they are durably queued; --resume handles them', async () => {
    await inPlace(sendingBundle, async (place) => {
      const { code } = await gdn(place, ['run', '--input', 'tell danger', '--no-drain', '--json']);
      expect(code).toBe(0);
      const list = await gdn(place, ['instance', 'list', '--agent', 'idle', '--json']);
      expect(JSON.parse(list.stdout)).toMatchObject([{ openTurns: 1 }]);
    });
  });

  test('one that waits for a person: the answer, then what is wanted, exit 4', async () => {
    await inPlace(sendingBundle, async (place) => {
      const { code, stdout } = await gdn(place, ['run', '--input', 'tell danger']);
      expect(code).toBe(4);
      expect(stdout).toContain('Told.');
      expect(stdout).toMatch(/idle wants probe__danger .*\nwaiting\. {2}gdn approve h-/);
    });
  });
});
