import type { VersionSummary } from '#lib/catalog/catalog-views.ts'
import { deprecationLabel } from '#lib/contracts/versions/version-states.ts'
import { Alert } from '../ui/alert.tsx'
import { Badge } from '../ui/badge.tsx'
import { Time } from '../ui/time.tsx'

/** Says that a version was taken down or is deprecated. Of one that was recalled, `WithdrawalNotice` tells all. */
export function VersionNotice({ version }: { version: VersionSummary }) {
  const { state, number, withdrawal } = version
  if (withdrawal?.kind === 'recall') return null
  if (state === 'YANKED') {
    return (
      <Alert variant="destructive" title={`Version ${number} was taken down`}>
        {version.yankReason ?? 'No reason was given.'}{' '}
        {version.yankedAtMs !== null && <Time at={version.yankedAtMs} style="day" />} It can no longer be run
        or installed.
      </Alert>
    )
  }
  if (state === 'DEPRECATED') {
    return (
      <Alert
        variant="warning"
        title={`Version ${number} ${isDeprecationPending(version) ? 'will be' : 'is'} deprecated`}
      >
        {version.deprecationNotice ?? 'The publisher recommends another version.'}{' '}
        {version.deprecatedAtMs !== null && (
          <>
            From <Time at={version.deprecatedAtMs} style="day" />.{' '}
          </>
        )}
        This version keeps working until it is taken down.
      </Alert>
    )
  }
  return null
}

/** Tells whether the date of the deprecation is in the future. */
function isDeprecationPending({ deprecatedAtMs }: VersionSummary): boolean {
  return deprecatedAtMs !== null && deprecatedAtMs > Date.now()
}

export function VersionBadges({ version }: { version: VersionSummary }) {
  const { state, visibility, reviewed, withdrawal } = version
  return (
    <>
      {withdrawal?.kind === 'recall' ? (
        <Badge variant="destructive">Recalled</Badge>
      ) : (
        state === 'YANKED' && <Badge variant="destructive">Taken down</Badge>
      )}
      {withdrawal?.kind === 'quarantine' && <Badge variant="destructive">In quarantine</Badge>}
      {state === 'DEPRECATED' && <DeprecatedBadge atMs={version.deprecatedAtMs} />}
      {visibility === 'PRIVATE' && <Badge>Private</Badge>}
      {visibility === 'PUBLIC' && !reviewed && <Badge variant="warning">Not reviewed</Badge>}
    </>
  )
}

export function DeprecatedBadge({ atMs }: { atMs: number | null }) {
  return <Badge variant="warning">{deprecationLabel(atMs === null ? null : new Date(atMs))}</Badge>
}
