import { delimiter, isAbsolute } from 'node:path';

const systemPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';

/** The environment every child starts from: nothing of ours but where programs are found and which time zone this is. */
export function childEnvironment(home: string): Record<string, string> {
  const places = (process.env['PATH'] ?? '').split(delimiter).filter((place) => isAbsolute(place));
  const zone = process.env['TZ'];
  return {
    PATH: [...new Set([...places, ...systemPath.split(':')])].join(':'),
    HOME: home,
    PWD: home,
    TMPDIR: '/tmp',
    LANG: 'C.UTF-8',
    TERM: 'dumb',
    SHELL: '/bin/bash',
    ...(zone === undefined ? {} : { TZ: zone }),
  };
}

/** Those of our variables that policy lets children have. */
export function allowedEnvironment(names: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => {
      const value = process.env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
