/** How tools are given a path; literal, so that the types of their inputs follow from it. */
export const pathSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 4096,
  description: 'Path relative to the workspace, or an absolute path that is allowed.',
} as const;

/** How results name what they are about. */
export const resultPathSchema = { type: 'string', description: 'The absolute path.' } as const;
