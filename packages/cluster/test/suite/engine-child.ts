/** Imported by processes that tests of the suite start: their engines are on the Restate server of whoever started them. */
import { useTestEngine } from '../../../runtime/test/engine-suite/test-engine.ts';
import { restateTestEngine } from '../restate-test-engine.ts';

const { RESTATE_INGRESS: ingressUrl = '', RESTATE_ADMIN: adminUrl = '' } = process.env;
useTestEngine(restateTestEngine({ ingressUrl, adminUrl }));
