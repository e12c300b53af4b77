/** The only apiVersion there is. */
export const apiVersion = 'goondan.ai/v1';
