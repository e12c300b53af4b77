import { pointerKeys } from '../../json/json-pointer.ts';
import { isRecord } from '../../json/json-value.ts';
import { parseRef, type ResourceRef } from '../../resource/parse-ref.ts';
import type { SchemaFailure } from '../../schema/schema-failure.ts';
import type { CheckContext } from '../check.ts';
import type { ConfigDocument } from '../config-document.ts';
import type { Path, Problem } from '../finding.ts';
import type { ModuleReport } from '../inspect-module.ts';
import { itemsAt, valueAt } from '../raw-value.ts';
import { pathText } from '../wording.ts';
import { reportOf } from './entry.ts';

type Config = Readonly<Record<string, unknown>>;

const ownPath = ['spec', 'config'];

/** The config of an extension made by `defineExtension` fits its schema: the resource's own, and what each agent lays over it. */
export async function checkExtensionConfig(
  document: ConfigDocument,
  context: CheckContext,
): Promise<Problem[]> {
  if (document.kind === 'Extension') return resourceProblems(document, context);
  if (document.kind !== 'Agent') return [];
  const refs = itemsAt(document.value, ['spec', 'extensions']);
  return (await Promise.all(refs.map((ref) => refProblems(ref, context)))).flat();
}

/** What is missing an agent may still give. */
async function resourceProblems(document: ConfigDocument, context: CheckContext): Promise<Problem[]> {
  const config = recordAt(document.value, ownPath);
  const failures = await failuresOf((await reportOf(document, context))?.report, config);
  return failures.flatMap((failure) =>
    isAbout(failure, config) ? [problemAt(ownPath, document.label, failure)] : [],
  );
}

/** What the resource itself has wrong is found there. */
async function refProblems(
  { path, value }: { readonly path: Path; readonly value: unknown },
  context: CheckContext,
): Promise<Problem[]> {
  const ref = parseRef(value);
  if (ref?.kind !== 'Extension') return [];
  const { report, config: declared } = await targetOf(ref, context);
  const laid = recordAt(value, ['config']);
  const failures = await failuresOf(report, { ...declared, ...laid });
  return failures.flatMap((failure) =>
    isAbout(failure, laid) || !isAbout(failure, declared)
      ? [problemAt([...path, 'config'], `Extension/${ref.name}`, failure)]
      : [],
  );
}

async function targetOf(
  ref: ResourceRef,
  context: CheckContext,
): Promise<{ readonly report: ModuleReport | undefined; readonly config: Config }> {
  const own = context.documents.find(({ kind, name }) => kind === 'Extension' && name === ref.name);
  if (own !== undefined && ref.package === undefined)
    return { report: (await reportOf(own, context))?.report, config: recordAt(own.value, ownPath) };
  const stock = context.stock.find(({ kind, name }) => kind === 'Extension' && name === ref.name);
  if (stock?.entry === undefined) return { report: undefined, config: {} };
  // Code of the stock is no stranger's: it is looked at here.
  const { inspectModule } = await import('../inspect-module.ts');
  return { report: await inspectModule(stock.entry), config: {} };
}

/** Nothing for a module that cannot be imported, which is found elsewhere, or that says nothing of its config. */
async function failuresOf(
  report: ModuleReport | undefined,
  config: Config,
): Promise<readonly SchemaFailure[]> {
  const schema = report?.status === 'ok' ? report.config : undefined;
  if (schema === undefined) return [];
  const { compileSchema } = await import('../../schema/compile.ts');
  return compileSchema(schema).failures(config);
}

function isAbout({ path }: SchemaFailure, config: Config): boolean {
  const [key] = pointerKeys(path);
  return key !== undefined && Object.hasOwn(config, key);
}

function problemAt(base: Path, label: string, { path, message }: SchemaFailure): Problem {
  const keys = pointerKeys(path);
  const name = pathText(['config', ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))]);
  return {
    code: 'E_CONFIG_EXTENSION_CONFIG',
    path: [...base, ...keys],
    message: `${label}: ${name} ${message}`,
  };
}

function recordAt(value: unknown, path: Path): Config {
  const found = valueAt(value, path);
  return isRecord(found) ? found : {};
}
