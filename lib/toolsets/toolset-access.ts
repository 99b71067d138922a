import { type Context, requireScope, requireViewer } from '../context/context.ts'
import { AppError } from '../kernel/errors.ts'
import { isSlug } from '../kernel/names/skill-name.ts'
import { paths } from '../kernel/site/paths.ts'
import { compareWithConsent } from './compare-with-consent.ts'
import { findPin, findToolset, type Pin } from './rows/toolsets.ts'

export type { Pin }

/**
 * Checks that a skill is in the toolset to which the caller's key is bound, and runs as consented to. Keys without a
 * toolset may call any skill; for them it returns undefined, for others the entry of the toolset. Throws CONFLICT,
 * NOT_FOUND.
 */
export async function requireConsentedVersionForKey(
  ctx: Context,
  skillName: string,
  version?: string,
): Promise<Pin | undefined> {
  const { toolset } = ctx.keyGrant ?? {}
  if (!toolset) return undefined
  const pin = await findPin(ctx.db, { toolsetId: toolset.id, skillName })
  // It was removed from the toolset after the key was looked up.
  if (!pin) throw new AppError('NOT_FOUND', { message: `There is no skill called “${skillName}”.` })
  await requireConsentedVersion(ctx, pin, version)
  return pin
}

/**
 * Returns a toolset's pins by skill name. Throws NOT_FOUND, also for other organisations, and POLICY_DENIED for a key
 * bound to another toolset.
 */
export async function listOfferedSkills(ctx: Context, slug: string): Promise<Map<string, Pin>> {
  requireScope(ctx, 'read', 'run')
  const { organisationId, organisationName } = requireViewer(ctx)
  const bound = ctx.keyGrant?.toolset
  if (bound && bound.slug !== slug)
    throw new AppError('POLICY_DENIED', {
      message: `This key cannot use the toolset ${slug.slice(0, 100)}. It is limited to the toolset ${bound.slug}.`,
    })
  const toolset = isSlug(slug) ? await findToolset(ctx.db, { organisationId, slug }) : null
  if (!toolset) {
    throw new AppError('NOT_FOUND', {
      message: `${organisationName} has no toolset called “${slug.slice(0, 100)}”.`,
      suggestedAction: 'Create it under Settings → Toolsets.',
      href: paths.toolsets,
    })
  }
  return new Map(toolset.skills.map((pin) => [pin.skillName, pin]))
}

/** Throws CONFLICT with a sentence per change that no person consented to, and NOT_FOUND if the skill is gone. */
export async function requireConsentedVersion(
  ctx: Context,
  pin: Pin,
  asked?: string,
): Promise<{ version: string }> {
  const { now, asking } = await compareWithConsent(ctx, pin, asked)
  if (asking.length === 0) return { version: now.number }
  const { skillName, agreedByName, number } = pin
  throw new AppError('CONFLICT', {
    message: `${skillName} is withheld: version ${now.number} would run, but ${agreedByName} agreed to version ${number}.`,
    issues: asking.map(({ sentence, breaking, area }) => ({
      path: '',
      keyword: 'consent',
      message: sentence,
      params: { area, breaking },
    })),
    suggestedAction: 'Ask a person to review and accept these changes under Settings → Toolsets.',
    href: paths.toolsets,
  })
}
