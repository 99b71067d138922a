import { matchesRequest } from '../../contracts/versions/version-range.ts'
import type { Database } from '../../kernel/db/prisma-client.ts'
import {
  countAutomationsByRange,
  countInstallsByRange,
  countOtherUses,
  type RangeCount,
} from '../rows/version-audience.ts'
import type { ComparedVersions } from './open-comparison.ts'

/** Who would get a version when it is published. */
export type VersionAudience = {
  /** In whose range it is, and who hold a version or another range. */
  installs: { follow: number; hold: number }
  automations: { follow: number; hold: number }
  /** These keep to what their organisation installed or agreed to. */
  toolsets: number
  plans: number
  keys: number
}

export async function countVersionAudience(
  db: Database,
  { submission }: ComparedVersions,
): Promise<VersionAudience> {
  const { document, version } = submission
  const { id, slug, publisher } = version.skillSet
  const skillSetName = `${publisher.handle}.${slug}`
  const skillNames = document.skills.map((skill) => `${skillSetName}.${skill.slug}`)
  const [installs, automations, others] = await Promise.all([
    countInstallsByRange(db, id),
    countAutomationsByRange(db, skillNames),
    countOtherUses(db, { skillSetName, skillNames }),
  ])
  return {
    installs: splitByRange(installs, version.number, false),
    automations: splitByRange(automations, version.number, true),
    ...others,
  }
}

/** `isOpen` is whether what names no version gets it. */
function splitByRange(counts: readonly RangeCount[], number: string, isOpen: boolean) {
  const follow = counts.filter(({ range }) => (range === null ? isOpen : matchesRequest(number, range)))
  const sum = (list: readonly RangeCount[]) => list.reduce((total, { count }) => total + count, 0)
  return { follow: sum(follow), hold: sum(counts) - sum(follow) }
}
