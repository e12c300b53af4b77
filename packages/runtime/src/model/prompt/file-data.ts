import type { SharedV4FileData, SharedV4FileDataData, SharedV4FileDataUrl } from '@ai-sdk/provider';
import type { CoreMessage } from '@goondan/core';

type UserPart = Exclude<Extract<CoreMessage, { role: 'user' }>['content'], string>[number];
type AssistantPart = Exclude<Extract<CoreMessage, { role: 'assistant' }>['content'], string>[number];

/** A file in any of the forms a message may hold it. */
export type MessageFileData =
  | Extract<UserPart, { type: 'file' }>['data']
  | Extract<UserPart, { type: 'image' }>['image']
  | Extract<AssistantPart, { type: 'reasoning-file' }>['data'];

/** Bytes or an address, and the media type where the data itself tells it. */
export interface InlineFile {
  readonly data: SharedV4FileDataData | SharedV4FileDataUrl;
  readonly mediaType?: string;
}

/** Brings a file to the form providers take. A message from a journal has addresses as text. */
export function fileDataOf(data: MessageFileData): { data: SharedV4FileData; mediaType?: string } {
  if (typeof data === 'string' || data instanceof URL) return fromText(data);
  if (data instanceof Uint8Array || data instanceof ArrayBuffer) return fromBytes(data);
  if (isTagged(data)) {
    switch (data.type) {
      case 'data':
        return typeof data.data === 'string' ? fromText(data.data) : fromBytes(data.data);
      case 'url':
        return fromText(data.url);
      case 'reference':
        return { data: { type: 'reference', reference: data.reference } };
      case 'text':
        return { data: { type: 'text', text: data.text } };
    }
  }
  return { data: { type: 'reference', reference: data } };
}

/** The same for places that take no reference and no text. */
export function inlineFileOf(data: MessageFileData): InlineFile {
  const file = fileDataOf(data);
  if (file.data.type === 'data' || file.data.type === 'url') return { ...file, data: file.data };
  const text = file.data.type === 'text' ? file.data.text : JSON.stringify(file.data.reference);
  return { data: { type: 'data', data: Buffer.from(text).toString('base64') } };
}

type Tagged = Extract<MessageFileData, { type: 'data' | 'url' | 'reference' | 'text' }>;

/** A provider reference is a record, too, but of ids by provider. */
function isTagged(data: Exclude<MessageFileData, string | URL | Uint8Array | ArrayBuffer>): data is Tagged {
  const kind: unknown = data.type;
  return (
    (kind === 'data' && 'data' in data) ||
    (kind === 'url' && 'url' in data) ||
    (kind === 'reference' && 'reference' in data) ||
    (kind === 'text' && 'text' in data)
  );
}

function fromBytes(bytes: Uint8Array | ArrayBuffer): InlineFile {
  return { data: { type: 'data', data: bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes } };
}

function fromText(text: string | URL): InlineFile {
  const address = String(text);
  const [, mediaType, encoding, content] = /^data:([^;,]*)[^,]*?(;base64)?,(.*)$/is.exec(address) ?? [];
  if (content !== undefined) {
    const data =
      encoding === undefined ? Buffer.from(decodeURIComponent(content)).toString('base64') : content;
    return { data: { type: 'data', data }, ...(mediaType ? { mediaType } : {}) };
  }
  const url = /^[a-z][a-z\d+.-]*:/i.test(address) ? URL.parse(address) : null;
  return { data: url === null ? { type: 'data', data: address } : { type: 'url', url } };
}
