/** What the publisher's people and admins may do with the version a page shows; nothing for everyone else. */
import type { VersionSummary } from '#lib/catalog/views.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'
import { UntilListening } from '../ui/until-listening.tsx'
import { Deprecate } from './deprecate.tsx'
import { TakeDown } from './take-down.tsx'

type VersionCareProps = {
  skillSet: { id: string; name: string }
  version: Pick<VersionSummary, 'id' | 'number' | 'state' | 'visibility'>
  /** The viewer is a member of the publishing organisation. */
  isOwner: boolean
  isAdmin: boolean
  actions: {
    yankVersion: (versionId: string, reason: string) => Promise<ActionResult<unknown>>
    takeDownSkillSet: (skillSetId: string, reason: string) => Promise<ActionResult<unknown>>
    deprecateVersion: (versionId: string, notice: string, from: string) => Promise<ActionResult<unknown>>
  }
}

export function VersionCare({ skillSet, version, isOwner, isAdmin, actions }: VersionCareProps) {
  if (!(isOwner || isAdmin) || version.state === 'YANKED') return null
  const { yankVersion, takeDownSkillSet, deprecateVersion } = actions
  return (
    <section aria-labelledby="version-care" className="grid gap-2">
      <h2 id="version-care" className="font-semibold text-sm">
        Version {version.number}
      </h2>
      <UntilListening className="flex flex-wrap gap-2">
        {version.state === 'PUBLISHED' && (
          <Deprecate
            title={`${skillSet.name} ${version.number}`}
            deprecate={deprecateVersion.bind(null, version.id)}
          />
        )}
        <TakeDown
          name={skillSet.name}
          versionNumber={version.number}
          yankVersion={yankVersion.bind(null, version.id)}
          {...(isAdmin && { takeDownAll: takeDownSkillSet.bind(null, skillSet.id) })}
        />
      </UntilListening>
    </section>
  )
}
