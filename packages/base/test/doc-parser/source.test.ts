import { describe, expect, test } from 'bun:test';
import type { JsonObject } from '@goondan/core';
import { callerOf } from '../module-caller.ts';
import { noLargeOutputs, textAt } from './in-workdir.ts';
import { eucKr, makePdf } from './make-pdf.ts';

const call = await callerOf('doc-parser');

describe('where a document comes from', () => {
  test.each<[JsonObject, string, string]>([
    [{}, 'E_TOOL_INVALID_ARGS', '{"path":"report.pdf"}'],
    [{ path: 'a.pdf', url: 'https://example.com/' }, 'E_TOOL_INVALID_ARGS', 'one of them'],
    [{ path: '' }, 'E_TOOL_INVALID_ARGS', 'Example: '],
    [{ path: 'a.pdf', maxChars: 5 }, 'E_TOOL_INVALID_ARGS', 'Example: '],
    [{ path: 'a.pdf', format: 'doc' }, 'E_TOOL_INVALID_ARGS', 'Example: '],
    [{ file: 'a.pdf' }, 'E_TOOL_INVALID_ARGS', 'Example: '],
  ])('%j is refused', async (args, code, suggestion) => {
    const { error } = await call('parse', args);
    expect(error?.code).toBe(code);
    expect(error?.suggestion).toContain(suggestion);
  });

  test('POL-5: no file outside the workdir, no address that is not public', async () => {
    const refused = ['/etc/passwd', '../stock-tools.ts', '/proc/self/environ'].map((path) =>
      call('parse', { path }),
    );
    for (const { error } of await Promise.all(refused)) expect(error?.code).toBe('E_FILE_OUTSIDE');
    for (const url of ['http://127.0.0.1:8080/', 'http://169.254.169.254/latest', 'http://localhost/'])
      expect((await call('parse', { url })).error?.code).toBe('E_NETWORK_REFUSED');
    for (const url of ['file:///etc/passwd', 'data:text/html,x'])
      expect((await call('parse', { url })).error?.code).toStartWith('E_NETWORK_');
  });

  test('an address that policy allows is read, with what its headers say', async () => {
    const page = '<h1>안녕</h1><a href="next.html">다음</a>';
    const answers: Readonly<Record<string, () => Response>> = {
      '/page': () =>
        new Response(new Uint8Array(eucKr(page)), {
          headers: { 'content-type': 'text/html; charset=euc-kr' },
        }),
      '/table': () => new Response('a;b\n1;2', { headers: { 'content-type': 'text/csv' } }),
      '/paper.pdf': () =>
        new Response(new Uint8Array(makePdf(['Hello'])), {
          headers: { 'content-type': 'application/octet-stream' },
        }),
      '/large': () => new Response(new Uint8Array(33 * 1024 * 1024)),
      '/secret': () => new Response('no', { status: 403 }),
    };
    const server = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ url }) => answers[new URL(url).pathname]?.() ?? new Response('none', { status: 404 }),
    });
    try {
      const allow = [`127.0.0.1:${server.port}`];
      const policy = { ...noLargeOutputs, permissions: { network: { allow } } };
      const allowed = await callerOf('doc-parser', { policy });
      const read = (path: string) => allowed('parse', { url: `http://127.0.0.1:${server.port}${path}` });
      const { output } = await read('/page');
      expect(output).toMatchObject({ format: 'html', encoding: 'euc-kr' });
      const markdown = textAt(output, 'markdown');
      expect(markdown).toContain('# 안녕');
      expect(markdown).toContain(`[다음](http://127.0.0.1:${server.port}/next.html)`);
      expect((await read('/table')).output).toMatchObject({
        format: 'csv',
        markdown: '| a | b |\n| --- | --- |\n| 1 | 2 |',
      });
      expect((await read('/paper.pdf')).output).toMatchObject({ format: 'pdf', markdown: 'Hello' });
      expect((await read('/large')).error?.code).toBe('E_DOCUMENT_TOO_LARGE');
      for (const [path, status] of [
        ['/secret', 403],
        ['/none', 404],
      ] as const) {
        const { error } = await read(path);
        expect(error?.code).toBe('E_DOCUMENT_UNAVAILABLE');
        expect(error?.message).toContain(`status ${status}`);
      }
    } finally {
      await server.stop(true);
    }
  }, 60_000);
});
