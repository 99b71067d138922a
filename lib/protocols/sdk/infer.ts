/** Infers types from field maps and JSON Schema. Bounds, patterns and conditions are only checked at run time. */

export type Schema = { readonly [keyword: string]: unknown }

/** The type of an input that is sent, where fields with defaults are optional. */
export type InputOf<S> = Read<S, 'sent'>
/** The type of an input that the handler gets, where fields with defaults are present. */
export type ParametersOf<S> = Read<S, 'filled'>
/** An undeclared `message` is always allowed. */
export type OutputOf<S> = Read<S, 'returned'> & { message?: string }

type Reading = 'sent' | 'filled' | 'returned'
type Anything = { [key: string]: unknown }

type Read<S, R extends Reading> = [S] extends [undefined]
  ? Anything
  : string extends keyof S
    ? Anything
    : S extends JsonSchema
      ? Value<S, R, S>
      : Fields<S, RequiredFields<S>, R, S>

/** Tells whether a type is a field map, as `isFieldMap` does for values. */
type JsonSchema = { readonly $schema: unknown } | { readonly $ref: unknown } | { readonly type: string }

type RequiredFields<M> = { [K in keyof M]: M[K] extends { readonly required: true } ? K : never }[keyof M]

type Value<S, R extends Reading, Root> = S extends { readonly const: infer C }
  ? Writable<C>
  : S extends { readonly enum: readonly (infer E)[] }
    ? Writable<E>
    : S extends { readonly $ref: infer Ref }
      ? Value<Target<Root, Ref>, R, Root>
      : S extends { readonly allOf: infer Parts }
        ? Own<S, R, Root> & All<Parts, R, Root>
        : S extends { readonly anyOf: readonly (infer Branch)[] }
          ? Own<S, R, Root> & Each<Branch, R, Root>
          : S extends { readonly oneOf: readonly (infer Branch)[] }
            ? Own<S, R, Root> & Each<Branch, R, Root>
            : Own<S, R, Root>

type Each<Branch, R extends Reading, Root> = Branch extends unknown ? Value<Branch, R, Root> : never

type All<Parts, R extends Reading, Root> = Parts extends readonly [infer First, ...infer Rest]
  ? Value<First, R, Root> & All<Rest, R, Root>
  : unknown

type Own<S, R extends Reading, Root> = S extends { readonly type: readonly (infer T)[] }
  ? OfEachType<T, S, R, Root>
  : S extends { readonly type: infer T }
    ? OfType<T, S, R, Root>
    : S extends { readonly properties: unknown }
      ? OfType<'object', S, R, Root>
      : unknown

type OfEachType<T, S, R extends Reading, Root> = T extends unknown ? OfType<T, S, R, Root> : never

type OfType<T, S, R extends Reading, Root> = T extends 'string'
  ? string
  : T extends 'number' | 'integer'
    ? number
    : T extends 'boolean'
      ? boolean
      : T extends 'null'
        ? null
        : T extends 'array'
          ? List<S, R, Root>
          : T extends 'object'
            ? Structure<S, R, Root>
            : unknown

type List<S, R extends Reading, Root> = S extends { readonly prefixItems: readonly unknown[] }
  ? Tuple<S['prefixItems'], R, Root>
  : S extends { readonly items: infer Item }
    ? Value<Item, R, Root>[]
    : unknown[]

type Tuple<Items extends readonly unknown[], R extends Reading, Root> = {
  -readonly [I in keyof Items]: Value<Items[I], R, Root>
}

type Structure<S, R extends Reading, Root> = S extends { readonly properties: infer P }
  ? Fields<P, S extends { readonly required: readonly (infer K)[] } ? K : never, R, Root>
  : S extends { readonly additionalProperties: infer Other extends Schema }
    ? { [key: string]: Value<Other, R, Root> }
    : Anything

type Fields<P, Required, R extends Reading, Root> = Simplify<
  {
    -readonly [K in keyof P as IsThere<P, K, Required, R> extends true ? K : never]: Value<P[K], R, Root>
  } & {
    -readonly [K in keyof P as IsThere<P, K, Required, R> extends true ? never : K]?: Value<P[K], R, Root>
  }
>

type IsThere<P, K extends keyof P, Required, R extends Reading> = R extends 'returned'
  ? K extends Required
    ? true
    : false
  : P[K] extends { readonly default: unknown }
    ? R extends 'filled'
      ? true
      : false
    : K extends Required
      ? true
      : false

type Target<Root, Ref> = Ref extends '#'
  ? Root
  : Ref extends `#/$defs/${infer Name}`
    ? Root extends { readonly $defs: infer Defs }
      ? Name extends keyof Defs
        ? Defs[Name]
        : true
      : true
    : Ref extends `#/definitions/${infer Name}`
      ? Root extends { readonly definitions: infer Defs }
        ? Name extends keyof Defs
          ? Defs[Name]
          : true
        : true
      : true

type Writable<T> = T extends object ? { -readonly [K in keyof T]: Writable<T[K]> } : T
type Simplify<T> = { [K in keyof T]: T[K] } & {}
