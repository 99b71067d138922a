/**
 * The other form of a SkillSet: `capabilities` by name, as the SDK writes them. They become skills.
 *
 * Ground; also in the browser. "capabilities" means skills, and only here.
 * Source: "Input and output schemas", Example: full schema; specification "The SkillSet document".
 */
import { isObject, type Json, type JsonObject } from '../json/json.ts'
import { toPointer } from '../json/json-pointer.ts'
import { slugFrom } from './slug-from.ts'

export type Converted = {
  document: JsonObject
  /** The pointer into what was given, for a pointer into `document`. */
  origin: (pointer: string) => string
}

/** Turns `capabilities` into `skills`, after those that are there; anything else comes back as it is. */
export function fromCapabilities(given: JsonObject): Converted {
  if (!isObject(given.capabilities)) return { document: given, origin: (pointer) => pointer }
  const { capabilities, handlers, ...rest } = given
  const names = Object.keys(capabilities)
  const skills = Array.isArray(given.skills) ? given.skills : []
  const sources = isObject(handlers) ? handlers : {}
  const converted = names.map((name) => skillOf(name, capabilities[name] as Json, sources[name]))
  return {
    document: { ...rest, skills: [...skills, ...converted] },
    origin: (pointer) => originOf(pointer, names, skills.length),
  }
}

function skillOf(name: string, capability: Json, handler: Json | undefined): Json {
  if (!isObject(capability)) return capability
  const { input_schema, output_schema, ...rest } = capability
  return {
    slug: slugOf(name),
    name: titleOf(name),
    // What the capability says of itself is what an agent reads to choose it.
    prompt: rest.description ?? '',
    ...(handler !== undefined && { definition: handler }),
    ...rest,
    ...(input_schema !== undefined && { parameters: input_schema }),
    ...(output_schema !== undefined && { response: output_schema }),
  }
}

/** searchTheWeb → search_the_web. */
function slugOf(name: string): string {
  return slugFrom(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
}

function titleOf(name: string): string {
  const words = slugOf(name).replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

const ORIGINAL_KEYS: Record<string, string | undefined> = {
  parameters: 'input_schema',
  response: 'output_schema',
}

function originOf(pointer: string, names: readonly string[], first: number): string {
  const [, index, key, below = ''] = /^\/skills\/(\d+)(?:\/([^/]*)(.*))?$/.exec(pointer) ?? []
  const name = names[Number(index) - first]
  if (index === undefined || name === undefined) return pointer
  return (
    toPointer(['capabilities', name]) + (key === undefined ? '' : `/${ORIGINAL_KEYS[key] ?? key}`) + below
  )
}
