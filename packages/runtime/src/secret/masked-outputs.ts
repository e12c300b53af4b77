import { workspaceOutputStore, type OutputStore } from '@goondan/core';
import type { SecretMask } from './secret-mask.ts';

/** Where outputs go that are too large for the model (BIG-1), without the secrets in them. */
export function maskedOutputs(mask: SecretMask): OutputStore {
  return {
    write: (output) => workspaceOutputStore.write({ ...output, text: mask.text(output.text) }),
  };
}
