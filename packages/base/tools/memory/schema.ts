/** The name of a note. */
export const keySchema = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  pattern: '\\S',
  description: 'The name of the note, such as "user/preferred-language".',
} as const;

/** How many notes come back. */
export const limitSchema = {
  type: 'integer',
  minimum: 1,
  maximum: 1000,
  default: 10,
  description: 'The most notes to return.',
} as const;

/** Only notes that carry a tag. */
export const tagSchema = {
  type: 'string',
  minLength: 1,
  maxLength: 50,
  description: 'Only notes with this tag.',
} as const;

/** A note in a result. */
export const noteProperties = {
  key: { type: 'string', description: 'The name of the note.' },
  text: { type: 'string', description: 'What it says.' },
  tags: { type: 'array', items: { type: 'string' }, description: 'Its tags.' },
  createdAt: { type: 'string', description: 'When it was first put, in UTC.' },
  updatedAt: { type: 'string', description: 'When it was last changed, in UTC.' },
} as const;
