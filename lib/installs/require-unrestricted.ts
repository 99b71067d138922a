import { AppError } from '../kernel/errors.ts'
import type { SkillSetRow } from '../publishing/rows/published-versions.ts'

/**
 * Throws POLICY_DENIED with the admin's reason if the SkillSet or its publisher is suspended, or hidden, unless the
 * caller publishes or has installed it.
 */
export function requireUnrestricted(
  { name, restriction }: Pick<SkillSetRow, 'name' | 'restriction'>,
  { isUser }: { isUser: boolean },
): void {
  if (!restriction) return
  const { kind, reason } = restriction
  if (kind === 'suspended') {
    throw new AppError('POLICY_DENIED', {
      message: `${name} was suspended by an admin: ${reason}`,
      suggestedAction: 'Use another skill until an admin has lifted this.',
    })
  }
  if (isUser) return
  throw new AppError('POLICY_DENIED', {
    message: `${name} is hidden while an admin looks into it.`,
    suggestedAction: 'Try again later, or use another skill.',
  })
}
