import type { Context } from '../../../context/context.ts'
import type { SkillSetDocument } from '../../../contracts/document/skillset-document.ts'
import { lockDigest } from '../../../contracts/packages/lock-digest.ts'
import { AppError } from '../../../kernel/errors.ts'
import { paths } from '../../../kernel/site/paths.ts'
import type { BundledPackage } from '../../../packages/model/bundle.ts'
import { bundleDocument, verifyLock } from '../../../packages/resolve-packages.ts'
import { findSkillSetById } from '../../rows/published-versions.ts'

type Wanted = { skillSetId: string; document: SkillSetDocument }

/**
 * Verifies the lock with the registry, and bundles what the skills import. Returns what is in the bundles, which reviewers
 * see. Throws PRECONDITION_FAILED for a lock that does not say what the packages do, INVALID_INPUT and POLICY_DENIED for
 * packages that cannot be used, and TOOL_NOT_AVAILABLE if the registry cannot be reached.
 */
export async function checkPackages(
  { db }: Context,
  { skillSetId, document }: Wanted,
): Promise<BundledPackage[]> {
  const organisationId = (await findSkillSetById(db, skillSetId))?.publisher.organisationId ?? ''
  const verified = await verifyLock(db, { document, organisationId })
  const { dependencyLock: lock } = document
  if (verified && lock && lockDigest(verified) !== lockDigest(lock)) {
    const message = 'The lock does not say the same about the packages as the registry.'
    throw new AppError('PRECONDITION_FAILED', {
      message,
      issues: [{ path: '/dependencyLock', keyword: 'lock', message }],
      href: paths.publishSkillSet(skillSetId),
      suggestedAction: 'Resolve the packages again, then submit.',
    })
  }
  return bundleDocument(db, { document, organisationId })
}
