import type { CommandDefinition } from '../command/command-definition.ts';
import { exitCodes } from '../exit-code.ts';
import { bundleRootOf } from '../place/bundle-root.ts';

/** `gdn validate [DIR]`: every mistake of a bundle in one pass. */
export const validate: CommandDefinition = {
  name: 'validate',
  summary: 'Find every mistake in a bundle',
  operands: [['[dir]', 'the bundle (default: the nearest goondan.yaml upward)']],
  options: [
    { flags: '--no-cache', description: 'check again though nothing has changed since it was found valid' },
  ],
  examples: ['gdn validate', 'gdn validate examples/hello --json'],
  run: async (invocation) => {
    const { formatFindings, loadBundle } = await import('@goondan/core/bundle');
    const { inspectModules, loadStock } = await import('@goondan/runtime/bundle');
    const { cwd, env, operands, output } = invocation;
    const root = (await bundleRootOf(invocation, operands[0])) ?? cwd;
    const stock = await loadStock();
    const bundle = await loadBundle(root, {
      stock: stock.names,
      env,
      inspectModules: (files) => inspectModules(files, { env }),
    });
    const errors = bundle.findings.filter(({ severity }) => severity === 'error');
    const warnings = bundle.findings.filter(({ severity }) => severity === 'warning');
    const findings = formatFindings(bundle, { color: output.isColored }).trimEnd();
    const text = findings === '' ? `goondan.yaml is valid: ${summary(bundle.resources)}` : findings;
    const { keepVerdict } = await import('../validate/keep-verdict.ts');
    const stockRoots = stock.bundles.map((one) => one.root);
    await keepVerdict(invocation, { bundle, stockRoots, text });
    return {
      exitCode: bundle.valid ? exitCodes.ok : exitCodes.invalidConfig,
      json: { valid: bundle.valid, errors, warnings },
      text,
    };
  },
};

function summary(resources: readonly { readonly resource: { readonly kind: string } }[]): string {
  const counts = Map.groupBy(resources, ({ resource }) => resource.kind);
  return [...counts].map(([kind, list]) => `${list.length} ${kind}`).join(', ');
}
