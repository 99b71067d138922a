/** Whether the texts and files of a version are handed out: one rule for every channel, and for the page with the download. */

import { isPricedInstruction } from '../contracts/document/instruction-text.ts'
import type { SkillDocument } from '../contracts/document/skillset-document.ts'
import {
  requireNotPaused,
  requireNotTakenDown,
  requireNotWithdrawn,
} from '../contracts/versions/withdrawal.ts'
import { isTakenDownByAdmin, requireOldEnough } from '../installs/offer-versions.ts'
import { requireUnrestricted } from '../installs/require-unrestricted.ts'
import type { Database } from '../kernel/db/prisma-client.ts'
import { AppError } from '../kernel/errors.ts'
import type { findPageParts } from './find-page-parts.ts'

type PageParts = Awaited<ReturnType<typeof findPageParts>>

type Offered = {
  parts: PageParts
  skill: SkillDocument
  /** The number or range that was asked for; undefined for the installed, else the latest version. */
  requested: string | undefined
}

/**
 * Refuses what cannot be run, in the same words: throws SKILL_QUARANTINED and SKILL_RECALLED for a withdrawn version, and
 * POLICY_DENIED for one that is paused, too young or was taken down, and for a SkillSet that is suspended or hidden. What was
 * only taken down stays readable for members of the publisher, and, unless an admin took it down, for organisations that
 * bought it. Says nothing about the price.
 */
export async function requireOfferedText(db: Database, { parts, skill, requested }: Offered): Promise<void> {
  const { skillSet, version, versions, isOwner, installed, held } = parts
  const name = { publisher: skillSet.publisher.handle, skillSet: skillSet.slug }
  requireUnrestricted(skillSet, { isUser: isOwner || installed !== null })
  requireNotWithdrawn(`${name.publisher}.${name.skillSet}`, version, versions)
  const isBought = isPricedInstruction(skill) && !parts.forSale.has(skill.slug)
  if (!isOwner && !(isBought && !(await isTakenDownByAdmin(db, version)))) requireNotTakenDown(name, version)
  requireNotPaused(name, version)
  if (version.number !== requested)
    requireOldEnough(name, version, { held, agreedIds: [installed?.agreedId] })
}

/** Returns the sentence with which the version that a page shows is refused; null if it is handed out. */
export async function findTextRefusal(db: Database, { parts, skill }: Omit<Offered, 'requested'>) {
  try {
    await requireOfferedText(db, { parts, skill, requested: parts.version.number })
    return null
  } catch (thrown) {
    if (thrown instanceof AppError) return thrown.message
    throw thrown
  }
}
