import { describe } from 'bun:test';
import { golden } from './bundle-folder.ts';

const spec = 'spec: { provider: scripted, model: rules }\n';

describe('apiVersion, kind and metadata', () => {
  golden(
    'a missing apiVersion is placed at the first line',
    `kind: Model\nmetadata: { name: fast }\n${spec}`,
    `
goondan.yaml:1:1  E_CONFIG_API_VERSION  apiVersion is missing
    1 | kind: Model
      | ^^^^ add apiVersion: goondan.ai/v1

1 error in goondan.yaml.  More: gdn explain E_CONFIG_API_VERSION
`,
  );
  golden(
    'a wrong apiVersion is named',
    `apiVersion: goondan.ai/v2\nkind: Model\nmetadata: { name: fast }\n${spec}`,
    `
goondan.yaml:1:13  E_CONFIG_API_VERSION  apiVersion must be goondan.ai/v1, found "goondan.ai/v2"
    1 | apiVersion: goondan.ai/v2
      |             ^^^^^^^^^^^^^ use goondan.ai/v1

1 error in goondan.yaml.  More: gdn explain E_CONFIG_API_VERSION
`,
  );
  golden(
    'SCH-3: the apiVersion of v1 is known as such',
    `apiVersion: agents.example.io/v1alpha1\nkind: Model\nmetadata: { name: fast }\n${spec}`,
    `
goondan.yaml:1:13  E_CONFIG_API_VERSION  apiVersion agents.example.io/v1alpha1 is that of Goondan v1
    1 | apiVersion: agents.example.io/v1alpha1
      |             ^^^^^^^^^^^^^^^^^^^^^^^^^^ use goondan.ai/v1

1 error in goondan.yaml.  More: gdn explain E_CONFIG_API_VERSION
`,
  );
  golden(
    'a missing kind lists the kinds',
    `apiVersion: goondan.ai/v1\nmetadata: { name: fast }\n${spec}`,
    `
goondan.yaml:1:1  E_CONFIG_KIND  kind is missing
    1 | apiVersion: goondan.ai/v1
      | ^^^^^^^^^^ add kind: one of Model, Agent, Swarm, Tool, Extension

1 error in goondan.yaml.  More: gdn explain E_CONFIG_KIND
`,
  );
  golden(
    'a misspelt kind is still checked as what it was meant to be',
    `apiVersion: goondan.ai/v1\nkind: model\nmetadata: { name: fast }\nspec: { provider: scripted }\n`,
    `
goondan.yaml:2:7  E_CONFIG_KIND  there is no kind "model"
    1 | apiVersion: goondan.ai/v1
    2 | kind: model
      |       ^^^^^ did you mean Model?
goondan.yaml:4:1  E_CONFIG_MISSING_FIELD  spec.model is missing
    3 | metadata: { name: fast }
    4 | spec: { provider: scripted }
      | ^^^^ add model

2 errors in goondan.yaml.  More: gdn explain E_CONFIG_MISSING_FIELD
`,
  );
  golden(
    'an unknown kind lists the kinds',
    `apiVersion: goondan.ai/v1\nkind: Deployment\nmetadata: { name: fast }\n${spec}`,
    `
goondan.yaml:2:7  E_CONFIG_KIND  there is no kind "Deployment"
    1 | apiVersion: goondan.ai/v1
    2 | kind: Deployment
      |       ^^^^^^^^^^ one of Model, Agent, Swarm, Tool, Extension

1 error in goondan.yaml.  More: gdn explain E_CONFIG_KIND
`,
  );
  golden(
    'a missing name is placed at metadata',
    `apiVersion: goondan.ai/v1\nkind: Model\nmetadata:\n  labels: { a: b }\n${spec}`,
    `
goondan.yaml:3:1  E_CONFIG_NAME  metadata.name is missing
    2 | kind: Model
    3 | metadata:
      | ^^^^^^^^ add name: …

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'a missing metadata is said once',
    `apiVersion: goondan.ai/v1\nkind: Model\n${spec}`,
    `
goondan.yaml:1:1  E_CONFIG_NAME  metadata.name is missing
    1 | apiVersion: goondan.ai/v1
      | ^^^^^^^^^^ add metadata: { name: … }

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'a name with a blank is refused with a name that would do',
    `apiVersion: goondan.ai/v1\nkind: Model\nmetadata: { name: my model }\n${spec}`,
    `
goondan.yaml:3:19  E_CONFIG_NAME  resource name "my model" has a blank in it
    2 | kind: Model
    3 | metadata: { name: my model }
      |                   ^^^^^^^^ use my-model

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'a name with a slash is refused',
    `apiVersion: goondan.ai/v1\nkind: Model\nmetadata: { name: a/b }\n${spec}`,
    `
goondan.yaml:3:19  E_CONFIG_NAME  resource name "a/b" has a /, \\ or :, which refs and paths are made with
    2 | kind: Model
    3 | metadata: { name: a/b }
      |                   ^^^ use letters, digits, - and _

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'a name that is a number is refused',
    `apiVersion: goondan.ai/v1\nkind: Model\nmetadata: { name: 7 }\n${spec}`,
    `
goondan.yaml:3:19  E_CONFIG_NAME  metadata.name must be a string, found the number 7
    2 | kind: Model
    3 | metadata: { name: 7 }
      |                   ^

1 error in goondan.yaml.  More: gdn explain E_CONFIG_NAME
`,
  );
  golden(
    'two resources of one kind and name are a mistake of the second',
    `apiVersion: goondan.ai/v1
kind: Model
metadata: { name: fast }
${spec}---
apiVersion: goondan.ai/v1
kind: Model
metadata:
  name: fast
${spec}`,
    `
goondan.yaml:9:9  E_CONFIG_DUPLICATE_RESOURCE  Model/fast is declared twice
    8 | metadata:
    9 |   name: fast
      |         ^^^^ first on line 3: rename or remove one

1 error in goondan.yaml.  More: gdn explain E_CONFIG_DUPLICATE_RESOURCE
`,
  );
});
