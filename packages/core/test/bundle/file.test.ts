import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const model = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec: { provider: scripted, model: rules }
`;

describe('the file itself', () => {
  golden(
    'a folder without goondan.yaml is said to be no bundle',
    {},
    `
goondan.yaml:1:1  E_CONFIG_NOT_FOUND  there is no goondan.yaml in /bundle
      | run gdn init to make a bundle, or choose one with -C

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NOT_FOUND
`,
  );
  golden(
    'a file by another name is to be renamed',
    { 'goondan.yml': model },
    `
goondan.yaml:1:1  E_CONFIG_NOT_FOUND  there is no goondan.yaml in /bundle
      | rename goondan.yml to goondan.yaml

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NOT_FOUND
`,
  );
  golden(
    'one that is there and cannot be read is not said to be missing',
    { 'goondan.yaml/model.yaml': model },
    `
goondan.yaml:1:1  E_CONFIG_NOT_FOUND  goondan.yaml in /bundle cannot be read: it is a folder
      | put a file in its place

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NOT_FOUND
`,
  );
  golden(
    'an empty file is said to be empty',
    '',
    `
goondan.yaml:1:1  E_CONFIG_EMPTY  the file is empty
      | add apiVersion, kind, metadata and spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EMPTY
`,
  );
  golden(
    'a file of comments holds no document',
    '# to do\n---\n# later\n',
    `
goondan.yaml:1:1  E_CONFIG_EMPTY  the file holds no document
    1 | # to do
      | ^ add apiVersion, kind, metadata and spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_EMPTY
`,
  );
  golden(
    'a byte that is not UTF-8 is placed, and the rest is still read',
    { 'goondan.yaml': Uint8Array.from([...Buffer.from(`${model}# `), 0xb0, 0xa1, 0x0a]) },
    `
goondan.yaml:5:3  E_CONFIG_ENCODING  the file is not UTF-8: a byte here is no character
    4 | spec: { provider: scripted, model: rules }
    5 | # ��
      |   ^ save the file as UTF-8

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENCODING
`,
  );
  golden(
    'a UTF-16 file is named as such',
    { 'goondan.yaml': Uint8Array.from([0xff, 0xfe, 0x61, 0x00]) },
    `
goondan.yaml:1:1  E_CONFIG_ENCODING  the file is UTF-16, not UTF-8
      | save the file as UTF-8

1 error in goondan.yaml.  More: gdn explain E_CONFIG_ENCODING
`,
  );
  golden(
    'a file beyond all measure is not read',
    { 'goondan.yaml': `#${'x'.repeat(8 * 1024 * 1024)}` },
    `
goondan.yaml:1:1  E_CONFIG_YAML_LIMIT  the file has 8388609 bytes; at most 8388608 are read
      | move data into files of its own

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_LIMIT
`,
  );
});
