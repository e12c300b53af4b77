import type { JsonObject, JsonValue } from '../json/json-value.ts';

/**
 * The TypeScript type of the values a literal JSON Schema accepts, as far as types can say it: what they cannot
 * (ranges, patterns, references) is wider here and checked at run time.
 */
export type SchemaType<Schema> = Schema extends { readonly const: infer Value }
  ? Value
  : Schema extends { readonly enum: readonly (infer Value)[] }
    ? Value
    : Schema extends { readonly anyOf: readonly (infer Member)[] }
      ? SchemaType<Member>
      : Schema extends { readonly oneOf: readonly (infer Member)[] }
        ? SchemaType<Member>
        : Schema extends { readonly type: infer Name }
          ? TypeNamed<Name, Schema>
          : JsonValue;

type TypeNamed<Name, Schema> = Name extends readonly (infer Member)[]
  ? TypeNamed<Member, Schema>
  : Name extends 'string'
    ? string
    : Name extends 'number' | 'integer'
      ? number
      : Name extends 'boolean'
        ? boolean
        : Name extends 'null'
          ? null
          : Name extends 'array'
            ? ArrayType<Schema>
            : Name extends 'object'
              ? ObjectType<Schema>
              : JsonValue;

type ArrayType<Schema> = Schema extends { readonly items: infer Items } ? SchemaType<Items>[] : JsonValue[];

type ObjectType<Schema> = Schema extends { readonly properties: infer Properties }
  ? Flat<
      {
        -readonly [Key in keyof Properties as Key extends RequiredKey<Schema> ? Key : never]: SchemaType<
          Properties[Key]
        >;
      } & {
        -readonly [Key in keyof Properties as Key extends RequiredKey<Schema> ? never : Key]?: SchemaType<
          Properties[Key]
        >;
      }
    >
  : JsonObject;

type RequiredKey<Schema> = Schema extends { readonly required: readonly (infer Key)[] } ? Key : never;

type Flat<Type> = { [Key in keyof Type]: Type[Key] };
