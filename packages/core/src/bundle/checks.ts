import type { Check } from './check.ts';
import { checkDuplicates } from './checks/duplicates.ts';
import { checkEntry } from './checks/entry.ts';
import { checkExtensionConfig } from './checks/extension-config.ts';
import { checkExtensionModule } from './checks/extension-module.ts';
import { checkHeader } from './checks/header.ts';
import { checkLiteralSecrets } from './checks/literal-secrets.ts';
import { checkModel } from './checks/model.ts';
import { checkModelOptions } from './checks/model-options.ts';
import { checkPolicyNarrowing } from './checks/policy-narrowing.ts';
import { checkPolicyPatterns } from './checks/policy-patterns.ts';
import { checkPolicyTimeouts } from './checks/policy-timeouts.ts';
import { checkPrompt } from './checks/prompt.ts';
import { checkReferences } from './checks/references.ts';
import { checkShape } from './checks/shape.ts';
import { checkSwarm } from './checks/swarm.ts';
import { checkToolExports } from './checks/tool-exports.ts';
import { checkToolHandlers } from './checks/tool-handlers.ts';
import { checkToolIsolation } from './checks/tool-isolation.ts';
import { checkToolSchemas } from './checks/tool-schemas.ts';

/** The checks that run no code of the bundle. */
export const pureChecks: readonly Check[] = [
  checkHeader,
  checkShape,
  checkDuplicates,
  checkReferences,
  checkToolExports,
  checkToolSchemas,
  checkToolIsolation,
  checkEntry,
  checkSwarm,
  checkPolicyPatterns,
  checkPolicyNarrowing,
  checkPolicyTimeouts,
  checkModel,
  checkModelOptions,
  checkLiteralSecrets,
  checkPrompt,
];

/** The checks that import modules of the bundle. */
export const moduleChecks: readonly Check[] = [checkToolHandlers, checkExtensionModule, checkExtensionConfig];
