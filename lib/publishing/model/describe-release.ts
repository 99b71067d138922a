/** Why a version that was to be released gradually reached everyone at once. */
export type AtOnceReason = 'first' | 'fix' | 'permissions' | 'audience'

/** `heldUntil` is when the version is old enough for ranges; null if it does not wait. */
export type Release = { heldUntil: Date | null } & (
  | { kind: 'gradual' }
  | { kind: 'at_once'; reason?: AtOnceReason }
)

// biome-ignore format: table
const REASONS: Record<AtOnceReason, string> = {
  first:       'There is no older version that could be served meanwhile',
  fix:         'It follows a version that was recalled or that an admin took down',
  permissions: 'Each organisation has to agree to its new permissions anyway',
  audience:    'Fewer than five other organisations used the SkillSet of late',
}

/** Returns one sentence on when an approved version reaches those who follow a range, and why. */
export function describeRelease(release: Release): string {
  const { heldUntil } = release
  const when = heldUntil ? `from ${heldUntil.toISOString().slice(0, 16).replace('T', ' ')} UTC on` : 'now'
  if (release.kind === 'gradual')
    return `Ranges lead to it ${when}: for one organisation first, then for more as their runs succeed, as its page shows.`
  const why = release.reason ? `${REASONS[release.reason]}: ranges` : 'Ranges'
  return `${why} lead to it ${when}, for all organisations together.`
}
