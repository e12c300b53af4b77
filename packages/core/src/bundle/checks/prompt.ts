import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import { containedFile } from '../contained-file.ts';
import type { Problem } from '../finding.ts';
import { isRecord } from '../../json/json-value.ts';
import { textAt, valueAt } from '../raw-value.ts';
import { didYouMean, quote } from '../wording.ts';

/** A prompt is given once, as text or as a file of the bundle. */
export async function checkPrompt(document: ConfigDocument, { root }: CheckContext): Promise<Problem[]> {
  const prompt = document.kind === 'Agent' ? valueAt(document.value, ['spec', 'prompt']) : undefined;
  return isRecord(prompt)
    ? [...formProblems(prompt), ...(await fileProblems(textAt(prompt, ['systemRef']), root))]
    : [];
}

function formProblems(prompt: Readonly<Record<string, unknown>>): Problem[] {
  const { system, systemRef } = prompt;
  const base = { code: 'E_CONFIG_PROMPT', at: 'key' } as const;
  if (system !== undefined && systemRef !== undefined) {
    return [
      {
        ...base,
        path: ['spec', 'prompt', 'systemRef'],
        message: 'prompt has both system and systemRef',
        hint: 'keep one',
      },
    ];
  }
  if (system !== undefined || systemRef !== undefined) return [];
  return [
    {
      ...base,
      path: ['spec', 'prompt'],
      message: 'prompt has neither system nor systemRef',
      hint: 'add one, or remove prompt',
    },
  ];
}

async function fileProblems(systemRef: string | undefined, root: string): Promise<Problem[]> {
  if (systemRef === undefined || systemRef === '') return [];
  const found = await containedFile(root, systemRef);
  if (found.status === 'ok') return [];
  const reasons = { absent: 'does not exist', directory: 'is a folder, not a file' } as const;
  const reason = found.status === 'outside' ? found.reason : reasons[found.status];
  const hint = found.status === 'absent' ? didYouMean(found.near) : undefined;
  return [
    {
      code: 'E_CONFIG_PROMPT_FILE',
      path: ['spec', 'prompt', 'systemRef'],
      message: `systemRef ${quote(systemRef)} ${reason}`,
      hint,
    },
  ];
}
