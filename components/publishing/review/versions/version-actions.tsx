import type { VersionSummary } from '#lib/catalog/catalog-views.ts'
import { RESTRICTION_EFFECTS } from '#lib/contracts/versions/restriction.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { AppealKind } from '#lib/publishing/model/appeal-kinds.ts'
import type { AppealState } from '#lib/publishing/review/appeals/appeals.ts'
import { DisabledUntilHydrated } from '../../../browser/disabled-until-hydrated.tsx'
import { LinkButton } from '../../../ui/button.tsx'
import { type Quarantine, QuarantineButton } from '../../recalls/quarantine-button.tsx'
import { AppealButton } from '../appeals/appeal-button.tsx'
import { type Restrict, RestrictButton } from './restrict-button.tsx'
import { DeprecateButton, RestoreButton, TakeDownButtons } from './retire-buttons.tsx'

type VersionActionsProps = {
  skillSet: { id: string; name: string }
  version: Pick<VersionSummary, 'id' | 'number' | 'state' | 'visibility' | 'withdrawal'>
  canPublish: boolean
  isAdmin: boolean
  isRestricted: boolean
  /** Null for a version that is not yanked. */
  appeal: AppealState | null
  actions: {
    yankVersion: (versionId: string, reason: string) => Promise<ActionResult<unknown>>
    takeDownSkillSet: (skillSetId: string, reason: string) => Promise<ActionResult<unknown>>
    deprecateVersion: (versionId: string, notice: string, from: string) => Promise<ActionResult<unknown>>
    restoreVersion: (versionId: string) => Promise<ActionResult<unknown>>
    restrictSubject: Restrict
    quarantineVersions: Quarantine
    openAppeal: (kind: AppealKind, subjectId: string, text: string) => Promise<ActionResult<string>>
  }
}

export function VersionActions(props: VersionActionsProps) {
  const { skillSet, version, canPublish, isAdmin, isRestricted, appeal, actions } = props
  if (!(canPublish || isAdmin)) return null
  const {
    yankVersion,
    takeDownSkillSet,
    deprecateVersion,
    restoreVersion,
    restrictSubject,
    quarantineVersions,
    openAppeal,
  } = actions
  const restoreButton = (
    <RestoreButton
      title={`${skillSet.name} ${version.number}`}
      isYanked={version.state === 'YANKED'}
      restore={restoreVersion.bind(null, version.id)}
    />
  )
  if (version.withdrawal?.kind === 'recall') return null
  if (version.state === 'YANKED')
    return (
      <div className="grid gap-3">
        {restoreButton}
        {canPublish && appeal && (
          <AppealButton
            title={`${skillSet.name} ${version.number}`}
            state={appeal}
            open={openAppeal.bind(null, 'take_down', version.id)}
          />
        )}
        {isAdmin && (
          <LinkButton href={paths.recallNew(skillSet.id)} variant="outline">
            Propose a recall…
          </LinkButton>
        )}
      </div>
    )
  return (
    <section aria-labelledby="version-care" className="grid gap-2">
      <h2 id="version-care" className="font-semibold text-sm">
        Version {version.number}
      </h2>
      <DisabledUntilHydrated className="flex flex-wrap gap-2">
        {version.state === 'PUBLISHED' && (
          <DeprecateButton
            title={`${skillSet.name} ${version.number}`}
            deprecate={deprecateVersion.bind(null, version.id)}
          />
        )}
        {version.state === 'DEPRECATED' && restoreButton}
        {isAdmin && version.withdrawal === null && (
          <QuarantineButton skillSet={skillSet} version={version} quarantine={quarantineVersions} />
        )}
        {isAdmin && (
          <LinkButton href={paths.recallNew(skillSet.id)} variant="outline">
            Propose a recall…
          </LinkButton>
        )}
        {isAdmin && !isRestricted && (
          <RestrictButton
            label="Hide or suspend"
            name={skillSet.name}
            choices={[
              {
                label: 'Hide the SkillSet',
                effect: RESTRICTION_EFFECTS.skillSet.hidden,
                request: { skillSetId: skillSet.id, kind: 'hidden' },
              },
              {
                label: `Hide version ${version.number} only`,
                effect: RESTRICTION_EFFECTS.version.hidden,
                request: { versionId: version.id, kind: 'hidden' },
              },
              {
                label: 'Suspend the SkillSet',
                effect: RESTRICTION_EFFECTS.skillSet.suspended,
                request: { skillSetId: skillSet.id, kind: 'suspended' },
              },
            ]}
            restrict={restrictSubject}
          />
        )}
        <TakeDownButtons
          name={skillSet.name}
          versionNumber={version.number}
          yankVersion={yankVersion.bind(null, version.id)}
          {...(isAdmin && { takeDownAll: takeDownSkillSet.bind(null, skillSet.id) })}
        />
      </DisabledUntilHydrated>
    </section>
  )
}
