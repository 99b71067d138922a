/** A toolset as an agent meets it: skills that are tools, as long as they are what was agreed to. Floor 3. */
import { type Context, requireScope, requireViewer } from '../context.ts'
import { paths } from '../contract/market/paths.ts'
import { isSlug } from '../contract/market/skill-name.ts'
import { findToolset, type Pin } from '../db/toolsets.ts'
import { AppError } from '../errors.ts'
import { holdAgainst } from './hold-against.ts'

export type { Pin }

/** The skills of the organisation's toolset, by their names. Throws NOT_FOUND, for another organisation's too. */
export async function offeredSkills(ctx: Context, slug: string): Promise<Map<string, Pin>> {
  requireScope(ctx, 'read', 'run')
  const { organisationId, organisationName } = requireViewer(ctx)
  const toolset = isSlug(slug) ? await findToolset(ctx.db, { organisationId, slug }) : null
  if (!toolset) {
    throw new AppError('NOT_FOUND', {
      message: `${organisationName} has no toolset called “${slug.slice(0, 100)}”.`,
      suggestedAction: 'Make it in the settings, under Toolsets.',
      href: paths.toolsets,
    })
  }
  return new Map(toolset.skills.map((pin) => [pin.skillName, pin]))
}

/**
 * The version `asked` for, else the one that would run, when it is what was agreed to or does no more. Throws CONFLICT with a sentence for each
 * change that nobody has agreed to, and NOT_FOUND when the skill is gone.
 */
export async function requireAgreed(ctx: Context, pin: Pin, asked?: string): Promise<{ version: string }> {
  const { now, asking } = await holdAgainst(ctx, pin, asked)
  if (asking.length === 0) return { version: now.number }
  const { skillName, agreedByName, number } = pin
  throw new AppError('CONFLICT', {
    message: `${skillName} is withheld: ${now.number}, which would run, is not what ${agreedByName} agreed to with ${number}.`,
    issues: asking.map(({ sentence, breaking, area }) => ({
      path: '',
      keyword: 'consent',
      message: sentence,
      params: { area, breaking },
    })),
    suggestedAction:
      'Ask a person to read these changes in the settings, under Toolsets, and to agree to them.',
    href: paths.toolsets,
  })
}
