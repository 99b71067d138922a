/** The sites that may embed a SkillSet's forms. Each becomes a source of `frame-ancestors` in the content security policy. */
import { z } from 'zod'
import { recordAudit } from '../../audit/audit-log.ts'
import { type Context, requirePerson } from '../../context/context.ts'
import { parseFields } from '../../kernel/validation/parse-with.ts'
import { requireOwnSkillSet, requireOwnSkillSetAdmin } from '../drafts/require-own-skill-set.ts'
import { findEmbedSites, storeEmbedSites } from '../rows/skill-sets.ts'

const MAX_SITES = 20

/**
 * An origin. No character that it allows could end the directive and begin another. Only https, and http for the
 * author's own machine, where an embedding page is tried out.
 */
const SITE =
  /^(?:https:\/\/(?:\*\.)?[a-z\d-]+(?:\.[a-z\d-]+)+|http:\/\/(?:localhost|127\.0\.0\.1))(?::\d{1,5})?$/

const fields = z.object({
  sites: z
    .string()
    .max(5_000)
    .transform((text) => [
      ...new Set(
        text
          .split(/[\s,]+/)
          .filter(Boolean)
          .map((site) => site.toLowerCase().replace(/\/$/, '')),
      ),
    ])
    .pipe(
      z
        .array(z.string())
        .max(MAX_SITES, `Enter at most ${MAX_SITES} sites.`)
        .superRefine((sites, { addIssue }) => {
          const wrong = sites.find((site) => !SITE.test(site))
          if (wrong !== undefined)
            addIssue(`“${wrong.slice(0, 100)}” is not a site such as https://www.example.com.`)
        }),
    ),
})

/** Returns the sites that may embed the SkillSet's forms; none at first. Members only. Throws UNAUTHENTICATED, NOT_FOUND. */
export async function getEmbedSites(ctx: Context, skillSetId: string): Promise<string[]> {
  const { skillSet } = await requireOwnSkillSet(ctx, skillSetId)
  return findEmbedSites(ctx.db, { publisher: skillSet.publisher.handle, skillset: skillSet.slug })
}

/** Replaces the sites. Throws UNAUTHENTICATED, NOT_FOUND, POLICY_DENIED for plain members and keys, INVALID_INPUT. */
export async function setEmbedSites(ctx: Context, skillSetId: string, form: unknown): Promise<void> {
  requirePerson(ctx)
  const { viewer, skillSet } = await requireOwnSkillSetAdmin(ctx, skillSetId)
  const { sites } = parseFields(fields, form)
  await ctx.db.$transaction(async (tx) => {
    await storeEmbedSites(tx, [skillSetId], sites)
    await recordAudit(tx, {
      actor: viewer,
      action: 'skill_set.embed_sites',
      subjectType: 'skill_set',
      subjectId: skillSetId,
      subject: `${skillSet.publisher.handle}.${skillSet.slug}`,
      data: { sites },
    })
  })
}
