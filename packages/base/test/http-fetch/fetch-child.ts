import { callerOf } from '../module-caller.ts';

/** Gets a small page to have everything loaded, then the URL it is given, and prints what that did to the memory of this process. */
const [warmUp = '', url = '', workdir = ''] = process.argv.slice(2);
const policy = { permissions: { network: { allow: ['127.0.0.1'] } } };
const call = await callerOf('http-fetch', { policy, workdir });

await call('get', { url: warmUp });
const before = process.resourceUsage().maxRSS;
const { status } = await call('get', { url });
const grown = process.resourceUsage().maxRSS - before;
console.log(JSON.stringify({ status, grownMegabytes: Math.ceil(grown / 1024) }));
process.exit(0);
