import type { Environment } from '@goondan/core';
import manifest from '../../package.json' with { type: 'json' };
import type { DoctorFinding } from './finding.ts';

const oldestNode = 20;

/** Bun, which runs everything; Node, which npm needs; bubblewrap, which shuts in what tools start. */
export async function lookAtPrograms(env: Environment): Promise<DoctorFinding[]> {
  return [bun(), await node(env), await sandbox(env)];
}

function bun(): DoctorFinding {
  const wanted = manifest.dependencies.bun;
  if (Bun.version === wanted) return { name: 'bun', status: 'ok', message: Bun.version };
  const message = `${Bun.version}; this gdn was made for ${wanted}`;
  return {
    name: 'bun',
    status: 'warn',
    message,
    fix: `Start gdn by its own bin, or npm install bun@${wanted}.`,
  };
}

async function node(env: Environment): Promise<DoctorFinding> {
  const version = await printed(env, ['node', '--version']);
  if (version === undefined)
    return {
      name: 'node',
      status: 'warn',
      message: 'not found; gdn does without, npm does not',
      fix: `Install Node ${oldestNode} or newer.`,
    };
  const isOld = Number(/^v(\d+)/.exec(version)?.[1] ?? 0) < oldestNode;
  if (!isOld) return { name: 'node', status: 'ok', message: version.slice(1) };
  return {
    name: 'node',
    status: 'warn',
    message: `${version} is old`,
    fix: `Install Node ${oldestNode} or newer.`,
  };
}

async function sandbox(env: Environment): Promise<DoctorFinding> {
  const name = 'sandbox';
  const version = await printed(env, ['bwrap', '--version']);
  if (version === undefined)
    return {
      name,
      status: 'warn',
      message:
        'no bubblewrap: commands of tools run without an OS sandbox, and sandbox: required refuses them',
      fix: 'Install bubblewrap, for example: apt install bubblewrap.',
    };
  const isUsable =
    (await printed(env, ['bwrap', '--ro-bind', '/', '/', '--unshare-pid', 'true'])) !== undefined;
  if (isUsable) return { name, status: 'ok', message: version };
  const message = `${version} is there, but this system does not let it make namespaces`;
  return {
    name,
    status: 'warn',
    message,
    fix: 'Allow unprivileged user namespaces, or run as another user.',
  };
}

/** What a program prints; undefined when it is not there or fails. */
async function printed(
  env: Environment,
  [program = '', ...args]: readonly string[],
): Promise<string | undefined> {
  const path = Bun.which(program, { PATH: env['PATH'] ?? '' });
  if (path === null) return undefined;
  const child = Bun.spawn([path, ...args], {
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    env: { PATH: env['PATH'] },
    timeout: 5_000,
  });
  const text = await child.stdout.text();
  return (await child.exited) === 0 ? text.trim() : undefined;
}
