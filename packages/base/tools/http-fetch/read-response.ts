import type { JsonValue } from '@goondan/core';
import { parseJson } from '@goondan/core/basics';
import { decodeText } from '../../documents/text/decode-text.ts';
import type { FetchResponse } from '../../network/fetch-allowed.ts';
import { isBinary } from './is-binary.ts';
import { jsonDepth } from './json-depth.ts';
import { declaredInside, isHtmlType, isJsonType, type MediaType } from './media-type.ts';

/** What a model sees of a body. */
export interface ShownBody {
  readonly body: JsonValue;
  readonly binary: boolean;
  readonly title?: string;
}

/** How a body is to be shown. */
export type ShownAs = 'markdown' | 'article' | 'raw';

/** Deeper than this no result can be, and nobody reads. */
const maxJsonDepth = 400;

/** Reads a body by its media type: JSON as a value, HTML as Markdown, other text as it is; binary data is not shown. */
export async function readResponse(
  { body, url, truncated }: FetchResponse,
  { type, charset }: MediaType,
  shownAs: ShownAs,
): Promise<ShownBody> {
  if (body.byteLength === 0) return { body: null, binary: false };
  if (isBinary(body, type, charset)) return { body: null, binary: true };
  const whole = decodeText(body, charset ?? declaredInside(body)).text;
  // The last character may have been cut in two.
  const text = truncated ? whole.replace(/\uFFFD$/, '') : whole;
  if (shownAs === 'raw') return { body: text, binary: false };
  if (isJsonType(type)) return { body: truncated ? text : jsonOf(text), binary: false };
  if (!isHtmlType(type) && !(type === '' && /^\s*<(?:!doctype html|html)[\s>]/i.test(text)))
    return { body: text, binary: false };
  const { markdownOfHtml } = await import('../../html/markdown-of-html.ts');
  const { title, markdown } = await markdownOfHtml(text, { url, isArticle: shownAs === 'article' });
  return { body: markdown, binary: false, ...(title === '' ? {} : { title }) };
}

/** What is no JSON, or none that a result can hold, stays text. */
function jsonOf(text: string): JsonValue {
  if (jsonDepth(text) > maxJsonDepth) return text;
  try {
    return parseJson(text);
  } catch {
    return text;
  }
}
