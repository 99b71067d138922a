import { deprecate, yank } from '../../../publishing/review/decide/retire-version.ts'
import type { TestUser, TestVersion } from '../../factories.ts'

export const RETIREMENTS = [
  {
    name: 'deprecate',
    to: 'DEPRECATED',
    words: 'notice',
    retire: (ctx: Parameters<typeof yank>[0], versionId: string, text = 'Use 2.0.0.') =>
      deprecate(ctx, { versionId, notice: text }),
  },
  {
    name: 'yank',
    to: 'YANKED',
    words: 'reason',
    retire: (ctx: Parameters<typeof yank>[0], versionId: string, text = 'It leaks.') =>
      yank(ctx, { versionId, reason: text }),
  },
] as const

export const ownerOf = (version: TestVersion): TestUser => version.skillSet.publisher.owner
