/** Every string of a SkillSet document, so that nothing reaches a user or an agent that a reviewer cannot see. */

import { isObject, type Json, type JsonObject } from '../../kernel/json/json.ts'
import { toPointer, valueAt } from '../../kernel/json/json-pointer.ts'
import { revealHidden } from '../../kernel/text/hidden-characters.ts'

/**
 * What a text is for: `code` runs, `instructions` and `prose` are read by agents and people, a `file` is all of these,
 * a `name` is short and shown as a title, and `data` is part of a schema, an example or a setting.
 */
export type TextKind = 'code' | 'instructions' | 'file' | 'name' | 'prose' | 'data'

export type DocumentText = {
  /** The string's place in the document. */
  pointer: string
  /** What a reviewer calls it, such as "The file scripts/run.py of greet". */
  label: string
  section: 'permissions' | 'code' | 'schemas' | 'words' | 'examples'
  kind: TextKind
  text: string
  /** The property that holds the text. Undefined for items of lists, and for the names of properties themselves. */
  key?: string
}

/** A file that is stored outside the document. */
export type SeparateFile = {
  /** The pointer of its resource in the document. */
  pointer: string
  skillSlug: string
  path: string
  bytes: Uint8Array
}

type Rule = {
  pattern: RegExp
  label: (owner: string) => string
  section: DocumentText['section']
  kind: TextKind
}

// The first rule whose pattern matches the pointer applies. `owner` is the skill's slug, the setting's key and so on.
// biome-ignore format: table
const RULES: readonly Rule[] = [
  { pattern: /^\/skills\/\d+\/definition$/,                    section: 'code',     kind: 'code',         label: (skill) => `The code of ${skill}` },
  { pattern: /^\/skills\/\d+\/body$/,                          section: 'code',     kind: 'instructions', label: (skill) => `The instruction text of ${skill}` },
  { pattern: /^\/skills\/\d+\/prompt$/,                        section: 'words',    kind: 'prose',        label: (skill) => `The prompt of ${skill}` },
  { pattern: /^\/skills\/\d+\/name$/,                          section: 'words',    kind: 'name',         label: (skill) => `The name of ${skill}` },
  { pattern: /^\/skills\/\d+\/description$/,                   section: 'words',    kind: 'prose',        label: (skill) => `The description of ${skill}` },
  { pattern: /^\/skills\/\d+\/(parameters|response|stream)\b/, section: 'schemas',  kind: 'data',         label: (skill) => `A schema of ${skill}` },
  { pattern: /^\/skills\/\d+\/examples\/\d+\/title$/,          section: 'examples', kind: 'prose',        label: (skill) => `An example of ${skill}` },
  { pattern: /^\/skills\/\d+\/examples\b/,                     section: 'examples', kind: 'data',         label: (skill) => `An example of ${skill}` },
  { pattern: /^\/skills\/\d+\/resources\/\d+\/path$/,          section: 'code',     kind: 'name',         label: (skill) => `The path of a file of ${skill}` },
  { pattern: /^\/skills\/\d+\/buttons\b/,                      section: 'words',    kind: 'name',         label: (skill) => `A button of ${skill}` },
  { pattern: /^\/skills\/\d+\/tags\b/,                         section: 'words',    kind: 'name',         label: (skill) => `A tag of ${skill}` },
  { pattern: /^\/skills\/\d+\/sideEffects\b/,                  section: 'words',    kind: 'prose',        label: (skill) => `A side effect of ${skill}` },
  { pattern: /^\/skills\/\d+\/availability$/,                  section: 'words',    kind: 'prose',        label: (skill) => `The availability of ${skill}` },
  { pattern: /^\/skills\/\d+\/metadata\b/,                     section: 'words',    kind: 'data',         label: (skill) => `The metadata of ${skill}` },
  { pattern: /^\/skills\/\d+\b/,                               section: 'words',    kind: 'prose',        label: (skill) => `Another field of ${skill}` },
  { pattern: /^\/migrations\/\d+\/definition$/,                section: 'code',     kind: 'code',         label: (from) => `The migration from ${from}` },
  { pattern: /^\/configDefinitions\/\d+\b/,                    section: 'permissions', kind: 'data',      label: (key) => `The setting ${key}` },
  { pattern: /^\/permissions\b/,                               section: 'permissions', kind: 'data',      label: () => 'A permission' },
  { pattern: /^\/name$/,                                       section: 'words',    kind: 'name',         label: () => 'The name of the SkillSet' },
  { pattern: /^\/(tagline|description)$/,                      section: 'words',    kind: 'prose',        label: () => 'The description' },
  { pattern: /^\/readme$/,                                     section: 'words',    kind: 'prose',        label: () => 'The readme' },
  { pattern: /^\/changelog$/,                                  section: 'words',    kind: 'prose',        label: () => 'The changelog' },
  { pattern: /^/,                                              section: 'words',    kind: 'data',         label: () => 'Another field of the SkillSet' },
]

const FILE_CONTENT = /^\/skills\/\d+\/resources\/\d+\/(text|base64)$/

/** Lists values and the names of properties; texts in base64 are decoded, and other binary files are left out. */
export function documentTexts(document: Json, separate: readonly SeparateFile[] = []): DocumentText[] {
  const texts: DocumentText[] = []
  const partOf = parts(document)
  const collect = (value: Json, keys: readonly (string | number)[], pointer: string): void => {
    const key = keys.at(-1)
    if (typeof value === 'string') {
      if (FILE_CONTENT.test(pointer)) return void texts.push(...fileTexts(document, keys, value))
      texts.push({ pointer, ...partOf(keys), text: value, ...(typeof key === 'string' && { key }) })
    } else if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) collect(item, [...keys, index], `${pointer}/${index}`)
    } else if (isObject(value)) {
      for (const [name, item] of Object.entries(value)) {
        const [itemKeys, itemPointer] = [[...keys, name], pointer + toPointer([name])]
        texts.push({ pointer: itemPointer, ...partOf(itemKeys), text: name })
        collect(item, itemKeys, itemPointer)
      }
    }
  }
  collect(document, [], '')
  return [...texts, ...separate.flatMap(separateText)]
}

type Part = Pick<DocumentText, 'label' | 'section' | 'kind'>

/** The rules look at the first five keys, and whether there are more. */
const RULE_KEYS = 6

/** A schema has thousands of texts under one rule, which is found once. */
function parts(document: Json): (keys: readonly (string | number)[]) => Part {
  const known = new Map<string, Part>()
  return (keys) => {
    const head = toPointer(keys.slice(0, RULE_KEYS))
    const part = known.get(head) ?? partAt(document, head, keys)
    known.set(head, part)
    return part
  }
}

function partAt(document: Json, head: string, keys: readonly (string | number)[]): Part {
  const { section, kind, label } = RULES.find(({ pattern }) => pattern.test(head))!
  return { section, kind, label: label(describeOwner(document, keys)) }
}

function fileTexts(document: Json, keys: readonly (string | number)[], content: string): DocumentText[] {
  const text = keys.at(-1) === 'base64' ? decodedText(fromBase64(content)) : content
  if (text === null) return []
  const resource = valueAt(document, toPointer(keys.slice(0, -1)))
  const path = isObject(resource) ? String(resource.path) : ''
  return [
    { pointer: toPointer(keys), ...describeFile(path, describeOwner(document, keys)), section: 'code', text },
  ]
}

function separateText({ pointer, skillSlug, path, bytes }: SeparateFile): DocumentText[] {
  const text = decodedText(bytes)
  if (text === null) return []
  return [{ pointer, ...describeFile(path, skillSlug), section: 'code', text }]
}

function describeFile(path: string, skill: string): Pick<DocumentText, 'label' | 'kind'> {
  return { label: `The file ${revealHidden(path)} of ${skill}`, kind: 'file' }
}

function describeOwner(document: Json, keys: readonly (string | number)[]): string {
  const list = isObject(document) ? document[String(keys[0])] : undefined
  const owner = Array.isArray(list) ? list[Number(keys[1])] : undefined
  if (!isObject(owner)) return ''
  const { slug, from, key } = owner as JsonObject
  return revealHidden(String(slug ?? from ?? key ?? ''))
}

/** Returns text in UTF-8 or UTF-16, and null for binary files. */
function decodedText(bytes: Uint8Array | null): string | null {
  if (!bytes) return null
  const encoding = detectEncoding(bytes)
  if (encoding === 'utf-8' && bytes.includes(0)) return null
  try {
    return new TextDecoder(encoding, { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** How many bytes show whether every second one is 0, as in UTF-16 of Latin text. */
const SAMPLE_BYTES = 512

/** Recognises UTF-16 by its byte order mark, as Windows writes it, or by its zeros. */
function detectEncoding(bytes: Uint8Array): 'utf-8' | 'utf-16le' | 'utf-16be' {
  const [first, second] = bytes
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  if (first === 0xfe && second === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, SAMPLE_BYTES)
  const zerosAt = (parity: 0 | 1) => sample.filter((byte, index) => byte === 0 && index % 2 === parity).length
  const [even, odd] = [zerosAt(0), zerosAt(1)]
  const most = sample.length * 0.4
  if (odd > most && even === 0) return 'utf-16le'
  if (even > most && odd === 0) return 'utf-16be'
  return 'utf-8'
}

/** Null for text that is not base64, which its own rule reports. */
function fromBase64(text: string): Uint8Array | null {
  try {
    return Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  } catch {
    return null
  }
}
