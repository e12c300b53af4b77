import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** An authority of this test run and the certificates it gave out. */
export interface Certificates {
  readonly authority: string;
  readonly forName: { readonly key: string; readonly cert: string };
  readonly forAddress: { readonly key: string; readonly cert: string };
}

/** Makes an authority with a certificate for `name` and one for 127.0.0.1. */
export async function makeCertificates(name: string): Promise<Certificates> {
  const folder = await mkdtemp(join(tmpdir(), 'goondan-certificates-'));
  const at = (file: string): string => join(folder, file);
  const openssl = (...words: string[]) => run('openssl', words, { cwd: folder });
  const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  try {
    await openssl(
      'req',
      '-x509',
      ...newKey,
      '-keyout',
      'ca.key',
      '-out',
      'ca.pem',
      '-subj',
      '/CN=Test',
      '-days',
      '2',
    );
    const signed = async (file: string, subject: string) => {
      await openssl('req', ...newKey, '-keyout', `${file}.key`, '-out', `${file}.csr`, '-subj', '/CN=server');
      await writeFile(at(`${file}.ext`), `subjectAltName=${subject}\n`);
      const authority = ['-CA', 'ca.pem', '-CAkey', 'ca.key', '-CAcreateserial', '-days', '2'];
      await openssl(
        'x509',
        '-req',
        '-in',
        `${file}.csr`,
        ...authority,
        '-out',
        `${file}.pem`,
        '-extfile',
        `${file}.ext`,
      );
      return {
        key: await readFile(at(`${file}.key`), 'utf8'),
        cert: await readFile(at(`${file}.pem`), 'utf8'),
      };
    };
    return {
      forName: await signed('name', `DNS:${name}`),
      forAddress: await signed('address', 'IP:127.0.0.1'),
      authority: await readFile(at('ca.pem'), 'utf8'),
    };
  } finally {
    await rm(folder, { recursive: true });
  }
}
