/**
 * `permissions.urlParameters`: parameters whose addresses choose the hosts of a run, for skills that fetch what a caller
 * names. The egress guard still refuses addresses that are not on the public internet.
 */
import { isObject, type Json, type JsonObject, type JsonSchema } from '../../kernel/json/json.ts'
import type { Permissions } from '../document/skillset-document.ts'

/** A run reaches at most as many hosts as it can send requests. */
const MAX_HOSTS = 50

/** A name or an address, so that a host of "*.com", which a URL may have, permits no other hosts. */
const HOST = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/

type Called = { schema: JsonSchema | undefined; parameters: Json }

/**
 * Returns the hosts of the http and https addresses in these parameters of a run, each once. `schema` is the canonical
 * schema of the parameters, because another skill of the SkillSet may have a text of the same name.
 */
export function hostsInParameters(
  { urlParameters = [] }: Permissions,
  { schema, parameters }: Called,
): string[] {
  if (!isObject(parameters)) return []
  const names = urlParameters.filter((name) => Object.hasOwn(parameters, name) && takesAddress(schema, name))
  const texts = names.flatMap((name) => parameters[name] ?? [])
  const hosts = texts.flatMap((text) => {
    if (typeof text !== 'string' || !URL.canParse(text)) return []
    const { protocol, hostname } = new URL(text)
    const isWeb = protocol === 'http:' || protocol === 'https:'
    return isWeb && HOST.test(hostname) ? [hostname.replace(/^\[|\]$/g, '')] : []
  })
  return [...new Set(hosts)].slice(0, MAX_HOSTS)
}

/** Returns whether a schema has a property of this name that takes an address, or a list of addresses. */
export function takesAddress(schema: JsonSchema | undefined, name: string): boolean {
  const properties = schema?.properties
  const declared = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : undefined
  if (!isObject(declared)) return false
  return (
    isAddress(declared) ||
    (declared.type === 'array' && isObject(declared.items) && isAddress(declared.items))
  )
}

function isAddress({ type, format }: JsonObject): boolean {
  return type === 'string' && format === 'uri'
}
