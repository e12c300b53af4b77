import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'bun:test';
import { gdn, inPlace, start } from './gdn.ts';
import { startStreamingModel } from './streaming-model.ts';
import { inTerminal, tmux } from './terminal.ts';
import { testBundle } from './test-bundle.ts';

/** Whether a prompt waits on the last line that has something on it. */
function isAsked(screen: string): boolean {
  return screen.trimEnd().split('\n').at(-1)?.trim() === 'you';
}

/** The bundle with a model that says what a test wants, when it wants. */
function speaking(endpoint: string) {
  const source = testBundle['goondan.yaml'].replace(
    /spec:\n {2}provider: scripted\n {2}model: script\n {2}options:[\s\S]*?\n---/,
    `spec: { provider: openai-compatible, model: m, endpoint: '${endpoint}' }\n---`,
  );
  return { ...testBundle, 'goondan.yaml': source };
}

test('§11: without a terminal there is no chat: run says that --input is missing', async () => {
  await inPlace(testBundle, async (place) => {
    const { code, stderr } = await gdn(place, ['run', '.']);
    expect(code).toBe(2);
    expect(stderr).toContain('--input is missing');
  });
});

test('§11: run --input --watch runs the input again after each edit, until it is interrupted', async () => {
  await inPlace(testBundle, async (place) => {
    const file = join(place.bundle, 'goondan.yaml');
    const child = start(place, ['run', '.', '--input', 'hello', '--watch']);
    const reader = child.stdout.getReader();
    const decoder = new TextDecoder();
    const until = async (isThere: (text: string) => boolean): Promise<string> => {
      let text = '';
      while (!isThere(text)) {
        const { value, done } = await reader.read();
        if (done) throw new Error(`it ended: ${text}`);
        text += decoder.decode(value, { stream: true });
      }
      return text;
    };
    const isWaiting = (text: string): boolean => text.includes('waiting for an edit');
    expect(await until(isWaiting)).toContain('Hello.');
    const source = await readFile(file, 'utf8');
    await writeFile(file, source.replace('kind: Swarm', 'kind: Swrm'));
    await until(isWaiting);
    await writeFile(file, source.replace("'Hello.'", "'Hello anew.'"));
    expect(await until(isWaiting)).toContain('Hello anew.');
    child.kill('SIGINT');
    expect(await child.exited).toBe(130);
    expect(await child.stderr.text()).toContain('E_CONFIG_KIND');
  });
});

if (tmux === null) {
  test('§11: the chat is not tried here: tmux is not installed', () => {
    console.warn('left out: the tests of the chat need tmux');
    expect(tmux).toBeNull();
  });
} else {
  test('§11: a chat shows a tool call and the answer, in Korean too, takes lines pasted together as one message, and Ctrl-D ends it with 0', async () => {
    await inPlace(testBundle, (place) =>
      inTerminal(place, ['run', '.'], async ({ type, press, until }) => {
        await until(isAsked);
        await type('add 1 2', 'Enter');
        const called = await until((screen) => screen.includes('It is 3.') && isAsked(screen));
        expect(called).toMatch(/probe__add \{"left":1,"right":2\} +ok .* → \{"sum":3\}\nhello {2}It is 3\./);
        await type('안녕 👋', 'Enter');
        await until((screen) => /you {4}안녕 👋\n(?:.*\n)*.*E_MODEL/.test(screen) && isAsked(screen));
        await type('first line\nsecond line', 'Enter');
        await until((screen) => screen.split('E_MODEL').length > 3 && isAsked(screen));
        await press('C-d');
        expect(await until((screen) => screen.includes('exit code'))).toContain('exit code 0');
        const { stdout } = await gdn(place, ['instance', 'show', 'default', '--json']);
        expect(stdout).toContain('"first line\\nsecond line"');
      }),
    );
  });

  test('§11: Ctrl-C cancels the turn that runs, and twice in a row quits with 130', async () => {
    await inPlace(testBundle, (place) =>
      inTerminal(place, ['run', '.'], async ({ type, press, until }) => {
        await until(isAsked);
        await type('hang', 'Enter');
        await until((screen) => screen.includes('probe__hang {} …'));
        await press('C-c');
        const cancelled = await until((screen) => screen.includes('cancelled\n') && isAsked(screen));
        expect(cancelled).toContain('cancelling …');
        await type('hello', 'Enter');
        await until((screen) => screen.includes('hello  Hello.') && isAsked(screen));
        await press('C-c');
        await until((screen) => screen.includes('Ctrl-C again quits\nyou'));
        await press('C-c');
        expect(await until((screen) => screen.includes('exit code'))).toContain('exit code 130');
      }),
    );
  });

  test('PEND-3: in a chat a held call is asked about at once, and runs when the person says so', async () => {
    await inPlace(testBundle, (place) =>
      inTerminal(place, ['run', '.'], async ({ type, until }) => {
        await until(isAsked);
        await type('danger', 'Enter');
        const asked = await until((screen) => screen.includes('y run it'));
        expect(asked).toContain('hello wants probe__danger {"text":"danger"}     rule: ');
        await type('y', 'Enter');
        await until((screen) => screen.includes('hello  It is done.') && isAsked(screen));
      }),
    );
  });

  test('§11: an answer is shown while the model is still speaking', async () => {
    await using model = await startStreamingModel();
    await inPlace(speaking(model.endpoint), (place) =>
      inTerminal(place, ['run', '.'], async ({ type, until }) => {
        await until(isAsked);
        await type('tell me', 'Enter');
        const answer = await model.answer();
        answer.say('군단은 ');
        expect(await until((screen) => screen.includes('hello  군단은'))).not.toContain('legion');
        answer.say('a legion.');
        answer.end();
        expect(await until(isAsked)).toContain('hello  군단은 a legion.\n1 step');
      }),
    );
  });

  test('§11: with --watch a turn that runs while the bundle is edited ends on the version it began with', async () => {
    await using model = await startStreamingModel();
    await inPlace(speaking(model.endpoint), (place) =>
      inTerminal(place, ['run', '.', '--watch'], async ({ type, until }) => {
        const file = join(place.bundle, 'goondan.yaml');
        const source = await readFile(file, 'utf8');
        await until(isAsked);
        await type('tell me', 'Enter');
        const answer = await model.answer();
        answer.say('It began ');
        await until((screen) => screen.includes('It began'));
        await writeFile(file, source.replace('kind: Swarm', 'kind: Swrm'));
        await until((screen) => screen.includes('the last good version stays'));
        await writeFile(file, source.replace('name: main', 'name: other'));
        answer.say('and ended.');
        answer.end();
        const screen = await until((shown) => shown.includes('the edit is live'));
        expect(screen.replaceAll(/\s+/g, ' ')).toMatch(/and ended\. 1 step .* the edit is live/);
      }),
    );
  });

  test('§11: run --watch takes an edit up at the next turn; a broken edit is told and the last good one stays', async () => {
    await inPlace(testBundle, (place) =>
      inTerminal(place, ['run', '.', '--watch'], async ({ type, until }) => {
        const file = join(place.bundle, 'goondan.yaml');
        const source = await readFile(file, 'utf8');
        await until(isAsked);
        await writeFile(file, source.replace("'Hello.'", "'Hello anew.'"));
        await until((screen) => screen.includes('the edit is live') && isAsked(screen));
        await type('hello', 'Enter');
        await until((screen) => screen.includes('hello  Hello anew.') && isAsked(screen));
        await writeFile(file, source.replace('kind: Swarm', 'kind: Swrm'));
        const broken = await until((screen) => screen.includes('the last good version stays'));
        expect(broken).toContain('E_CONFIG_KIND');
        await type('hello', 'Enter');
        await until((screen) => screen.split('hello  Hello anew.').length === 3 && isAsked(screen));
      }),
    );
  });
}
