import { z } from 'zod'
import { getCollection } from '../catalog/collections/collections.ts'
import { type Context, requireOrganisationAdmin } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { parseFields } from '../kernel/validation/parse-with.ts'
import { IdField } from '../kernel/validation/text-fields.ts'
import { addToToolset, createToolset, MAX_TOOLSET_SKILLS } from './change-toolset.ts'
import { offerOf } from './list-toolsets.ts'

const fields = z.object({ collection: IdField, name: z.string() })

export type MadeToolset = {
  slug: string
  added: string[]
  /** Need an agreement, which a person gives for each skill under Settings → Toolsets, or cannot be added. */
  left: string[]
}

/** Looked up one after another. A collection with whole SkillSets can have thousands of skills. */
const MAX_TRIED = 100

/**
 * Creates a toolset with the actions of a collection of the viewer that need no permissions. The others are left for a person
 * to agree to, one by one, and so is everything after the first 100. Throws as `createToolset`, NOT_FOUND for a collection of
 * somebody else, and PRECONDITION_FAILED without any action.
 */
export async function createToolsetFromCollection(ctx: Context, given: unknown): Promise<MadeToolset> {
  requireOrganisationAdmin(ctx)
  const { collection, name } = parseFields(fields, given)
  const { entries, isOwn } = await getCollection(ctx, collection)
  if (!isOwn) throw new AppError('NOT_FOUND')
  const names = new Set(
    entries.flatMap(({ item }) => {
      if (item.kind === 'skillSet') return item.skills
      return item.kind === 'skill' && item.card.runtime !== 'instructions' ? [item.card.name] : []
    }),
  )
  if (names.size === 0)
    throw new AppError('PRECONDITION_FAILED', {
      message: 'This collection has no skills that an agent can run.',
      suggestedAction: 'Add a skill to it first.',
    })
  const { slug } = await createToolset(ctx, { name })
  const made: MadeToolset = { slug, added: [], left: [] }
  for (const [index, skill] of [...names].entries()) {
    const isAdded =
      index < MAX_TRIED && made.added.length < MAX_TOOLSET_SKILLS && (await addFreely(ctx, slug, skill))
    made[isAdded ? 'added' : 'left'].push(skill)
  }
  return made
}

/** Returns false for a skill that needs an agreement, or that the organisation cannot use. */
async function addFreely(ctx: Context, toolset: string, skill: string): Promise<boolean> {
  try {
    const { versionId, consents } = await offerOf(ctx, { skill })
    if (consents.length > 0) return false
    await addToToolset(ctx, { toolset, skill, versionId, consent: false })
    return true
  } catch (thrown) {
    if (thrown instanceof AppError) return false
    throw thrown
  }
}
