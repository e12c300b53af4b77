/** Who we are to servers. */
export const clientInfo = { name: 'goondan', version: '0.1.0' } as const;
