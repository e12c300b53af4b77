import { z } from 'zod';

/** Free settings that are handed on as they stand: options of a model, config of an extension, params of a call. */
export const settingsSchema = z.record(z.string(), z.json());
