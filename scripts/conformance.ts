/** Has the official MCP conformance tool judge client and server, or the one that is named: `conformance.ts [client|server]`. */
const folder = 'packages/mcp/test/conformance';
const all = ['client', 'server'];
const [only] = process.argv.slice(2);
const chosen = only === undefined ? all : [only];

for (const role of chosen) {
  const child = Bun.spawn([process.execPath, '--no-install', `${folder}/run-${role}.ts`], {
    stdin: 'ignore',
    stdout: 'inherit',
    stderr: 'inherit',
  });
  if ((await child.exited) !== 0) process.exitCode = 1;
}
