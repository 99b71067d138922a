import { type Context, requireViewer } from '../../context/context.ts'
import type { CatalogCard } from '../catalog-views.ts'
import { EVERYTHING } from '../model/catalog-query.ts'
import { countStarsOf } from '../rows/ratings.ts'
import { searchCatalog } from '../search-catalog.ts'

const MAX_SHOWN = 300

/** `unlisted` SkillSets are starred, but have no skill in the catalogue. */
type Starred = { cards: CatalogCard[]; unlisted: number }

/** Returns the listed skills of the SkillSets that the viewer starred, by name. Throws UNAUTHENTICATED. */
export async function listStarred(ctx: Context): Promise<Starred> {
  const { userId } = requireViewer(ctx)
  const [{ cards }, starred] = await Promise.all([
    searchCatalog(ctx, { ...EVERYTHING, sort: 'name' }, MAX_SHOWN, { starredBy: userId }),
    countStarsOf(ctx.db, userId),
  ])
  const listed = new Set(cards.map(({ skillSetId }) => skillSetId)).size
  return { cards, unlisted: cards.length < MAX_SHOWN ? starred - listed : 0 }
}
