import * as fc from 'fast-check';

/** Names that are no tool’s, however much they look like one. */
export function strangeName(legal: string): fc.Arbitrary<unknown> {
  const [resource = '', exportName = ''] = legal.split('__');
  const lookAlikes = [
    legal.toUpperCase(),
    ` ${legal}`,
    `${legal} `,
    `${legal}\0`,
    `${legal}\n`,
    `${legal}\u200b`,
    `\u202e${legal}`,
    legal.replace('u', 'ս'),
    legal.replace('a', 'а'),
    legal.replaceAll('_', '＿'),
    legal.normalize('NFKD').replace('e', 'e\u0301'),
    `${resource}_${exportName}`,
    `${resource}___${exportName}`,
    `${resource}__`,
    `__${exportName}`,
    `${legal}__x`,
    resource,
  ].filter((name) => name !== legal);
  const inherited = [
    '__proto__',
    'constructor',
    'prototype',
    'hasOwnProperty',
    'toString',
    'valueOf',
    'fuzz____proto__',
  ];
  const notText: readonly unknown[] = [
    undefined,
    null,
    0,
    1,
    true,
    {},
    [],
    [legal],
    { name: legal },
    { toString: () => legal },
  ];
  return fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom<unknown>(...lookAlikes) },
    { weight: 4, arbitrary: fc.constantFrom<unknown>(...inherited) },
    { weight: 4, arbitrary: fc.constantFrom(...notText) },
    { weight: 6, arbitrary: fc.string({ unit: 'binary', maxLength: 80 }) },
    { weight: 4, arbitrary: fc.string({ unit: fc.constantFrom('f', 'u', 'z', '_', '\0'), maxLength: 12 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom<unknown>('', 'n'.repeat(1_000_000), '_'.repeat(1000), '\ud800'.repeat(100)),
    },
  );
}
