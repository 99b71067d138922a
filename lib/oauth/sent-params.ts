/**
 * The parameters of a request as OAuth reads them. Pure.
 *
 * One without a value was not sent, and none may be sent twice but `resource`. Source: RFC 6749 §3.1, §3.2; RFC 8707 §2.
 */

import { OAuthRefusal } from './oauth-refusal.ts'

/** As they stand in an address or a form; what was sent several times as a list. */
export type SentParams = Record<string, string | string[] | undefined>

export type ReadParams = {
  fields: Record<string, string | undefined>
  /** Where the tokens are to be used. */
  resources: string[]
  /** The first of `known` that was sent more than once. It is not among the fields. */
  repeated?: string
}

/** Names besides `known` are nobody's business here: they may be anything, and are ignored. */
export function readParams(sent: SentParams, known: readonly string[]): ReadParams {
  const listOf = (name: string) =>
    [Object.hasOwn(sent, name) ? (sent[name] ?? []) : []].flat().filter(Boolean)
  const lists = known.map((name) => [name, listOf(name)] as const)
  return {
    fields: Object.fromEntries(
      lists.flatMap(([name, values]) => (values.length === 1 ? [[name, values[0]]] : [])),
    ),
    resources: listOf('resource'),
    repeated: lists.find(([, values]) => values.length > 1)?.[0],
  }
}

/** The refusal of a request that says something twice; undefined for any other. */
export function refusalOfTwice({ repeated }: ReadParams): OAuthRefusal | undefined {
  return repeated ? new OAuthRefusal('invalid_request', `${repeated} was sent more than once.`) : undefined
}

/** The refusal of tokens for elsewhere than this site, whose `origin` it is; undefined when all are for here. */
export function refusalOfElsewhere({ resources }: ReadParams, origin: string): OAuthRefusal | undefined {
  if (resources.every((resource) => isHere(resource, origin))) return undefined
  return new OAuthRefusal('invalid_target', `Tokens of this Guildhall are for ${origin} only.`)
}

/** Whether a resource is this site, or a door of it: its tokens are for nothing else. Source: RFC 8707 §2. */
export function isHere(resource: string, origin: string): boolean {
  if (!URL.canParse(resource) || resource.includes('#')) return false
  const { origin: asked, username, password } = new URL(resource)
  return asked === origin && !username && !password
}
