import { expect, test } from 'bun:test';
import { failureOf, fetching, recordingNetwork } from './fetching.ts';

test.each([
  ['a user name', 'http://user@example.test/', 'user name'],
  ['a user name and a password', 'http://user:pass@example.test/', 'user name'],
  ['an empty user name', 'http://@example.test/', 'user name'],
  ['an empty password', 'http://:@example.test/', 'user name'],
  ['a blank', 'http://example.test/a b', 'blank'],
  ['a blank at the end', 'http://example.test/ ', 'blank'],
  ['a line break', 'http://example.test/\r\nX: y', 'blank'],
  ['a tab', 'http://exam\tple.test/', 'blank'],
  ['NUL', 'http://example.test/\0', 'blank'],
  ['DEL', 'http://example.test/\x7f', 'blank'],
  ['a backslash', 'http://example.test\\@other.test/', 'blank'],
  ['one slash', 'http:/example.test/', 'whole'],
  ['no slash', 'http:example.test', 'whole'],
  ['three slashes', 'http:///example.test/', 'whole'],
  ['a port of mail', 'http://example.test:25/', 'port 25'],
  ['a port of chat', 'http://example.test:6667/', 'port 6667'],
  ['port zero', 'http://example.test:0/', 'port 0'],
  ['an empty label', 'http://example..test/', 'host'],
  ['a label that is too long', `http://${'a'.repeat(64)}.test/`, 'host'],
  ['a sign in the host', 'http://exa!mple.test/', 'host'],
  ['another scheme', 'ftp://example.test/', 'ftp:'],
  ['a very long URL', `http://example.test/${'a'.repeat(9000)}`, '8192'],
])('a URL of a public host is refused all the same for %s', async (_title, url, problem) => {
  const { network, dials, resolved } = recordingNetwork({ 'example.test': ['93.184.216.34'] });
  const failure = await failureOf(fetching(url, { network }));
  expect(failure.code).toBe('E_NETWORK_INVALID_URL');
  expect(failure.message).toContain(problem);
  expect(failure.message).not.toContain('pass@');
  expect(failure.message.length).toBeLessThan(400);
  expect([dials, resolved]).toEqual([[], []]);
});

test('a URL of a public host is dialled, once nothing is wrong with it', async () => {
  for (const url of [
    'http://example.test',
    'HTTP://EXAMPLE.test:80/%20?q=@#@',
    'http://example.test:8080/a@b:c',
  ]) {
    const { network, dials } = recordingNetwork({ 'example.test': ['93.184.216.34'] });
    // The recording network dials nothing that is not of this machine.
    expect(await failureOf(fetching(url, { network }))).toMatchObject({ code: 'E_NETWORK_CONNECTION' });
    expect(dials).toHaveLength(1);
  }
});
