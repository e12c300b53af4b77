import { createOtlpExport, traceOf } from '@goondan/runtime/telemetry';
import { aTurn } from './a-turn.ts';

const exporter = createOtlpExport({ env: process.env, logger: console, closeLimitMs: 1 });
for (const event of aTurn.slice(0, 2)) exporter?.observe(event);
await exporter?.flush();
await exporter?.close();
traceOf(aTurn);
const loaded = Object.keys(require.cache).filter((file) => file.includes('@opentelemetry'));
process.stdout.write(`${loaded.length}\n`);
