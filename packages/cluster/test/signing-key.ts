import { generateKeyPairSync } from 'node:crypto';
import { writeFile } from 'node:fs/promises';

/** Writes a private key that a server signs with; gives the public one as Restate writes it. */
export async function writeSigningKey(file: string): Promise<string> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  await writeFile(file, privateKey.export({ type: 'pkcs8', format: 'pem' }));
  return `publickeyv1_${base58(publicKey.export({ type: 'spki', format: 'der' }).subarray(-32))}`;
}

function base58(bytes: Uint8Array): string {
  const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${alphabet[Number(value % 58n)] ?? ''}${text}`;
  for (const byte of bytes) {
    if (byte !== 0) break;
    text = `1${text}`;
  }
  return text;
}
