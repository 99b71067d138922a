/**
 * The sections of the studio and the parts of the document that each `owns`. Of several matching parts the longest
 * counts, so that each issue is counted once.
 */

import type { Issue } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { pointerKeys } from '#lib/kernel/json/json-pointer.ts'
import { itemPointer, listAt } from '../../../drafts/edit-document.ts'

// biome-ignore format: table
export const SET_SECTIONS = {
  details:     { label: 'Details',            owns: ['', '/skills'] },
  config:      { label: 'Config',             owns: ['/configDefinitions'] },
  permissions: { label: 'Permissions',        owns: ['/permissions'] },
  test:        { label: 'Test settings',      owns: [] },
  packages:    { label: 'Packages',           owns: ['/dependencies', '/dependencyLock'] },
  migrations:  { label: 'Migrations',         owns: ['/migrations'] },
  readme:      { label: 'Readme & changelog', owns: ['/readme', '/changelog'] },
  checklist:   { label: 'Checklist & submit', owns: [] },
} as const satisfies Record<string, { label: string; owns: string[] }>

// biome-ignore format: table
export const SKILL_SECTIONS = {
  details:    { label: 'Details',    owns: [''],            kinds: ['action', 'instruction'] },
  definition: { label: 'Definition', owns: ['/definition'], kinds: ['action'] },
  body:       { label: 'Instructions', owns: ['/body'],     kinds: ['instruction'] },
  parameters: { label: 'Parameters', owns: ['/parameters'], kinds: ['action'] },
  response:   { label: 'Response',   owns: ['/response'],   kinds: ['action'] },
  stream:     { label: 'Stream',     owns: ['/stream'],     kinds: ['action'] },
  buttons:    { label: 'Buttons',    owns: ['/buttons'],    kinds: ['action'] },
  examples:   { label: 'Examples',   owns: ['/examples'],   kinds: ['action'] },
  files:      { label: 'Files',      owns: ['/resources'],  kinds: ['action', 'instruction'] },
  advice:     { label: 'Advice',     owns: [],              kinds: ['action'] },
  try:        { label: 'Try it',     owns: [],              kinds: ['action'] },
} as const satisfies Record<string, { label: string; owns: string[]; kinds: string[] }>

/** Shown together by workbench.tsx. */
const WORKBENCH_SECTIONS = ['definition', 'parameters', 'response', 'try'] as const

export type WorkbenchSection = (typeof WORKBENCH_SECTIONS)[number]

export function isWorkbenchSection(section: string): section is WorkbenchSection {
  return WORKBENCH_SECTIONS.some((other) => other === section)
}

export type SetSection = keyof typeof SET_SECTIONS
export type SkillSection = keyof typeof SKILL_SECTIONS

export type StudioLocation =
  | { section: SetSection; skill?: undefined }
  | { section: SkillSection; skill: number }

const DEFAULT_LOCATION: StudioLocation = { section: 'details' }

export function locationId({ section, skill }: StudioLocation): string {
  return skill === undefined ? section : `skills.${skill}.${section}`
}

/** Returns the default location for an id that is unknown or whose skill is gone. */
export function parseLocation(id: string | null, document: Json): StudioLocation {
  const [, index, name] = /^skills\.(\d+)\.([a-z]+)$/.exec(id ?? '') ?? []
  const skill = index === undefined ? undefined : listAt(document, '/skills')[Number(index)]
  if (isObject(skill) && name && isSkillSection(name)) {
    const hasSection = listSections(skill).includes(name)
    return { section: hasSection ? name : 'details', skill: Number(index) }
  }
  return id && isSetSection(id) ? { section: id } : DEFAULT_LOCATION
}

export function listSections(skill: JsonObject): SkillSection[] {
  const kind = skill.kind === 'instruction' ? 'instruction' : 'action'
  return (Object.keys(SKILL_SECTIONS) as SkillSection[]).filter((key) =>
    (SKILL_SECTIONS[key].kinds as readonly string[]).includes(kind),
  )
}

export function locationOfPointer(pointer: string): StudioLocation {
  const [first, index, ...rest] = pointerKeys(pointer)
  if (first === 'skills' && index !== undefined && /^\d+$/.test(index)) {
    const section = SKILL_OWNERS.get(`/${rest[0]}`) ?? 'details'
    return { section, skill: Number(index) }
  }
  return { section: SET_OWNERS.get(`/${first}`) ?? 'details' }
}

export function countIssues(issues: readonly Issue[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { path } of issues) {
    const id = locationId(locationOfPointer(path))
    counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

export function skillPointer(index: number): string {
  return itemPointer('/skills', index)
}

const SET_OWNERS = indexOwners(SET_SECTIONS)
const SKILL_OWNERS = indexOwners(SKILL_SECTIONS)

function indexOwners<Name extends string>(
  table: Record<Name, { owns: readonly string[] }>,
): Map<string, Name> {
  const entries = Object.entries(table) as [Name, { owns: readonly string[] }][]
  return new Map(entries.flatMap(([name, { owns }]) => owns.map((pointer) => [pointer, name] as const)))
}

function isSetSection(name: string): name is SetSection {
  return Object.hasOwn(SET_SECTIONS, name)
}

function isSkillSection(name: string): name is SkillSection {
  return Object.hasOwn(SKILL_SECTIONS, name)
}
