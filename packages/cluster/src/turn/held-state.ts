import { jsonSerde } from '../service/json-serde.ts';
import { heldStateSchema, intervalsSchema } from '../service/wire.ts';

/** Where an instance shows whether its turn waits for a person. */
export const heldKey = 'engine/held';
/** How it is kept. */
export const heldSerde = jsonSerde(heldStateSchema);

/** Where it keeps when turns that have ended did: those that stood behind them do not count that time either. */
export const waitedKey = 'engine/waited';
/** How it is kept. */
export const waitedSerde = jsonSerde(intervalsSchema);
