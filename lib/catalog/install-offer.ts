import type { Context } from '../context/context.ts'
import type { PublishedVersion, SkillSetRow } from '../db/catalog/published-versions.ts'
import { latestStable } from '../skillset/versions/choose-version.ts'
import { compareVersions } from '../skillset/versions/version-number.ts'
import type { InstalledView, InstallOffer } from './catalog-views.ts'

type Offered = { skillSet: SkillSetRow; versions: PublishedVersion[]; installed: InstalledView | null }

export function installOffer({ viewer }: Context, { skillSet, versions, installed }: Offered): InstallOffer {
  const isOwnOrganisation = viewer?.organisationId === skillSet.publisher.organisationId
  const latest = latestStable(
    versions.filter(({ visibility }) => isOwnOrganisation || visibility === 'PUBLIC'),
  )
  const isNewer =
    installed &&
    latest &&
    compareVersions(latest.number, installed.number) > 0 &&
    latest.id !== installed.waiting?.versionId
  return {
    upgrade: isNewer ? { versionId: latest.id, number: latest.number } : null,
    canInstall: viewer !== null && viewer.organisationRole !== 'MEMBER',
    organisationName: viewer?.organisationName ?? null,
  }
}
