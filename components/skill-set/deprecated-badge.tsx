import { deprecationLabel } from '#lib/contract/version/deprecation-words.ts'
import { Badge } from '../ui/badge.tsx'

/** Since or from when; the day is left out once it has come. */
export function DeprecatedBadge({ atMs }: { atMs: number | null }) {
  return <Badge variant="warning">{deprecationLabel(atMs === null ? null : new Date(atMs))}</Badge>
}
