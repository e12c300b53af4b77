import { describe, expect, test } from 'bun:test';
import { errorCodes, GoondanError, helpUrlOf, isErrorCode, suggestionOf } from '@goondan/core';
import { errorNameOf } from '../../src/error/codes.ts';

const codes = Object.keys(errorCodes).filter(isErrorCode);
const documents = `${import.meta.dir}/../../../../docs/errors`;

describe('the closed list of codes', () => {
  test('ERR-4: every code says what happened, what leads to it and what to do', () => {
    for (const code of codes) {
      const { summary, causes, fix } = errorCodes[code];
      expect({
        code,
        summary: summary.endsWith('.'),
        causes: causes.length > 0,
        fix: fix.endsWith('.'),
      }).toEqual({
        code,
        summary: true,
        causes: true,
        fix: true,
      });
      expect(suggestionOf(code)).toBe(fix);
    }
  });

  test('ERR-5: the helpUrl of every code names a page in docs/errors', async () => {
    for (const code of codes) {
      const page = helpUrlOf(code).split('/').at(-1);
      expect(await Bun.file(`${documents}/${page}.md`).text()).toStartWith(`# ${code}\n`);
    }
  });

  test('names no family but those of the contract and of what it left open: defects of ours, the command line, HTTP, clusters, what stock tools reach', () => {
    const contract = /^E_(TOOL|HANDLE|AGENT|MCP|CONFIG|EXTENSION|MODEL|STORAGE)(_|$)|^E_BACKPRESSURE$/;
    const added = /^E_(PLAN|CLUSTER|DOCUMENT|TEXT|FILE|MEMORY|RUN|HTTP|NETWORK|SEARCH)_|^E_(INTERNAL|USAGE)$/;
    expect(codes.filter((code) => !contract.test(code) && !added.test(code))).toEqual([]);
  });

  test('ALLOW-2: a code has the name of an error class', () => {
    expect(errorNameOf('E_TOOL_NOT_IN_CATALOG')).toBe('ToolNotInCatalogError');
  });

  test('what is not in the list is no code', () => {
    for (const value of ['E_NOPE', 'toString', '__proto__', '', 7, null, undefined])
      expect(isErrorCode(value)).toBe(false);
  });

  test('a GoondanError carries code, name, suggestion, help and cause', () => {
    const cause = new Error('why');
    const error = new GoondanError('E_EXTENSION_INIT', 'it broke', { cause });
    const { code, name, message, suggestion, helpUrl } = error;
    expect({ code, name, message, suggestion, helpUrl, cause: error.cause }).toEqual({
      code: 'E_EXTENSION_INIT',
      name: 'ExtensionInitError',
      message: 'it broke',
      suggestion: errorCodes.E_EXTENSION_INIT.fix,
      helpUrl: 'https://docs.goondan.ai/errors/E_EXTENSION_INIT',
      cause,
    });
  });
});
