import { listCatalogTitles } from '../../catalog/rows/catalog-entries.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import { findToolSkill } from '../../tools/tool-skill.ts'

/** Returns a title for each name, which is no title where the catalogue does not list the skill: "Csv to json". */
export async function findSkillTitles(db: Database, names: readonly string[]): Promise<Map<string, string>> {
  const listed = await listCatalogTitles(db, names)
  return new Map(
    names.map((name) => [name, findToolSkill(name)?.skill.name ?? listed.get(name) ?? toWords(name)]),
  )
}

/** Returns "Csv to json" for "ada.tools.csv_to_json". */
function toWords(name: string): string {
  const words = (name.split('.').at(-1) ?? name).replaceAll(/[_-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
