/** What the Bun that becomes a supervisor is given for itself; it is taken away again before it does. */
export const reaperEnvironment: Readonly<Record<string, string>> = {
  BUN_JSC_usePollingTraps: '1',
  // It would lie in HOME, which is the workdir.
  BUN_RUNTIME_TRANSPILER_CACHE_PATH: '0',
};
