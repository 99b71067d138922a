/** Sections of a form: fields with the same `x-section` stand together below that heading (docs/spec/contracts.md §8). */
import { isObject, type Json } from '#lib/kernel/json/json.ts'

export type FieldSection = {
  /** Undefined for the fields before the first section, which name none. */
  title: string | undefined
  names: string[]
}

/** Returns the fields without a section first, then the sections in the order in which they are first named. */
export function fieldSections(
  names: readonly string[],
  properties: ReadonlyMap<string, readonly Json[]>,
): FieldSection[] {
  const sections = new Map<string | undefined, string[]>([[undefined, []]])
  for (const name of names) {
    const title = sectionOf(properties.get(name) ?? [])
    sections.set(title, [...(sections.get(title) ?? []), name])
  }
  return [...sections].flatMap(([title, each]) => (each.length > 0 ? [{ title, names: each }] : []))
}

/** Returns the section that the schemas of a field name; undefined if they name none. */
export function sectionOf(schemas: readonly Json[]): string | undefined {
  const titles = schemas.map((schema) => (isObject(schema) ? schema['x-section'] : undefined))
  return titles.find((title) => typeof title === 'string' && title.trim() !== '') as string | undefined
}
