import type { Context } from '../context/context.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { LineField } from '../kernel/validation/text-fields.ts'
import { findOwnerOf, listOrganisationsOf, type OwnedPage } from './rows/organisations.ts'

const PAGES: [RegExp, OwnedPage][] = [
  [/^\/plans\/runs\/([^/]+)$/, 'planRun'],
  [/^\/plans\/([^/]+)$/, 'plan'],
  [/^\/publish\/([^/]+)$/, 'skillSet'],
]

/** Returns null for the active one, visitors and other people's pages. */
export async function findOrganisationOfPage(
  { db, viewer }: Context,
  given: unknown,
): Promise<{ id: string; name: string } | null> {
  const path = parseFields(LineField, given)
  if (!viewer) return null
  for (const [pattern, page] of PAGES) {
    const id = pattern.exec(path)?.[1]
    if (!id) continue
    const others = (await listOrganisationsOf(db, viewer.userId)).filter(
      ({ id }) => id !== viewer.organisationId,
    )
    const owner = await findOwnerOf(db, page, { id, among: others.map((each) => each.id) })
    const found = others.find((each) => each.id === owner)
    return found ? { id: found.id, name: found.isPersonal ? 'your personal organisation' : found.name } : null
  }
  return null
}
