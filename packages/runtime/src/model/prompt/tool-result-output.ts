import type { LanguageModelV4ToolResultOutput } from '@ai-sdk/provider';
import type { CoreMessage } from '@goondan/core';
import { fileDataOf, type MessageFileData } from './file-data.ts';

type ToolPart = Extract<CoreMessage, { role: 'tool' }>['content'][number];
type Output = Extract<ToolPart, { type: 'tool-result' }>['output'];
type OutputItem = Extract<Output, { type: 'content' }>['value'][number];
type Item = Extract<LanguageModelV4ToolResultOutput, { type: 'content' }>['value'][number];
type Options = Pick<Item, 'providerOptions'>;

/** The output of a tool in the form providers take; of its contents the older forms become files. */
export function toolResultOutputOf(output: Output): LanguageModelV4ToolResultOutput {
  return output.type === 'content' ? { type: 'content', value: output.value.map(itemOf) } : output;
}

function itemOf(item: OutputItem): Item {
  const options = item.providerOptions === undefined ? {} : { providerOptions: item.providerOptions };
  switch (item.type) {
    case 'text':
    case 'custom':
      return item;
    case 'file':
    case 'file-data':
      return fileOf(item.data, { ...named(item.filename), mediaType: item.mediaType, ...options });
    case 'file-url':
      return fileOf(item.url, { mediaType: item.mediaType ?? 'application/octet-stream', ...options });
    case 'file-reference':
      return fileOf(item.providerReference, { mediaType: 'application/octet-stream', ...options });
    case 'image-data':
      return fileOf(item.data, { mediaType: item.mediaType, ...options });
    case 'image-url':
      return fileOf(item.url, { mediaType: 'image', ...options });
    case 'image-file-reference':
      return fileOf(item.providerReference, { mediaType: 'image', ...options });
    case 'file-id':
      return idOf(item.fileId, 'application/octet-stream', options);
    case 'image-file-id':
      return idOf(item.fileId, 'image', options);
  }
}

function fileOf(data: MessageFileData, about: Options & { mediaType: string; filename?: string }): Item {
  return { type: 'file', ...about, data: fileDataOf(data).data };
}

/** An id without its provider can only be told. */
function idOf(id: string | Record<string, string>, mediaType: string, options: Options): Item {
  return typeof id === 'string'
    ? { type: 'text', text: `file ${id}`, ...options }
    : fileOf(id, { mediaType, ...options });
}

function named(filename: string | undefined): { filename?: string } {
  return filename === undefined ? {} : { filename };
}
