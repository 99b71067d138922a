/**
 * The sections of the studio, as a table: what each is called, and which parts of the document it edits.
 *
 * A problem at a pointer belongs to the section with the longest matching pointer, so every problem is counted
 * in exactly one place of the navigation, and every line of the checklist finds the field that mends it. Pure.
 */
import { isObject, type Json, type JsonObject } from '#lib/contract/json/json.ts'
import { pointerKeys } from '#lib/contract/json/json-pointer.ts'
import type { Issue } from '#lib/errors.ts'
import { itemPointer, listAt } from './edit-document.ts'

// biome-ignore format: a table reads in rows
export const SET_SECTIONS = {
  details:     { label: 'Details',            owns: ['', '/skills'] },
  config:      { label: 'Config',             owns: ['/configDefinitions'] },
  permissions: { label: 'Permissions',        owns: ['/permissions'] },
  migrations:  { label: 'Migrations',         owns: ['/migrations'] },
  readme:      { label: 'Readme & changelog', owns: ['/readme', '/changelog'] },
  checklist:   { label: 'Checklist & submit', owns: [] },
} as const satisfies Record<string, { label: string; owns: string[] }>

// biome-ignore format: a table reads in rows
export const SKILL_SECTIONS = {
  details:    { label: 'Details',    owns: [''],            kinds: ['action', 'instruction'] },
  definition: { label: 'Definition', owns: ['/definition'], kinds: ['action'] },
  body:       { label: 'Instructions', owns: ['/body'],     kinds: ['instruction'] },
  parameters: { label: 'Parameters', owns: ['/parameters'], kinds: ['action'] },
  response:   { label: 'Response',   owns: ['/response'],   kinds: ['action'] },
  buttons:    { label: 'Buttons',    owns: ['/buttons'],    kinds: ['action'] },
  examples:   { label: 'Examples',   owns: ['/examples'],   kinds: ['action'] },
  files:      { label: 'Files',      owns: ['/resources'],  kinds: ['action', 'instruction'] },
  advice:     { label: 'Advice',     owns: [],              kinds: ['action'] },
  try:        { label: 'Try it',     owns: [],              kinds: ['action'] },
} as const satisfies Record<string, { label: string; owns: string[]; kinds: string[] }>

export type SetSection = keyof typeof SET_SECTIONS
export type SkillSection = keyof typeof SKILL_SECTIONS

/** Where in the studio somebody is. */
export type Place = { section: SetSection; skill?: undefined } | { section: SkillSection; skill: number }

const START: Place = { section: 'details' }

/** "details", "skills.0.definition": how a place stands in the address. */
export function placeId({ section, skill }: Place): string {
  return skill === undefined ? section : `skills.${skill}.${section}`
}

/** The place an address names in this document; the start for anything that is not there. */
export function readPlace(id: string | null, document: Json): Place {
  const [, index, name] = /^skills\.(\d+)\.([a-z]+)$/.exec(id ?? '') ?? []
  const skill = index === undefined ? undefined : listAt(document, '/skills')[Number(index)]
  if (isObject(skill) && name && isSkillSection(name)) {
    const isThere = sectionsOf(skill).includes(name)
    return { section: isThere ? name : 'details', skill: Number(index) }
  }
  return id && isSetSection(id) ? { section: id } : START
}

/** The sections a skill has: instructions have no contract, code has no page. */
export function sectionsOf(skill: JsonObject): SkillSection[] {
  const kind = skill.kind === 'instruction' ? 'instruction' : 'action'
  return (Object.keys(SKILL_SECTIONS) as SkillSection[]).filter((each) =>
    (SKILL_SECTIONS[each].kinds as readonly string[]).includes(kind),
  )
}

/** Where the thing at `pointer` is edited. */
export function placeOf(pointer: string): Place {
  const [first, index, ...rest] = pointerKeys(pointer)
  if (first === 'skills' && index !== undefined && /^\d+$/.test(index)) {
    const section = SKILL_OWNERS.get(`/${rest[0]}`) ?? 'details'
    return { section, skill: Number(index) }
  }
  return { section: SET_OWNERS.get(`/${first}`) ?? 'details' }
}

/** How many problems each place has, by its id. */
export function countIssues(issues: readonly Issue[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of issues) {
    const id = placeId(placeOf(path))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** The pointer of the skill a place is in. */
export function skillPointer(index: number): string {
  return itemPointer('/skills', index)
}

const SET_OWNERS = ownersOf(SET_SECTIONS)
const SKILL_OWNERS = ownersOf(SKILL_SECTIONS)

function ownersOf<Name extends string>(table: Record<Name, { owns: readonly string[] }>): Map<string, Name> {
  const entries = Object.entries(table) as [Name, { owns: readonly string[] }][]
  return new Map(entries.flatMap(([name, { owns }]) => owns.map((pointer) => [pointer, name] as const)))
}

function isSetSection(name: string): name is SetSection {
  return Object.hasOwn(SET_SECTIONS, name)
}

function isSkillSection(name: string): name is SkillSection {
  return Object.hasOwn(SKILL_SECTIONS, name)
}
