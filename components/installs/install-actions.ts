/** The server actions the install controls are handed. Types only. */
import type { SkillSetRef } from '#lib/db/published.ts'
import type { PlannedChange, PlannedVersion } from '#lib/installs/plan-change.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type InstallActions = {
  planStep: (ref: SkillSetRef, versionId: string) => Promise<ActionResult<PlannedChange>>
  installVersion: (
    ref: SkillSetRef,
    agreed: { versionId: string; consent: boolean },
  ) => Promise<ActionResult<PlannedVersion>>
  changeVersion: (
    ref: SkillSetRef,
    step: { versionId: string; fromVersionId: string; consent: boolean },
  ) => Promise<ActionResult<PlannedVersion>>
  uninstallSkillSet: (ref: SkillSetRef, config: 'keep' | 'delete') => Promise<ActionResult<void>>
}
