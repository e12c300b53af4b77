import { maskedConsole } from '../../src/secret/masked-console.ts';
import { SecretMask } from '../../src/secret/secret-mask.ts';
import { hidingPlaces, key } from './hiding-places.ts';

const secrets = process.argv.includes('--masked') ? [{ name: 'KEY', value: key }] : [];
const logger = maskedConsole(console, new SecretMask(secrets));

const methods = ['log', 'info', 'warn', 'error', 'debug', 'trace', 'dir', 'table'] as const;
for (const [, value] of hidingPlaces) {
  for (const method of methods) logger[method](value());
  logger.log('%s and %o', value(), value());
}
logger.count(key);
logger.count(key);
logger.assert(false, key);
logger.group(key);
logger.groupEnd();
logger.time(key);
logger.timeEnd(key);
logger.log('the end');
