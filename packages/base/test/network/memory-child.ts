import { fetchAllowed } from '../../network/fetch-allowed.ts';

/** Fetches once to have everything loaded, then the URL it is given, and prints what that did to the memory of this process. */
const [warmUp = '', url = ''] = process.argv.slice(2);
const permissions = { files: [], network: [['127.0.0.1']], env: [], sandbox: 'auto' as const };
const context = { permissions, signal: new AbortController().signal };
const limits = { maxBytes: 1_048_576, timeoutMs: 60_000 };

await fetchAllowed(context, { url: warmUp, ...limits });
const before = process.resourceUsage().maxRSS;
const { body, size, truncated } = await fetchAllowed(context, { url, ...limits });
const grown = process.resourceUsage().maxRSS - before;
console.log(
  JSON.stringify({ grownMegabytes: Math.ceil(grown / 1024), kept: body.byteLength, size, truncated }),
);
