import * as fc from 'fast-check';

/** Names that lead here or to what is not public, and to what; `rebinding.test` changes its mind from one question to the next. */
export const hostileNames: Readonly<Record<string, readonly (readonly string[])[]>> = {
  localhost: [['127.0.0.1', '::1']],
  'loopback.test': [['127.0.0.1']],
  'six.test': [['::1']],
  'mapped.test': [['::ffff:127.0.0.1']],
  'nat64.test': [['64:ff9b::7f00:1']],
  'private.test': [['10.0.0.1', '192.168.1.1', 'fd00::1']],
  'metadata.test': [['169.254.169.254']],
  'unspecified.test': [['0.0.0.0', '::']],
  'mixed.test': [['8.8.8.8', '127.0.0.1'], ['127.0.0.1']],
  'rebinding.test': [['8.8.8.8'], ['127.0.0.1'], ['::1']],
  'broken.test': [['127.0.0.1 ', '0x7f.1', 'localhost', '::1%lo', '']],
};

const four = fc.oneof(
  fc.constantFrom(
    [127, 0, 0, 1],
    [127, 255, 255, 254],
    [0, 0, 0, 0],
    [10, 0, 0, 1],
    [169, 254, 169, 254],
    [192, 168, 0, 1],
    [172, 16, 0, 1],
    [100, 64, 0, 1],
    [224, 0, 0, 1],
    [255, 255, 255, 255],
  ),
  fc.array(fc.nat(255), { minLength: 3, maxLength: 3 }).map((rest) => [127, ...rest]),
);
const radix = fc.constantFrom(
  (part: number) => String(part),
  (part: number) => `0${part.toString(8)}`,
  (part: number) => `0x${part.toString(16)}`,
  (part: number) => `0X${part.toString(16).toUpperCase().padStart(12, '0')}`,
  (part: number) => `000${part.toString(8)}`,
);
const number = (parts: readonly number[]): number => parts.reduce((sum, part) => sum * 256 + part, 0);
const hex = (parts: readonly number[]): string =>
  `${number(parts.slice(0, 2)).toString(16)}:${number(parts.slice(2)).toString(16)}`;

/** A v4 address in one of the many ways to write it. */
const spelled = fc
  .tuple(four, fc.array(radix, { minLength: 4, maxLength: 4 }), fc.constantFrom(1, 2, 3, 4))
  .map(([parts, radices, count]) => {
    const groups = [...parts.slice(0, count - 1), number(parts.slice(count - 1))];
    return groups.map((group, index) => radices[index]?.(group) ?? String(group)).join('.');
  });
const six = four.chain((parts) => {
  const dotted = parts.join('.');
  return fc.constantFrom(
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:0:0:1]',
    '[fe80::1]',
    '[fe80::1%25lo]',
    '[::1%25lo]',
    '[fd00::1]',
    '[ff02::1]',
    '[fec0::1]',
    `[::ffff:${dotted}]`,
    `[::FFFF:${hex(parts)}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${hex(parts)}]`,
    `[2002:${hex(parts)}::1]`,
    `[2001:0:${hex(parts)}::]`,
  );
});
const wide = (text: string): string =>
  Array.from(text, (sign) =>
    /[!-~]/.test(sign) ? String.fromCharCode(sign.charCodeAt(0) + 0xfee0) : sign,
  ).join('');
const disguise = fc.constantFrom<(host: string) => string>(
  (host) => host,
  (host) => host.toUpperCase(),
  (host) => `${host}.`,
  (host) => `${host}..`,
  (host) => wide(host),
  (host) => host.replaceAll('.', '。'),
  (host) => host.replaceAll('.', '%2e'),
  (host) => host.replace(/^./, (sign) => `%${sign.charCodeAt(0).toString(16)}`),
  (host) => `${host}\u00ad`,
  (host) => `example.com@${host}`,
  (host) => `example.com:80%40${host}`,
  (host) => `\t${host}`,
  (host) => host.replace(/./, '$&\n'),
  (host) => `${host}\\@example.com`,
  (host) => `${host}#@example.com`,
);

/** URLs that try to get to somebody on `port` of this machine, or to what is not public. */
export function hostileUrl(port: number): fc.Arbitrary<string> {
  const name = fc.constantFrom(...Object.keys(hostileNames), 'LOCALHOST', 'a.localhost', 'nobody.test');
  const host = fc.oneof(spelled, six, name);
  const scheme = fc.oneof(
    {
      weight: 8,
      arbitrary: fc.constantFrom(
        'http://',
        'https://',
        'HTTP://',
        'http:',
        'http:/',
        'http:\\\\',
        'http:///',
        ' http://',
        'ht\ntp://',
      ),
    },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        '',
        '//',
        'ftp://',
        'ws://',
        'file://',
        'blob:http://',
        's3://',
        'unix://',
        'http+unix://',
        'view-source:http://',
        'jar:http://',
      ),
    },
  );
  const end = fc.oneof(
    fc.constantFrom(`:${port}/`, `:${port}`, `:0${port}/`, `:${port}/?a#b`, `:${port}\\`, '/', ''),
    fc.string({ maxLength: 8 }).map((text) => `:${port}/${text}`),
  );
  return fc.oneof(
    {
      weight: 12,
      arbitrary: fc
        .tuple(scheme, disguise, host, end)
        .map(([left, dress, middle, right]) => `${left}${dress(middle)}${right}`),
    },
    {
      weight: 1,
      arbitrary: fc.webUrl({
        authoritySettings: {
          withIPv4: true,
          withIPv6: true,
          withUserInfo: true,
          withPort: true,
          withIPv4Extended: true,
        },
      }),
    },
    { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 60 }) },
  );
}
