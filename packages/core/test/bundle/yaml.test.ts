import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const model = `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
spec: { provider: scripted, model: rules }
`;

describe('YAML', () => {
  golden(
    'a bracket that is not closed is placed',
    `${model}---\nkind: Tool\nspec: { exports: [\nmetadata: x\n`,
    `
goondan.yaml:8:1  E_CONFIG_YAML_SYNTAX  a bracket opened before is not closed by ]
    7 | spec: { exports: [
    8 | metadata: x
      | ^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_SYNTAX
`,
  );
  golden(
    'a quote that is not closed does not swallow the next document',
    `kind: "Tool\nmetadata: x\n---\nkind: Modle\n`,
    `
goondan.yaml:1:7  E_CONFIG_YAML_SYNTAX  a quote is opened here and never closed
    1 | kind: "Tool
      |       ^^^^^
goondan.yaml:4:1  E_CONFIG_API_VERSION  apiVersion is missing
    4 | kind: Modle
      | ^^^^ add apiVersion: goondan.ai/v1
goondan.yaml:4:1  E_CONFIG_MISSING_FIELD  spec is missing
    4 | kind: Modle
      | ^^^^ add spec
goondan.yaml:4:1  E_CONFIG_NAME  metadata.name is missing
    4 | kind: Modle
      | ^^^^ add metadata: { name: … }
goondan.yaml:4:7  E_CONFIG_KIND  there is no kind "Modle"
    4 | kind: Modle
      |       ^^^^^ did you mean Model?

5 errors in goondan.yaml.  More: gdn explain E_CONFIG_KIND
`,
  );
  golden(
    'a tab as indentation is told apart from blanks',
    `kind: Model\nmetadata:\n\tname: fast\n`,
    `
goondan.yaml:3:1  E_CONFIG_YAML_SYNTAX  tabs are not allowed as indentation
    2 | metadata:
    3 |     name: fast
      | ^^^^ use blanks, not tabs

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_SYNTAX
`,
  );
  golden(
    'a value with a colon needs quotes',
    `kind: Model\nmetadata: name: fast\n`,
    `
goondan.yaml:2:11  E_CONFIG_YAML_SYNTAX  a mapping cannot begin in the middle of a line
    1 | kind: Model
    2 | metadata: name: fast
      |           ^ put the value in quotes, or check the indentation of the next line

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_SYNTAX
`,
  );
  golden(
    'a directive other than %YAML 1.2 is refused',
    `%TAG ! tag:x,2026:\n---\nkind: Model\n`,
    `
goondan.yaml:1:1  E_CONFIG_YAML_SYNTAX  YAML directives are not supported
    1 | %TAG ! tag:x,2026:
      | ^^^^^^^^^^^^^^^^^^ remove the line
goondan.yaml:3:1  E_CONFIG_API_VERSION  apiVersion is missing
    3 | kind: Model
      | ^^^^ add apiVersion: goondan.ai/v1
goondan.yaml:3:1  E_CONFIG_MISSING_FIELD  spec is missing
    3 | kind: Model
      | ^^^^ add spec
goondan.yaml:3:1  E_CONFIG_NAME  metadata.name is missing
    3 | kind: Model
      | ^^^^ add metadata: { name: … }

4 errors in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'a key that stands twice is placed, and the last one is checked',
    `${model.trimEnd()}\nkind: Modle\n`,
    `
goondan.yaml:5:1  E_CONFIG_YAML_DUPLICATE_KEY  the key "kind" stands twice in one mapping
    4 | spec: { provider: scripted, model: rules }
    5 | kind: Modle
      | ^^^^ first on line 2: keep one
goondan.yaml:5:7  E_CONFIG_KIND  there is no kind "Modle"
    4 | spec: { provider: scripted, model: rules }
    5 | kind: Modle
      |       ^^^^^ did you mean Model?

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_KIND
`,
  );
  golden(
    'a tag is refused',
    model.replace('rules', '!secret rules'),
    `
goondan.yaml:4:36  E_CONFIG_YAML_TAG  the YAML tag !secret is not supported
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: !secret rules }
      |                                    ^^^^^^^ remove the tag

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_TAG
`,
  );
  golden(
    'a tag YAML 1.1 knew is refused too',
    model.replace('rules', '!!binary aGk='),
    `
goondan.yaml:4:36  E_CONFIG_YAML_TAG  the YAML tag !!binary is not supported
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: !!binary aGk= }
      |                                    ^^^^^^^^ remove the tag

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_TAG
`,
  );
  golden(
    'an alias without anchor is placed',
    model.replace('rules', '*name'),
    `
goondan.yaml:4:36  E_CONFIG_YAML_ALIAS  the alias *name has no anchor before it
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: *name }
      |                                    ^^^^^ write &name first

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_ALIAS
`,
  );
  golden(
    'an alias inside its own anchor is placed',
    model.replace('rules }', 'm, options: &o { again: *o } }'),
    `
goondan.yaml:4:60  E_CONFIG_YAML_ALIAS  the alias *o stands inside what it refers to
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted, model: m, options: &o { again: *o } }
      |                                                            ^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_ALIAS
`,
  );
  golden(
    'a merge key is refused',
    `${model}  # shared\n`.replace('{ provider', '{ <<: {}, provider'),
    `
goondan.yaml:4:9  E_CONFIG_YAML_ALIAS  the merge key << is not part of YAML 1.2
    3 | metadata: { name: fast }
    4 | spec: { <<: {}, provider: scripted, model: rules }
      |         ^^ write the fields out

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_ALIAS
`,
  );
  golden(
    'aliases that unfold without measure are refused',
    `a: &a [x, x, x, x, x, x, x, x, x]
b: &b [*a, *a, *a, *a, *a, *a, *a, *a, *a]
c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
`,
    `
goondan.yaml:4:40  E_CONFIG_YAML_ALIAS  the alias *c and others unfold to more than 100 copies
    3 | c: &c [*b, *b, *b, *b, *b, *b, *b, *b, *b]
    4 | d: &d [*c, *c, *c, *c, *c, *c, *c, *c, *c]
      |                                        ^^ write the values out

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_ALIAS
`,
  );
  golden(
    'nesting beyond all measure is refused',
    `a: ${'['.repeat(150)}${']'.repeat(150)}\n`,
    `
goondan.yaml:1:104  E_CONFIG_YAML_LIMIT  this is nested more than 100 levels deep
    1 | …[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[…
      |                                                             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_YAML_LIMIT
`,
  );
  golden(
    'the key __proto__ is refused',
    model.replace('{ provider', '{ __proto__: {}, provider'),
    `
goondan.yaml:4:9  E_CONFIG_UNKNOWN_FIELD  the key "__proto__" is not allowed
    3 | metadata: { name: fast }
    4 | spec: { __proto__: {}, provider: scripted, model: rules }
      |         ^^^^^^^^^ remove it

1 error in goondan.yaml.  More: gdn explain E_CONFIG_UNKNOWN_FIELD
`,
  );
  golden(
    'a document that is a list is no resource',
    `- ${model.replaceAll('\n', '\n  ')}\n`,
    `
goondan.yaml:1:3  E_CONFIG_DOCUMENT  a document must be a mapping, found a list
    1 | - apiVersion: goondan.ai/v1
      |   ^^^^^^^^^^ begin with apiVersion, kind, metadata and spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_DOCUMENT
`,
  );
  golden(
    'a document that is text is no resource',
    'hello\n',
    `
goondan.yaml:1:1  E_CONFIG_DOCUMENT  a document must be a mapping, found a string
    1 | hello
      | ^^^^^ begin with apiVersion, kind, metadata and spec

1 error in goondan.yaml.  More: gdn explain E_CONFIG_DOCUMENT
`,
  );
});
