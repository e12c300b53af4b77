/** What tests run as a process of its own, to be killed: it has started a Restate server. */
import { startServer } from '../../src/server/start-server.ts';

const server = await startServer({ folder: process.argv[2] ?? '' });
console.log(server.adminUrl);
