import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { toPointer } from '../../kernel/json/json-pointer.ts'
import { slugFrom } from '../../kernel/names/skill-name.ts'
import { capitalise } from '../../kernel/text/format.ts'
import { isBareFunction, wrapHandler } from '../handler/wrap-handler.ts'

/** Reads the second notation of a SkillSet, with `capabilities` and `handlers` by name. See docs/spec/skillset-document.md. */
type Converted = {
  document: JsonObject
  /** Translates a pointer into `document` to one into the given document. */
  origin: (pointer: string) => string
}

/** Returns the document itself if it has no `capabilities`. */
export function convertCapabilities(given: JsonObject): Converted {
  if (!isObject(given.capabilities)) return { document: given, origin: (pointer) => pointer }
  const { capabilities, handlers, ...rest } = given
  const names = Object.keys(capabilities)
  const skills = Array.isArray(given.skills) ? given.skills : []
  const sources = isObject(handlers) ? handlers : {}
  const converted = names.map((name) => toSkill(name, capabilities[name] as Json, sources[name]))
  return {
    document: { ...rest, skills: [...skills, ...converted] },
    origin: (pointer) => toOriginalPointer(pointer, names, skills.length),
  }
}

function toSkill(name: string, capability: Json, handler: Json | undefined): Json {
  if (!isObject(capability)) return capability
  const { input_schema, output_schema, ...rest } = capability
  return {
    slug: toSlug(name),
    name: capitalise(toSlug(name).replaceAll('_', ' ').trim()),
    prompt: rest.description ?? '',
    ...(handler !== undefined && { definition: toDefinition(handler) }),
    ...rest,
    ...(input_schema !== undefined && { parameters: input_schema }),
    ...(output_schema !== undefined && { response: output_schema }),
  }
}

function toDefinition(handler: Json): Json {
  return typeof handler === 'string' && isBareFunction(handler) ? wrapHandler(handler) : handler
}

function toSlug(name: string): string {
  return slugFrom(name.replace(/([a-z0-9])([A-Z])/g, '$1_$2'))
}

const ORIGINAL_KEYS: Record<string, string | undefined> = {
  parameters: 'input_schema',
  response: 'output_schema',
}

function toOriginalPointer(pointer: string, names: readonly string[], first: number): string {
  const [, index, key, below = ''] = /^\/skills\/(\d+)(?:\/([^/]*)(.*))?$/.exec(pointer) ?? []
  const name = names[Number(index) - first]
  if (index === undefined || name === undefined) return pointer
  return (
    toPointer(['capabilities', name]) + (key === undefined ? '' : `/${ORIGINAL_KEYS[key] ?? key}`) + below
  )
}
