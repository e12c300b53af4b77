import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { skills } from '../../extensions/skills/index.ts';
import { readFrontMatter } from '../../extensions/skills/front-matter.ts';
import { inFolder, withConversation, type Conversation } from './support/a-conversation.ts';
import { asks, modelOf, says, type RecordingModel } from './support/a-model.ts';

type Files = Readonly<Record<string, string>>;

const invoice =
  '---\nname: invoice\ndescription: How to write an invoice.\n---\n# Invoice\n\nFirst the date.\n';
const meeting =
  '---\nname: 회의록\ndescription: |\n  회의록을 쓰는 법.\n  날짜와 참석자부터.\n---\n\n# 회의록\n\n1. 날짜를 적는다.\n';

async function write(root: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true });
    await writeFile(join(root, path), text);
  }
}

/** Runs a test with an agent whose bundle has these files. */
function withSkills(
  files: Files,
  run: (conversation: Conversation, root: string) => Promise<void>,
  { model = modelOf(says('done')), folder }: { model?: RecordingModel; folder?: string } = {},
): Promise<void> {
  return inFolder(async (root) => {
    await write(root, files);
    const config = folder === undefined ? {} : { folder };
    await withConversation(
      { model, extensions: [{ module: skills, config }], bundleRoot: root },
      (conversation) => run(conversation, root),
    );
  });
}

const load = (name: string) => asks(['skills__load', { name }]);
const shown = (model: RecordingModel, index = -1): string =>
  model.requests.at(index)?.tools.find(({ name }) => name === 'skills__load')?.description ?? 'none';

describe('Extension/skills', () => {
  test('the model sees names and descriptions, and loads a skill by its name; Korean as it stands', async () => {
    const model = modelOf(load('회의록'), load('invoice'), says('done'));
    const files = {
      'skills/회의록/SKILL.md': meeting,
      'skills/invoice.md': invoice,
      'skills/notes.txt': 'no skill',
    };
    await withSkills(
      files,
      async ({ ask }) => {
        const { toolCalls } = await ask('go');
        expect(shown(model, 0)).toEndWith(
          'Skills:\n- invoice: How to write an invoice.\n- 회의록: 회의록을 쓰는 법. 날짜와 참석자부터.',
        );
        expect(toolCalls.map(({ result }) => result.output ?? null)).toEqual([
          { name: '회의록', content: '# 회의록\n\n1. 날짜를 적는다.' },
          { name: 'invoice', content: '# Invoice\n\nFirst the date.' },
        ]);
      },
      { model },
    );
  });

  test('a name that is not there, or a path, is E_TOOL_INVALID_ARGS that names what is', async () => {
    const model = modelOf(load('invoic'), load('../secret'), says('done'));
    await withSkills(
      { 'skills/invoice.md': invoice, 'secret.md': invoice },
      async ({ ask }) => {
        for (const { result } of (await ask('go')).toolCalls) {
          expect(result.error?.code).toBe('E_TOOL_INVALID_ARGS');
          expect(result.error?.message).toContain('"invoice"');
        }
      },
      { model },
    );
  });

  test('files are read anew when they change, come or go; an unchanged list keeps its tool', async () => {
    const model = modelOf(says('done'));
    await withSkills(
      { 'skills/invoice.md': invoice },
      async ({ ask, agent }, root) => {
        await ask('go');
        const { revision } = agent.registry;
        await ask('go');
        await write(root, { 'skills/invoice.md': invoice.replace('First', 'Second') });
        await ask('go');
        expect(agent.registry.revision).toBe(revision);
        await write(root, { 'skills/offer.md': '---\ndescription: How to write an offer.\n---\nOffer.' });
        await ask('go');
        expect(shown(model)).toEndWith(
          '- invoice: How to write an invoice.\n- offer: How to write an offer.',
        );
        await rm(join(root, 'skills/invoice.md'));
        await ask('go');
        expect(shown(model)).toEndWith('Skills:\n- offer: How to write an offer.');
        await rm(join(root, 'skills/offer.md'));
        await ask('go');
        expect(shown(model)).toBe('none');
      },
      { model },
    );
  });

  test('what is loaded is what the file says now; one that is gone is an error that says what to do', async () => {
    const name = 'invoice';
    await withSkills(
      { 'skills/invoice.md': invoice, 'skills/offer.md': invoice.replaceAll('invoice', 'offer') },
      async ({ agent }, root) => {
        const call = async () => {
          const { registry, executor } = agent;
          const scope = {
            agentName: 'helper',
            instanceKey: 'x',
            turnId: 't',
            message: message(),
            workdir: root,
            logger: console,
          };
          expect(registry.has('skills__load')).toBe(true);
          return executor.execute({ id: 'c', name: 'skills__load', args: { name } }, scope);
        };
        await write(root, { 'skills/invoice.md': invoice.replace('First', 'Today') });
        expect((await call()).output).toMatchObject({ content: '# Invoice\n\nToday the date.' });
        await rm(join(root, 'skills/invoice.md'));
        expect((await call()).error).toMatchObject({
          message: "The skill 'invoice' is no longer there.",
          suggestion: "Go on without it, or load 'offer'.",
        });
      },
    );
  });

  test('links out of the bundle are not followed, as a file, as a folder, or put in place later', async () => {
    await inFolder(async (outside) => {
      await write(outside, {
        'secret.md': invoice.replaceAll('invoice', 'secret'),
        'SKILL.md': invoice.replaceAll('invoice', 'secret'),
      });
      const model = modelOf(load('invoice'), says('done'));
      await withSkills(
        { 'skills/invoice.md': invoice },
        async ({ ask, agent }, root) => {
          await symlink(join(outside, 'secret.md'), join(root, 'skills/linked.md'));
          await symlink(outside, join(root, 'skills/folder'));
          await ask('go');
          expect(shown(model, 0)).not.toContain('secret');
          // In the place of a listed file: the tool is still there, the content is not.
          const scope = {
            agentName: 'helper',
            instanceKey: 'x',
            turnId: 't',
            message: message(),
            workdir: root,
            logger: console,
          };
          await rm(join(root, 'skills/invoice.md'));
          await symlink(join(outside, 'secret.md'), join(root, 'skills/invoice.md'));
          const { output, error } = await agent.executor.execute(
            { id: 'c', name: 'skills__load', args: { name: 'invoice' } },
            scope,
          );
          expect(output).toBeUndefined();
          expect(error?.message).toContain('no longer there');
        },
        { model },
      );
    });
  });

  test.each([
    ['does not exist', './nowhere'],
    ['is not inside the bundle', '../..'],
    ['is not inside the bundle', '/'],
    ['is not inside the bundle', '.'],
  ])('a folder that %s keeps the agent from starting: %s', async (reason, folder) => {
    const thrown: unknown = await withSkills({ 'skills/invoice.md': invoice }, async () => {}, {
      folder,
    }).catch((error: unknown) => error);
    expect(thrown).toMatchObject({ code: 'E_EXTENSION_INIT' });
    expect(String(thrown)).toContain(reason);
  });

  test('what is wrong with one file is a warning and costs only that skill', async () => {
    const model = modelOf(says('done'));
    const files = {
      'skills/a.md': 'no front matter',
      'skills/b.md': '---\n: [\n---\n',
      'skills/c.md': '---\n- list\n---\n',
      'skills/d.md': '---\nname: 7\ndescription: x\n---\n',
      'skills/invoice.md': invoice,
      'skills/twice.md': invoice,
      'skills/empty/other.md': invoice,
      'skills/.hidden.md': invoice.replaceAll('invoice', 'hidden'),
    };
    await withSkills(
      files,
      async ({ ask, log }) => {
        await ask('go');
        expect(shown(model)).toEndWith('Skills:\n- invoice: How to write an invoice.');
        const warnings = log.lines
          .filter(({ level }) => level === 'warn')
          .map(({ text }) => text.replace(/^skills: \S*?skills\//, ''));
        expect(warnings.map((text) => text.slice(0, 8))).toEqual([
          'a.md: it',
          'b.md: YA',
          'c.md: wh',
          'd.md: it',
          'twice.md',
        ]);
      },
      { model },
    );
  });

  test('a change of the same size at another time is seen', async () => {
    const model = modelOf(says('done'));
    await withSkills(
      { 'skills/invoice.md': invoice },
      async ({ ask }, root) => {
        await ask('go');
        await write(root, { 'skills/invoice.md': invoice.replace('How to write', 'Why to write') });
        await utimes(join(root, 'skills/invoice.md'), 1, 1);
        await ask('go');
        expect(shown(model)).toContain('Why to write');
      },
      { model },
    );
  });
});

describe('front matter', () => {
  test.each([
    ['---\na: 1\n---\nbody', { a: 1 }, 'body'],
    ['\uFEFF---\r\na: 한글\r\n---\r\n\r\nbody\r\n', { a: '한글' }, 'body'],
    ['body alone', {}, 'body alone'],
    ['---\na: 1\n--- not the end\n---\nbody', undefined, ''],
    ['# title\n---\na: 1\n---', {}, '# title\n---\na: 1\n---'],
    ['---\na: 1\n---', { a: 1 }, ''],
  ])('%j', (text, fields, body) => {
    if (fields === undefined) expect(() => readFrontMatter(text)).toThrow();
    else expect(readFrontMatter(text)).toEqual({ fields, body });
  });
});

function message() {
  return {
    id: 'm',
    data: { role: 'assistant' as const, content: '' },
    metadata: {},
    createdAt: new Date(0),
    source: { type: 'assistant' as const, stepIndex: 0 },
  };
}
