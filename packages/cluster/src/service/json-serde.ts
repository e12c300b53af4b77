import { parseJson } from '@goondan/core';
import type { RecordReader } from '@goondan/runtime';
import type { Serde } from '@restatedev/restate-sdk/fetch';

/** Values as JSON on the wire and in the journal, checked when they are read. */
export function jsonSerde<Value>(reader: RecordReader<Value>): Serde<Value> {
  return {
    contentType: 'application/json',
    serialize: (value) => new TextEncoder().encode(JSON.stringify(value)),
    deserialize: (bytes) => reader.parse(parseJson(new TextDecoder().decode(bytes))),
  };
}
