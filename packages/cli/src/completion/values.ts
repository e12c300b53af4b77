import { resourceKinds } from './resource-kinds.ts';
import { namesInBundle } from './names-in-bundle.ts';
import { shells } from './shell-scripts.ts';

/** Something that can be typed, and what it means. */
export interface Candidate {
  readonly value: string;
  readonly about?: string;
}

/** What names are looked for in. */
export interface Surroundings {
  /** Where the nearest bundle is looked for from. */
  readonly directory: string;
}

const files: Candidate[] = [{ value: ':files' }];

/** What can stand at a place: the path of a command with the number of the operand, or the name of a flag. */
export async function valuesOf(
  place: string,
  { directory, operands }: Surroundings & { readonly operands: readonly string[] },
): Promise<Candidate[]> {
  switch (place) {
    case 'tool call 1':
    case 'tool describe 1':
    case 'policy explain 1':
      return (await namesInBundle(directory)).tools;
    case '--agent':
    case '--asked-by':
      return (await namesInBundle(directory)).agents;
    case 'explain 1': {
      const { errorCodes } = await import('@goondan/core/basics');
      return Object.entries(errorCodes).map(([value, { summary }]) => ({ value, about: summary }));
    }
    case 'docs show 1': {
      const { docsFolder } = await import('../docs/docs-folder.ts');
      const { readPages } = await import('../docs/read-pages.ts');
      return (await readPages(docsFolder())).map(({ name, title }) => ({ value: name, about: title }));
    }
    case 'schema 1':
      return [...resourceKinds, 'output'].map((value) => ({ value }));
    case 'completion 1':
      return shells.map((value) => ({ value }));
    case 'trace 1':
      return [{ value: 'last', about: 'the turn that was last' }];
    case 'run 1':
    case 'serve 1':
    case 'worker 1':
    case 'dev cluster 1':
    case 'validate 1':
    case 'init 1':
    case '--directory':
    case '--state-root':
    case '--workdir':
    case '--from':
    case '--args-json':
      return files;
    default:
      return operands.length > 0 && place.startsWith('plan ') ? files : [];
  }
}
