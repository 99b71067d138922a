import { compareVersions } from '#lib/contracts/versions/version-number.ts'
import { createRange, isInRange, rangeKind } from '#lib/contracts/versions/version-range.ts'
import type { PlannedChange, PlannedVersion } from '#lib/installs/plan-install-change.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { SkillSetRef } from '#lib/publishing/rows/published-versions.ts'

export type Installed = {
  number: string
  range: string | null
  /** The version within the range that waits for consent. */
  waiting: { number: string } | null
}

export type InstallStep = { number: string; range: string }

/** Returns, for example, "Install 1.0.0" or "Upgrade to 2.0.0". */
export function installStepLabel(installed: Installed | null, to: { number: string }): string {
  if (!installed) return `Install ${to.number}`
  if (installed.waiting?.number === to.number) return `Review ${to.number}`
  return compareVersions(to.number, installed.number) > 0
    ? `Upgrade to ${to.number}`
    : `Go back to ${to.number}`
}

/** Returns a range that contains `to`: ^1.2.0 may become ^2.0.0. */
export function installStepTo(installed: Installed | null, to: { number: string }): InstallStep {
  const { range = null, waiting } = installed ?? {}
  if (range === null) return { number: to.number, range: to.number }
  if (waiting?.number === to.number || isInRange(to.number, range)) return { number: to.number, range }
  const kind = rangeKind(range)
  return { number: to.number, range: (kind === 'own' ? null : createRange(kind, to.number)) ?? to.number }
}

export type InstallOffer = { label: string; step: InstallStep }

/** Returns the step to offer, or null. A version that waits for consent comes before a newer one. */
export function installOffer(
  installed: Installed | null,
  newest: { number: string } | null,
): InstallOffer | null {
  const to = installed?.waiting ?? newest
  return to && { label: installStepLabel(installed, to), step: installStepTo(installed, to) }
}

/** What the user agreed to: `range` as it was typed, and the version that was shown. */
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
