/** What whoever reads of a version, or runs it, is told of it. Ground, pure. */
import { deprecationWords } from './deprecation-words.ts'
import type { VersionState } from './version-moves.ts'

type Noticed = {
  number: string
  state: VersionState
  deprecationNotice: string | null
  deprecatedAt: Date | null
}

/** A sentence each: that it is deprecated, and that `waiting`, the number of a better one, has no consent yet. */
export function versionNotices(version: Noticed, waiting?: string): string[] {
  const { number, state, deprecationNotice: notice, deprecatedAt: at } = version
  return [
    ...(state === 'DEPRECATED' ? [deprecationWords({ number, notice, at })] : []),
    ...(waiting === undefined
      ? []
      : [`Version ${waiting} waits for your consent: it may do more than your organisation agreed to.`]),
  ]
}
