/** The address of a request. */
export const url = {
  type: 'string',
  minLength: 1,
  maxLength: 8192,
  description: 'A whole http or https URL, such as https://example.com/page?q=1.',
} as const;

/** Headers of a request. */
export const requestHeaders = {
  type: 'object',
  additionalProperties: { type: 'string' },
  maxProperties: 64,
  description:
    'Headers to send, by name. Host, Content-Length and the like are made by the tool. To another host of a redirect only ' +
    'harmless ones go along.',
} as const;

/** The body of a request. */
export const requestBody = {
  description: 'What to send: an object or a list as JSON, a text as it is. Leave it out to send nothing.',
} as const;

/** How the body of the answer is shown. */
export const shownAs = {
  type: 'string',
  enum: ['markdown', 'article', 'raw'],
  default: 'markdown',
  description:
    'markdown: a whole HTML page as Markdown, JSON as a value. article: only the main text of an HTML page. raw: the text as it ' +
    'came.',
} as const;

/** How much is taken, and how long it may take. */
export const limits = {
  maxBytes: {
    type: 'integer',
    minimum: 1,
    maximum: 8_388_608,
    default: 1_048_576,
    description: 'How many bytes of the body are read, counted after decompression; the rest is left.',
  },
  timeoutMs: {
    type: 'integer',
    minimum: 100,
    maximum: 60_000,
    default: 20_000,
    description: 'How long the whole may take, redirects included.',
  },
} as const;

/** What every export answers. */
export const output = {
  type: 'object',
  properties: {
    url: { type: 'string', description: 'Where the answer came from, after redirects.' },
    status: { type: 'integer', description: 'The HTTP status.' },
    ok: { type: 'boolean', description: 'Whether the status is 2xx.' },
    headers: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Headers of the answer that say something to a reader, by name in lower case.',
    },
    contentType: {
      type: 'string',
      description: 'The media type, such as text/html; empty where none was given.',
    },
    title: { type: 'string', description: 'The title of an HTML page shown as Markdown.' },
    body: {
      description: 'Markdown, text, or a JSON value; null where there is nothing to read: see binary.',
    },
    binary: { type: 'boolean', description: 'Whether the body is no text and therefore not shown.' },
    size: {
      type: 'integer',
      description:
        'Bytes of the whole body: as the server declared it where it was cut off, else as many as came.',
    },
    bytesRead: { type: 'integer', description: 'Bytes of the body that were read.' },
    truncated: { type: 'boolean', description: 'Whether the body is longer than what was read.' },
  },
  required: [
    'url',
    'status',
    'ok',
    'headers',
    'contentType',
    'body',
    'binary',
    'size',
    'bytesRead',
    'truncated',
  ],
  additionalProperties: false,
} as const;
