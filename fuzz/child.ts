/** Tries one target with one seed, in a process that may hang or die without harm, and tells the parent what came of each property. */
import { targets, isTargetName } from './target.ts';
import { watchUncaught } from './uncaught.ts';
import { writeProgress } from './progress.ts';
import { workSchema, type Outcome, type Work } from './work.ts';

const work = workSchema.parse(JSON.parse(process.argv[2] ?? ''));
process.on('disconnect', () => process.exit(1));
try {
  await tryTarget(work);
  process.exit(0);
} catch (thrown) {
  console.error(thrown);
  process.exit(1);
}

async function tryTarget({
  target,
  seed,
  isShort,
  runs,
  property: only,
  path,
  progressFile,
}: Work): Promise<void> {
  if (!isTargetName(target)) throw new Error(`there is no target ${target}`);
  const uncaught = watchUncaught();
  using progress = writeProgress(progressFile);
  await using opened = await targets[target]();
  for (const [index, property] of opened.properties.entries()) {
    if (only !== undefined && property.name !== only) continue;
    progress.tell({ property: index, count: 0 });
    await tell({ kind: 'begun', property: property.name });
    const started = performance.now();
    let cases = 0;
    const finding = await property.run({
      seed,
      runs: runs ?? (isShort ? property.runs.short : property.runs.full),
      ...(path === undefined ? {} : { path }),
      onCase(count) {
        cases = count;
        progress.tell({ property: index, count });
        // Of the case before: what is thrown late is told by the one that follows.
        uncaught.check();
      },
    });
    const seconds = (performance.now() - started) / 1000;
    const outcome: Outcome = { target, property: property.name, seed, cases, seconds };
    await tell({ kind: 'done', outcome: finding === undefined ? outcome : { ...outcome, finding } });
  }
  uncaught.check();
}

/** Resolves once it has left this process: what is queued would stay here with a case that hangs. */
function tell(message: object): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  if (process.send === undefined) resolve();
  else process.send(message, undefined, undefined, () => resolve());
  return promise;
}
