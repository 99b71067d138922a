import type { ActionResult } from '#lib/protocol/action-result.ts'

/** What can be said of a SkillSet, as its page passes it down. */
export type FeedbackActions = {
  setStar: (isStarred: boolean) => Promise<ActionResult<void>>
  rate: (rating: { points: number; words: string }) => Promise<ActionResult<void>>
  takeRatingBack: () => Promise<ActionResult<void>>
  report: (report: { reason: string; words: string }) => Promise<ActionResult<void>>
}
