/** The server actions that the page of toolsets is handed. Types only. */
import type { ActionResult } from '#lib/protocol/action-result.ts'
import type { Offer } from '#lib/toolsets/list-toolsets.ts'

type Place = { toolset: string; skill: string }

export type ToolsetActions = {
  readSkill: (skill: string) => Promise<ActionResult<Offer>>
  createToolset: (given: { name: string }) => Promise<ActionResult<{ slug: string }>>
  deleteToolset: (given: { toolset: string }) => Promise<ActionResult<void>>
  addToToolset: (given: Place & { versionId: string; consent: boolean }) => Promise<ActionResult<void>>
  removeFromToolset: (given: Place) => Promise<ActionResult<void>>
  /** `versionId` is the version whose changes were read. */
  agreeAgain: (given: Place & { versionId: string }) => Promise<ActionResult<void>>
}
