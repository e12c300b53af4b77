import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'bun:test';
import { callBash, hasSandbox, newWorkdir, ran, shellIn, textOf } from './bash-calls.ts';

const permissions = { sandbox: 'required' as const };

if (hasSandbox) {
  describe('POL-5: the OS sandbox', () => {
    const workdir = newWorkdir();
    const shell = shellIn({ permissions, workdir });

    test('writes in the workdir are there for us, and belong to us', async () => {
      await shell('echo 안녕 > made.txt; mkdir -p a/b');
      expect(readFileSync(join(workdir, 'made.txt'), 'utf8')).toBe('안녕\n');
      expect(await Bun.file(join(workdir, 'made.txt')).stat()).toMatchObject({ uid: process.getuid?.() });
    });

    const outside = newWorkdir();
    const places = [
      '/',
      '/usr',
      '/etc',
      '/usr/local/bin',
      '/opt',
      '/var',
      '/run',
      '/proc/sys/kernel',
      '/dev/shm/..',
      homedir(),
      outside,
    ];
    test.each(places)('nothing can be written into %s', async (place) => {
      const { exitCode } = await shell(`echo x > '${place}/goondan-was-here'`);
      // What lies in /tmp may be in the private one, too.
      if (!place.startsWith('/tmp/')) expect(exitCode).not.toBe(0);
      expect(existsSync(join(place, 'goondan-was-here'))).toBe(false);
    });

    test('a link of the workdir leads nowhere outside, and neither does ..', async () => {
      writeFileSync(join(outside, 'secret'), 'not for you');
      symlinkSync(outside, join(workdir, 'link'));
      const { stdout } = await shell(
        `cat link/secret '${outside}/secret' ../*/secret; echo x > link/new; echo end`,
      );
      expect(stdout).toBe('end\n');
      expect(readdirSync(outside)).toEqual(['secret']);
    });

    test('files that only root or their owner may read are not there', async () => {
      const { stdout } = await shell(
        `cat /etc/shadow /etc/ssh/* /root/.* '${homedir()}'/.ssh/* /proc/1/root/etc/shadow; echo end`,
      );
      expect(stdout).toBe('end\n');
    });

    test('/tmp is private: kept for the instance, not seen outside, not by another instance', async () => {
      await shell('echo mine > /tmp/goondan-private-note');
      expect(existsSync('/tmp/goondan-private-note')).toBe(false);
      expect(await shell('cat /tmp/goondan-private-note')).toMatchObject({ stdout: 'mine\n' });
      await shell('sleep 1000', { timeoutMs: 100 });
      expect(await shell('cat /tmp/goondan-private-note')).toMatchObject({ stdout: 'mine\n' });
      const other = shellIn({ permissions, workdir, instanceKey: 'other' });
      expect(await other('cat /tmp/goondan-private-note')).toMatchObject({ stdout: '', exitCode: 1 });
    });

    test('only its own processes are there, and no host name of ours', async () => {
      const { stdout } = await shell('ls -d /proc/[0-9]* | wc -l; hostname');
      expect(stdout).toMatch(/^[2-6]\nsandbox\n$/);
      expect((await shell(`kill -9 ${process.pid}; kill -9 1; echo alive`))['stdout']).toBe('alive\n');
    });

    test('it is nobody with any right: no capability, no new privileges', async () => {
      const { stdout } = await shell(
        'id -u; grep -E "^(Cap(Prm|Eff|Bnd|Amb)|NoNewPrivs|Seccomp):" /proc/self/status',
      );
      const none = '\t0000000000000000\n';
      expect(stdout).toBe(
        `1000\nCapPrm:${none}CapEff:${none}CapBnd:${none}CapAmb:${none}NoNewPrivs:\t1\nSeccomp:\t2\n`,
      );
    });

    test('no ptrace, not even of its own processes', async () => {
      const script = [
        'import ctypes, os',
        'libc = ctypes.CDLL(None, use_errno=True)',
        'def attempt(name, *args):',
        '    print(name, getattr(libc, name)(*args), ctypes.get_errno())',
        'attempt("ptrace", 0, 0, 0, 0)',
        'attempt("ptrace", 16, os.getppid(), 0, 0)',
        'attempt("mount", b"none", b"/tmp", b"tmpfs", 0, None)',
        'attempt("umount2", b"/proc", 2)',
        'attempt("unshare", 0x10000000)',
        'attempt("unshare", 0x20000)',
        'attempt("setns", 0, 0)',
        'attempt("chroot", b"/tmp")',
        'attempt("process_vm_readv", os.getppid(), None, 0, None, 0, 0)',
        'attempt("syscall", 435, 0, 0)',
        'attempt("syscall", 425, 1, 0)',
      ].join('\n');
      const result = await ran(
        callBash('script', { script, interpreter: 'python3' }, { permissions, workdir }),
      );
      const refusals = textOf(result, 'stdout')
        .trim()
        .split('\n')
        .map((line) => line.replace(/^\w+ /, ''));
      // clone3 does not exist there, so that the C library falls back to what the filter can read.
      expect(refusals).toEqual(Array.from({ length: 11 }, (_, at) => (at === 9 ? '-1 38' : '-1 1')));
    });

    test('no mount and no namespace by programs either', async () => {
      const { stdout } = await shell(
        'mount -t tmpfs none /tmp && echo mounted; unshare -Ur true && echo unshared; echo end',
      );
      expect(stdout).toBe('end\n');
    });

    test('no network: nothing of ours can be reached, and nothing else', async () => {
      let connections = 0;
      const server = Bun.serve({
        port: 0,
        hostname: '127.0.0.1',
        fetch: () => new Response(String((connections += 1))),
      });
      const connect = `exec 3<>/dev/tcp/127.0.0.1/${server.port} && printf 'GET / HTTP/1.0\\r\\n\\r\\n' >&3 && tail -1 <&3`;
      const { exitCode } = await shell(connect);
      expect([exitCode === 0, connections]).toEqual([false, 0]);
      const allowed = shellIn({ permissions: { ...permissions, network: { allow: ['*'] } } });
      expect((await allowed(connect))['stdout']).toContain('1');
      const some = shellIn({
        permissions: { ...permissions, network: { allow: [`127.0.0.1:${server.port}`] } },
      });
      expect((await some(connect))['exitCode']).not.toBe(0);
      expect(connections).toBe(1);
      await server.stop(true);
    });

    test('folders that policy allows whole can be read and written; parts of folders cannot be given', async () => {
      const folder = newWorkdir();
      const part = newWorkdir();
      writeFileSync(join(folder, 'in.txt'), 'in');
      writeFileSync(join(part, 'in.txt'), 'in');
      const files = { allow: [`${folder}/**`, `${part}/*.txt`] };
      const allowed = shellIn({ permissions: { ...permissions, files } });
      expect(await allowed(`cat ${folder}/in.txt; echo out > ${folder}/out.txt`)).toMatchObject({
        stdout: 'in',
        exitCode: 0,
      });
      expect(readFileSync(join(folder, 'out.txt'), 'utf8')).toBe('out\n');
      expect((await allowed(`cat ${part}/in.txt`))['exitCode']).not.toBe(0);
    });

    test('a link that a command makes does not widen what policy allows', async () => {
      const folder = newWorkdir();
      mkdirSync(join(folder, 'sub'));
      const allowed = shellIn({
        permissions: { ...permissions, files: { allow: [`${folder}/**`, `${folder}/sub/**`] } },
      });
      await allowed(`rmdir ${folder}/sub && ln -s ${outside} ${folder}/sub`);
      expect(await allowed(`cat ${outside}/secret; echo x > ${outside}/new`)).toMatchObject({ stdout: '' });
      expect(readdirSync(outside)).toEqual(['secret']);
    });

    test('what Goondan keeps in the workdir can be read and not changed', async () => {
      mkdirSync(join(workdir, '.goondan'));
      writeFileSync(join(workdir, '.goondan/note'), 'kept');
      const { stdout } = await shell(
        'cat .goondan/note; rm -rf .goondan; echo x > .goondan/note; mv .goondan gone; echo end',
      );
      expect(stdout).toBe('keptend\n');
      expect(readFileSync(join(workdir, '.goondan/note'), 'utf8')).toBe('kept');
    });

    test('the whole machine as workdir is refused: a sandbox around it would hold nothing', async () => {
      const { error } = await callBash('exec', { command: 'echo no' }, { permissions, workdir: '/' });
      expect(error?.code).toBe('E_TOOL_SANDBOX');
      expect(error?.suggestion).toContain('Choose a folder');
    });
  });
}
