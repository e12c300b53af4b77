import { describe, expect, test } from 'bun:test';
import { parseRef } from '../../src/resource/parse-ref.ts';
import { agentRefSchema, extensionRefSchema, refSchema } from '../../src/resource/ref.ts';

describe('refs', () => {
  test('the three forms come to one', () => {
    const bash = { kind: 'Tool', name: 'bash' };
    expect(parseRef('Tool/bash')).toEqual(bash);
    expect(parseRef({ ref: 'Tool/bash' })).toEqual(bash);
    expect(parseRef({ kind: 'Tool', name: 'bash' })).toEqual(bash);
    expect(parseRef({ kind: 'Tool', name: 'bash', package: '@goondan/base' })).toEqual({
      ...bash,
      package: '@goondan/base',
    });
    expect(parseRef({ ref: 'Extension/mcp', config: { servers: {} } })).toEqual({
      kind: 'Extension',
      name: 'mcp',
    });
  });

  test('a name may be of any script', () => {
    expect(parseRef('Agent/코더🤖')).toEqual({ kind: 'Agent', name: '코더🤖' });
  });

  test('a plain name is a ref only where its kind is known', () => {
    expect(parseRef('coder')).toBeUndefined();
    expect(parseRef('coder', 'Agent')).toEqual({ kind: 'Agent', name: 'coder' });
    expect(parseRef({ ref: 'coder' }, 'Agent')).toBeUndefined();
  });

  test('what is no ref is none, and the schemas say the same', () => {
    const none = [
      '',
      'Tool/',
      '/bash',
      'Tool/a/b',
      'Tool/a b',
      'Tool bash',
      5,
      null,
      [],
      {},
      { ref: 5 },
      { kind: 'Tool' },
      { name: 'bash' },
    ];
    for (const value of none) {
      expect(parseRef(value)).toBeUndefined();
      expect(refSchema.safeParse(value).success).toBe(false);
      expect(extensionRefSchema.safeParse(value).success).toBe(false);
    }
    expect(refSchema.safeParse('coder').success).toBe(false);
    expect(agentRefSchema.safeParse('coder').success).toBe(true);
    expect(refSchema.safeParse({ ref: 'Tool/bash', config: {} }).success).toBe(false);
    expect(extensionRefSchema.safeParse({ ref: 'Extension/mcp', config: {} }).success).toBe(true);
  });
});
