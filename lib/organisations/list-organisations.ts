/** Which organisations somebody may act for. Floor 3. */
import type { Context } from '../context.ts'
import { listOrganisationsOf, type OrganisationRow } from '../db/organisations.ts'

/** The viewer's organisations, their own first; none for visitors, whose pages ask too. */
export async function listOrganisations(ctx: Context): Promise<OrganisationRow[]> {
  return ctx.viewer ? listOrganisationsOf(ctx.db, ctx.viewer.userId) : []
}
