import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { defineExtension, GoondanError, nearest, type ExtensionApi } from '@goondan/core';
import { isInside, listSkills, readSkill, signatureOf, skillFiles, type Skill } from './skill-folder.ts';

const loadName = 'skills__load';
const longestDescription = 400;

/** Gives the model instructions for kinds of tasks, by name. */
export const skills = defineExtension({
  name: 'skills',
  description:
    'Skills are Markdown files with instructions for kinds of tasks: name.md or name/SKILL.md in a folder of the bundle, with name and ' +
    'description between --- and --- at the start. The model sees names and descriptions in the tool skills__load, and loads a skill by ' +
    'it when a task needs it. Files are read anew when they change.',
  config: {
    type: 'object',
    properties: {
      folder: {
        type: 'string',
        minLength: 1,
        default: './skills',
        description:
          'Where the skills are, relative to the root of the bundle; links may not lead out of it.',
      },
    },
    additionalProperties: false,
    examples: [{ folder: './skills' }],
  },
  async register(api, { folder = './skills' }) {
    const library = new SkillLibrary(api, await containedFolder(api.bundleRoot, folder));
    await library.refresh();
    api.pipeline.register('turn', async (ctx) => {
      await library.refresh();
      return ctx.next();
    });
  },
});

/** The skills of one folder, and the tool that loads them; the tool is registered anew when the list changes. */
class SkillLibrary {
  readonly #api: ExtensionApi;
  readonly #folder: string;
  #skills: readonly Skill[] = [];
  #signature: string | undefined;
  #shown = '';
  #dispose = (): void => {};
  #refreshing: Promise<void> = Promise.resolve();

  constructor(api: ExtensionApi, folder: string) {
    this.#api = api;
    this.#folder = folder;
  }

  /** Reads the folder where it has changed. One that cannot be read leaves what was there. */
  refresh(): Promise<void> {
    this.#refreshing = this.#refreshing
      .then(() => this.#read())
      .catch((thrown: unknown) => this.#warn([String(thrown)]));
    return this.#refreshing;
  }

  async #read(): Promise<void> {
    const files = await skillFiles(this.#api.bundleRoot, this.#folder);
    const signature = await signatureOf(files);
    if (signature === this.#signature) return;
    const { skills: found, problems } = await listSkills(files);
    this.#warn(problems);
    this.#signature = signature;
    this.#skills = found;
    const shown = JSON.stringify(found.map(({ name, description }) => [name, description]));
    if (shown === this.#shown) return;
    this.#shown = shown;
    this.#dispose();
    this.#dispose = found.length === 0 ? () => {} : this.#register();
  }

  #register(): () => void {
    const names = this.#skills.map(({ name }) => name);
    const lines = this.#skills.map(
      ({ name, description }) =>
        `- ${name}: ${Array.from(description).slice(0, longestDescription).join('')}`,
    );
    return this.#api.tools.register(
      {
        name: loadName,
        description: `Loads a skill: instructions for a kind of task. Load the one that fits before you start such a task.\nSkills:\n${lines.join('\n')}`,
        parameters: {
          type: 'object',
          properties: { name: { type: 'string', enum: names, description: 'The name of the skill.' } },
          required: ['name'],
          additionalProperties: false,
        },
      },
      async (_ctx, { name }) => this.#load(typeof name === 'string' ? name : ''),
      { annotations: { readOnly: true, idempotent: true } },
    );
  }

  async #load(name: string): Promise<{ name: string; content: string }> {
    const skill = this.#skills.find((candidate) => candidate.name === name);
    const content = skill && (await readSkill(this.#api.bundleRoot, skill));
    if (content !== undefined) return { name, content };
    const others = this.#skills.map((candidate) => candidate.name).filter((other) => other !== name);
    const close = nearest(name, others) ?? others[0];
    throw new GoondanError('E_TOOL', `The skill '${name}' is no longer there.`, {
      suggestion: close === undefined ? 'Go on without it.' : `Go on without it, or load '${close}'.`,
    });
  }

  #warn(problems: readonly string[]): void {
    for (const problem of problems) this.#api.logger.warn(`skills: ${problem}`);
  }
}

async function containedFolder(bundleRoot: string, folder: string): Promise<string> {
  const path = resolve(bundleRoot, folder);
  const [root, real] = await Promise.all([realpath(bundleRoot), realpath(path).catch(() => undefined)]);
  if (real === undefined)
    throw new GoondanError('E_EXTENSION_INIT', `the folder ${folder} does not exist in the bundle`, {
      suggestion: `Make the folder ${folder}, or name another in config.folder.`,
    });
  if (!isInside(root, real))
    throw new GoondanError('E_EXTENSION_INIT', `the folder ${folder} is not inside the bundle`, {
      suggestion: 'Name a folder of the bundle in config.folder, relative to its root.',
    });
  return real;
}
