/** The server actions the install controls are handed. Types only. */
import type { SkillSetRef } from '#lib/db/published.ts'
import type { PlannedChange, PlannedVersion } from '#lib/installs/plan-change.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

/** What was chosen, as it is typed, the version it was seen to lead to, and whether that was agreed to. */
type Agreed = { range: string; versionId: string; consent: boolean }

export type InstallActions = {
  planStep: (ref: SkillSetRef, request: { range: string }) => Promise<ActionResult<PlannedChange>>
  installVersion: (ref: SkillSetRef, agreed: Agreed) => Promise<ActionResult<PlannedVersion>>
  changeVersion: (
    ref: SkillSetRef,
    step: Agreed & { fromVersionId: string },
  ) => Promise<ActionResult<PlannedVersion>>
  uninstallSkillSet: (ref: SkillSetRef, config: 'keep' | 'delete') => Promise<ActionResult<void>>
}
