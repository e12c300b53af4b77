import { describe, expect, test } from 'bun:test';
import { z } from 'zod';
import { gdn, inPlace } from './gdn.ts';

/** A tool that cannot go on before a person has answered. */
const bundle = {
  'goondan.yaml': `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: script }
spec: { provider: scripted, model: script, options: { rules: [{ text: Well. }] } }
---
apiVersion: goondan.ai/v1
kind: Tool
metadata: { name: form }
spec: { entry: ./form.ts, exports: [{ name: fill, annotations: { idempotent: true } }] }
---
apiVersion: goondan.ai/v1
kind: Agent
metadata: { name: clerk }
spec: { modelConfig: { modelRef: Model/script }, tools: [Tool/form] }
---
apiVersion: goondan.ai/v1
kind: Swarm
metadata: { name: main }
spec: { entryAgent: clerk, agents: [clerk] }
`,
  'form.ts': `import { ask } from '@goondan/core';
export const handlers = {
  fill: ({ answered }) => (answered === undefined ? ask({ message: '어느 지점인가요?' }) : { branch: answered.answer }),
};
`,
};

const resumedSchema = z.object({ resumed: z.array(z.looseObject({ output: z.unknown().optional() })) });
const heldSchema = z.looseObject({ held: z.array(z.looseObject({ handle: z.string() })) });

describe('PEND-3: a handler that asks', () => {
  test('the question is shown, with the command that answers it; answered, the call goes on', async () => {
    await inPlace(bundle, async (place) => {
      const call = ['tool', 'call', 'form__fill'];
      const told = await gdn(place, call);
      expect(told.code).toBe(4);
      const shown = told.stdout + told.stderr;
      expect(shown).toContain('clerk, form__fill asks: 어느 지점인가요?');
      expect(shown).toMatch(/gdn answer h-[0-9a-f]+ "…"/);
      expect(shown).not.toContain('gdn approve');
      const again = await gdn(place, [...call, '--instance-key', 'other', '--json']);
      const { held } = heldSchema.parse(JSON.parse(again.stdout));
      expect(held).toMatchObject([{ question: { message: '어느 지점인가요?' } }]);
      const handle = held[0]?.handle ?? '';
      const refused = await gdn(place, ['approve', handle]);
      expect(refused.stderr).toContain(`gdn answer ${handle}`);
      expect((await gdn(place, ['answer', handle, '서울'])).stdout).toContain(`answered ${handle}`);
      expect((await gdn(place, ['answer', handle, '부산'])).stderr).toContain('E_HANDLE_COMPLETED');
      const resumed = await gdn(place, ['run', '--resume', '--json']);
      const outputs = resumedSchema.parse(JSON.parse(resumed.stdout)).resumed.map(({ output }) => output);
      expect(outputs).toContainEqual({ branch: '서울' });
    });
  });
});
