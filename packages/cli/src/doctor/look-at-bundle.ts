import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { GoondanError } from '@goondan/core/basics';
import { loadBundle, type LoadedBundle } from '@goondan/core/bundle';
import { inspectModules, loadStock } from '@goondan/runtime/bundle';
import { requiredApiKey } from '@goondan/runtime/model';
import type { Invocation } from '../command/invocation.ts';
import { count } from '../output/duration.ts';
import type { DoctorFinding } from './finding.ts';

/** Whether there is a bundle, whether it is valid, and whether its models have their keys. */
export async function lookAtBundle(
  bundleRoot: string | undefined,
  { env, cwd }: Invocation,
): Promise<DoctorFinding[]> {
  const name = 'bundle';
  if (bundleRoot === undefined) {
    const message = `no goondan.yaml in ${cwd} or above it; tools can still be called`;
    return [{ name, status: 'warn', message, fix: 'Make one: gdn init my-swarm.' }];
  }
  if (!existsSync(join(bundleRoot, 'goondan.yaml'))) {
    const fix = 'Name a folder with a goondan.yaml, or make one: gdn init my-swarm.';
    return [{ name, status: 'fail', message: `there is no goondan.yaml in ${bundleRoot}`, fix }];
  }
  const bundle = await loadBundle(bundleRoot, {
    stock: (await loadStock()).names,
    env,
    inspectModules: (files) => inspectModules(files, { env }),
  });
  return [validity(bundle), ...modelKeys(bundle, env)];
}

function validity({ root, valid, findings }: LoadedBundle): DoctorFinding {
  const name = 'bundle';
  const errors = findings.filter(({ severity }) => severity === 'error').length;
  if (!valid)
    return {
      name,
      status: 'fail',
      message: `${root} has ${count(errors, 'error')}`,
      fix: 'See gdn validate.',
    };
  if (findings.length === 0) return { name, status: 'ok', message: `${root} is valid` };
  const message = `${root} is valid, with ${count(findings.length, 'warning')}`;
  return { name, status: 'warn', message, fix: 'See gdn validate.' };
}

function modelKeys({ resources }: LoadedBundle, env: Invocation['env']): DoctorFinding[] {
  return resources.flatMap(({ resource }): DoctorFinding[] => {
    if (resource.kind !== 'Model') return [];
    const name = `Model/${resource.metadata.name}`;
    const { provider } = resource.spec;
    if (provider === 'scripted' || provider === 'replay')
      return [{ name, status: 'ok', message: `${provider}: needs no key` }];
    try {
      const key = requiredApiKey(resource, env);
      return [{ name, status: 'ok', message: key === undefined ? 'asks for no key' : 'its key is set' }];
    } catch (thrown) {
      if (!(thrown instanceof GoondanError)) throw thrown;
      return [{ name, status: 'fail', message: thrown.message, fix: thrown.suggestion }];
    }
  });
}
