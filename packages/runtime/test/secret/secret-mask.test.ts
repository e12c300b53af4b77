import { describe, expect, test } from 'bun:test';
import * as fc from 'fast-check';
import { byTier } from '../../../../scripts/tests/by-tier.ts';
import { SecretMask } from '../../src/secret/secret-mask.ts';

const key = 'sk-ant-api03-Zm9v_QUJD';
const mask = new SecretMask([{ name: 'ANTHROPIC_API_KEY', value: key }]);
const shown = '[secret ANTHROPIC_API_KEY]';

describe('text', () => {
  test('every occurrence is replaced by the name of the secret', () => {
    expect(mask.text(`${key}, "${key}" and x${key}x`)).toBe(`${shown}, "${shown}" and x${shown}x`);
  });

  test('a text without a secret stays as it is', () => {
    expect(mask.text('nothing here but sk-ant-')).toBe('nothing here but sk-ant-');
    expect(new SecretMask([]).text(key)).toBe(key);
    expect(new SecretMask([]).isEmpty).toBe(true);
  });

  test('values of less than six characters are left, since they would mangle texts', () => {
    const short = new SecretMask([
      { name: 'A', value: 'abcde' },
      { name: 'B', value: '' },
      { name: 'C', value: 'ab \n\n\n\n\n' },
    ]);
    expect(short.text('abcde ab')).toBe('abcde ab');
    expect(new SecretMask([{ name: 'A', value: 'abcdef' }]).text('abcdef')).toBe('[secret A]');
  });

  test('the line end of a value is not part of it', () => {
    expect(new SecretMask([{ name: 'A', value: 'abcdef\n' }]).text('key: abcdef')).toBe('key: [secret A]');
  });

  test('the longest of values that contain one another wins, and overlapping ones leave nothing behind', () => {
    const nested = new SecretMask([
      { name: 'SHORT', value: 'abcdef' },
      { name: 'LONG', value: '123abcdef456' },
      { name: 'NEXT', value: 'ef456789' },
    ]);
    expect(nested.text('-123abcdef456-abcdef-')).toBe('-[secret LONG]-[secret SHORT]-');
    expect(nested.text('-123abcdef456789-')).toBe('-[secret LONG]-');
    expect(nested.text('-abcdef456789-')).toBe('-[secret NEXT]-');
    expect(new SecretMask([{ name: 'A', value: 'aaaaaa' }]).text('aaaaaaaaaaab')).toBe('[secret A]b');
  });

  test('two names of one value are one secret, under the first', () => {
    const twins = new SecretMask([
      { name: 'FIRST', value: 'abcdef' },
      { name: 'SECOND', value: 'abcdef' },
    ]);
    expect(twins.text('abcdef')).toBe('[secret FIRST]');
  });

  test('a placeholder never shows or completes a secret itself', () => {
    const secrets = ['OPENAI_API_KEY', '[secret', 'secret ', '******', 'x[secr'];
    const odd = new SecretMask(secrets.map((value) => ({ name: 'OPENAI_API_KEY', value })));
    for (const value of secrets) {
      const masked = odd.text(`x${value}] ${value}`);
      expect(secrets.filter((secret) => masked.includes(secret))).toEqual([]);
    }
    const named = new SecretMask([{ name: 'OPENAI_API_KEY', value: 'OPENAI_API_KEY' }]);
    expect(named.text('my OPENAI_API_KEY!')).toBe('my [secret]!');
    const completed = new SecretMask(
      ['abcdef', 'x[secr'].map((value) => ({ name: value.slice(0, 1), value })),
    );
    expect(completed.text('see xabcdef')).toBe('see x***');
    const everything = new SecretMask(['ends in [', '*** and more'].map((value) => ({ name: 'E', value })));
    expect(everything.text('it ends in [*')).toMatch(/^it [\ue000-\uf8ff]\*$/);
  });

  test('escaped for JSON once or twice, also in ASCII only', () => {
    const quoted = 'pass"wörd\\\n비밀🔑';
    const quotedMask = new SecretMask([{ name: 'Q', value: quoted }]);
    const once = JSON.stringify({ a: quoted });
    expect(quotedMask.text(once)).toBe('{"a":"[secret Q]"}');
    expect(quotedMask.text(JSON.stringify(once))).toBe(String.raw`"{\"a\":\"[secret Q]\"}"`);
    expect(quotedMask.text(String.raw`pass\"w\u00f6rd\\\n\ube44\ubc00\ud83d\udd11`)).toBe('[secret Q]');
  });

  test('quoted as a shell prints variables', () => {
    const value = `it's "100 $" \\ \`so\``;
    const shellMask = new SecretMask([{ name: 'S', value }]);
    for (const printed of [
      'declare -p VALUE',
      'printf \'%q\' "$VALUE"',
      'set | grep ^VALUE=',
      'alias v="$VALUE"; alias v',
    ]) {
      const { stdout } = Bun.spawnSync(['bash', '-c', printed], {
        env: { PATH: process.env['PATH'], VALUE: value },
      });
      expect(shellMask.text(stdout.toString())).toContain('[secret S]');
    }
  });

  test('in base64 and in digits that are broken into lines', () => {
    const text = `${'a=1\n'.repeat(20)}KEY=${key}\n${'b=2\n'.repeat(20)}`;
    for (const width of [64, 76])
      for (const digits of [btoa(text), Buffer.from(text).toString('hex')])
        for (const end of ['\n', '\r\n'])
          for (const before of ['', 'x', 'xy', 'x'.repeat(30)]) {
            const lines =
              (before === '' ? digits : btoa(before + text)).match(new RegExp(`.{1,${width}}`, 'g')) ?? [];
            const masked = mask.text(`it is:\n${lines.join(end)}${end}so it is`);
            expect(masked).toContain(shown);
            expect(masked).toStartWith('it is:\n');
            expect(masked).toEndWith(`${end}so it is`);
            expect(mask.json({ masked })).toEqual({ masked });
          }
  });

  test('in hexadecimal digits', () => {
    const digits = Buffer.from(`user:${key}`).toString('hex');
    expect(mask.text(digits)).toBe(`${Buffer.from('user:').toString('hex')}${shown}`);
    expect(mask.text(digits.toUpperCase())).toContain(shown);
  });

  test('percent-encoded as a part of an address, as a form and in lower case', () => {
    const value = 'pä ss/wörd&=+한글';
    const urlMask = new SecretMask([{ name: 'U', value }]);
    expect(urlMask.text(`https://x/?k=${encodeURIComponent(value)}&z`)).toBe('https://x/?k=[secret U]&z');
    expect(urlMask.text(encodeURIComponent(value).toLowerCase())).toBe('[secret U]');
    const every = Buffer.from(value).toString('hex').replace(/../g, '%$&');
    expect(urlMask.text(every)).toBe('[secret U]');
    const reserved = new SecretMask([{ name: 'R', value: "(it's/so*!)" }]);
    expect(reserved.text("%28it%27s%2Fso%2A%21%29 %28it%27s/so%2A%21%29 (it's%2Fso*!)")).toBe(
      '[secret R] [secret R] [secret R]',
    );
    expect(urlMask.text(new URLSearchParams({ k: value, z: '1' }).toString())).toBe('k=[secret U]&z=1');
    expect(urlMask.text(new URL(`https://x/${value}`).href)).not.toContain('%ED%95%9C');
  });

  test('in base64, alone and at every place of a longer value', () => {
    expect(mask.text(btoa(key))).toBe(shown);
    for (const before of ['', 'u', 'us', 'user:']) {
      for (const after of ['', '!', '!!', '!!!']) {
        const encoded = btoa(before + key + after);
        const masked = mask.text(`Basic ${encoded} ok`);
        expect(masked).toContain(shown);
        // Only the digits that it shares with what stands before and after may be left.
        const left = masked.length - `Basic ${shown} ok`.length;
        expect(left).toBeLessThanOrEqual(encoded.length - Math.floor((key.length * 8) / 6) + 1);
        expect(mask.text(encoded.replaceAll('+', '-').replaceAll('/', '_'))).toContain(shown);
      }
    }
  });
});

describe('json', () => {
  test('what holds no secret is the same object', () => {
    const value = { a: [1, 'two', { three: null }], key: 'sk-ant-api03' };
    expect(mask.json(value)).toBe(value);
    expect(mask.json(null)).toBeNull();
    expect(new SecretMask([]).json(value)).toBe(value);
  });

  test('keys and texts at any depth are masked in a copy', () => {
    const part = { d: 1 };
    const value: Record<string, unknown> = { a: [{ b: `see ${key}` }], [key]: true, c: part };
    const masked = mask.json(value);
    expect(masked).toEqual({ a: [{ b: `see ${shown}` }], [shown]: true, c: { d: 1 } });
    expect(value['a']).toEqual([{ b: `see ${key}` }]);
    expect(masked['c']).not.toBe(part);
  });

  test('keys that come out alike keep their values apart', () => {
    const value: Record<string, unknown> = { [key]: 1, [btoa(key)]: 2 };
    expect(mask.json(value)).toEqual({ [shown]: 1, [`${shown} (2)`]: 2 });
  });

  test('a key named __proto__ stays a key', () => {
    const value: unknown = JSON.parse(`{"__proto__":{"a":"${key}"}}`);
    expect(JSON.stringify(mask.json(value))).toBe(`{"__proto__":{"a":"${shown}"}}`);
  });

  test('a secret of digits is masked in numbers too', () => {
    const pin = new SecretMask([{ name: 'PIN', value: '271828' }]);
    const value: Record<string, unknown> = { a: 271828, b: 12718281, c: 2718.28 };
    expect(pin.json(value)).toEqual({
      a: '[secret PIN]',
      b: '1[secret PIN]1',
      c: 2718.28,
    });
  });

  test('a value cut in two does not span two texts: nothing is masked', () => {
    const value = { a: [key.slice(0, 8), key.slice(8)], b: key.slice(0, 12) };
    expect(mask.json(value)).toBe(value);
  });
});

/** Texts of letters, digits, Korean, emoji and what keys and passwords are made of. */
const unit = fc.oneof(
  fc.constantFrom(...'abcXYZ0189-_.+/=%&! ?#@$*~'.split('')),
  fc.constantFrom('비', '밀', '번', '호', '🔑', '👩‍💻', 'ö', 'ß'),
  fc.constantFrom('"', '\\', '\n', '\t', '\u0001', '{', '}', '[', ']', ':', ','),
);
const secret = fc.string({ unit, minLength: 6, maxLength: 24 }).filter((text) => text.trim().length >= 6);
const secrets = fc.array(secret, { minLength: 1, maxLength: 4 });

/** Trees with the secrets somewhere in them: as keys, values and parts of both. */
function treesWith(known: readonly string[]): fc.Arbitrary<unknown> {
  const text = fc.oneof(
    fc.string({ unit }),
    fc.constantFrom(...known),
    fc
      .tuple(fc.string({ unit }), fc.constantFrom(...known), fc.string({ unit }))
      .map((parts) => parts.join('')),
    fc.constantFrom(...known).map((value) => JSON.stringify({ value })),
    fc.constantFrom(...known).map((value) => encodeURIComponent(value)),
    fc.constantFrom(...known).map((value) => Buffer.from(value).toString('base64')),
  );
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.integer(),
      fc.constantFrom(true, false, null),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(text, tie('tree'), { maxKeys: 4 }),
    ),
  }));
  return tree;
}

function textsOf(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [JSON.stringify(value)];
  return Object.entries(value).flatMap(([name, element]) => [
    ...(Array.isArray(value) ? [] : [name]),
    ...textsOf(element),
  ]);
}

const scenes = secrets.chain((known) => fc.record({ known: fc.constant(known), tree: treesWith(known) }));

describe('for any secrets and any JSON', () => {
  test('no text, key or number of the masked value holds a secret, nor does its JSON', () => {
    fc.assert(
      fc.property(scenes, ({ known, tree }) => {
        const masked = new SecretMask(known.map((value, index) => ({ name: `S${index}`, value }))).json(tree);
        const texts = textsOf(masked);
        const json = JSON.stringify(masked);
        for (const value of known) {
          expect(texts.some((text) => text.includes(value))).toBe(false);
          // With signs of JSON in it, a value can be spelled by two neighbours that know nothing of it.
          if (!/["\\[\]{}:,]/.test(value)) expect(json).not.toContain(value);
        }
      }),
      { numRuns: byTier({ full: 1000, short: 200 }) },
    );
  });

  test('masking again changes nothing: the same object comes back', () => {
    fc.assert(
      fc.property(scenes, ({ known, tree }) => {
        const anyMask = new SecretMask(known.map((value, index) => ({ name: `S${index}`, value })));
        const masked = anyMask.json(tree);
        expect(anyMask.json(masked)).toBe(masked);
      }),
    );
  });

  test('what holds none of them is the same object', () => {
    const foreign = new SecretMask([{ name: 'F', value: 'ZZZZZZZZZZZZ' }]);
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        fc.pre(!JSON.stringify(value).includes('ZZZZZZ') && !JSON.stringify(value).includes('Wlpa'));
        expect(foreign.json(value)).toBe(value);
      }),
    );
  });
});
