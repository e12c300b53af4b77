import { stat } from 'node:fs/promises';
import { workspaceLayout } from '@goondan/runtime/inspect';
import type { Invocation } from '../command/invocation.ts';
import { bundleRootOf } from '../place/bundle-root.ts';
import { stateRootOf } from '../place/state-root.ts';
import type { DoctorFinding, Look } from './finding.ts';
import { lookAtBundle } from './look-at-bundle.ts';
import { lookAtJournals } from './look-at-journals.ts';
import { lookAtLeftovers } from './look-at-leftovers.ts';
import { lookAtLock } from './look-at-lock.ts';
import { lookAtPrograms } from './look-at-programs.ts';
import { lookAtStateRoot } from './look-at-state-root.ts';
import { lookAtStock } from './look-at-stock.ts';

/** Looks at everything a run depends on; what cannot be looked at is a finding too, so that one trouble never hides another. */
export async function examine(invocation: Invocation): Promise<DoctorFinding[]> {
  const stateRoot = stateRootOf(invocation);
  const bundleRoot = await bundleRootOf(invocation);
  const isThere = bundleRoot !== undefined && (await stat(bundleRoot).catch(() => undefined))?.isDirectory();
  const layout = workspaceLayout(stateRoot, isThere === true ? bundleRoot : undefined);
  const looks: Readonly<Record<string, Look>> = {
    programs: () => lookAtPrograms(invocation.env),
    'state root': () => lookAtStateRoot(stateRoot),
    lock: () => lookAtLock(layout.folder),
    journals: () => lookAtJournals(layout.folder),
    processes: () => lookAtLeftovers(),
    stock: () => lookAtStock(),
    bundle: () => lookAtBundle(bundleRoot, invocation),
  };
  const findings: DoctorFinding[] = [];
  for (const [name, look] of Object.entries(looks)) {
    findings.push(...(await look().catch((thrown: unknown) => [failed(name, thrown)])));
  }
  return findings;
}

function failed(name: string, thrown: unknown): DoctorFinding {
  const message = thrown instanceof Error ? thrown.message : String(thrown);
  const hasFix = thrown instanceof Error && 'suggestion' in thrown && typeof thrown.suggestion === 'string';
  return { name, status: 'fail', message, ...(hasFix ? { fix: String(thrown.suggestion) } : {}) };
}
