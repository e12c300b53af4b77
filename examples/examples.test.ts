import { expect, test } from 'bun:test';

test('the library example registers, lists and calls tools, offline', async () => {
  const child = Bun.spawn([process.execPath, '--no-install', `${import.meta.dir}/library/main.ts`], {
    stderr: 'pipe',
  });
  const [printed, errors] = await Promise.all([child.stdout.text(), child.stderr.text()]);
  expect(errors).toBe('');
  expect(await child.exited).toBe(0);
  expect(printed).toBe(`Tools the model would see:
  calc__add    Add two numbers
  slow__wait   Never answers
  text__shout  Say it louder

Calls:
  calc__add {"a":2,"b":12}
    ok  {"sum":14}
  text__shout {"text":"군단"}
    ok  "군단!"
  calc__add {"a":"2"}
    E_TOOL_INVALID_ARGS  calc__add: /b is required; /a must be number, got string "2"
    → Send {"a": number, "b": number}. Example: {"a":1,"b":1}
  calc__ad {}
    E_TOOL_NOT_IN_CATALOG  Tool 'calc__ad' is not available in the current Tool Catalog.
    → Did you mean 'calc__add'?
  slow__wait {}
    E_TOOL_TIMEOUT  slow__wait took longer than 50 ms and was stopped.
    → Ask for less work in one call, or raise timeoutMs of the tool (at most policy.tools.maxTimeoutMs).

Next: docs/guide/first-tool.md
`);
});
