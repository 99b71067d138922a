/**
 * What changed between two versions, and how big a step the new number must be.
 *
 * Ground, for servers. Skills are told apart by their slugs: one that was renamed is one removed and one added,
 * which is what its callers see. Source: specification "Contracts" §6.
 */

import { workedMs } from '../compat/work-clock.ts'
import type { SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { type Bump, largerBump } from '../version/version-number.ts'
import type { Change, ShownChange } from './change.ts'
import { configChanges } from './config-changes.ts'
import { permissionChanges } from './permission-changes.ts'
import { documentChange } from './rules.ts'
import { skillChanges } from './skill-changes.ts'
import { witnessText } from './witness-text.ts'

export type { Change, ShownChange }

export type Changes = {
  changes: Change[]
  /** The smallest step that says what changed; none when nothing did. */
  bump: Bump
  /** The sentences that demand `bump`. */
  reasons: string[]
}

/** Compares two documents that passed the checklist. Nothing before means nothing to compare with. */
export function changesBetween(before: SkillSetDocument | null, after: SkillSetDocument): Changes {
  if (!before) return { changes: [], bump: 'none', reasons: [] }
  const changes = [
    ...changesOfSkills(before, after),
    ...permissionChanges(before, after),
    ...configChanges(before.configDefinitions ?? [], after.configDefinitions ?? []),
    ...textChanges(before, after),
  ]
  const bump = changes.reduce<Bump>((largest, change) => largerBump(largest, change.bump), 'none')
  const reasons = bump === 'none' ? [] : changes.filter((each) => each.bump === bump)
  return { changes, bump, reasons: reasons.map(reasonOf) }
}

function reasonOf(change: Change): string {
  const shown = witnessText(change)
  if (!shown) return change.sentence
  return `${change.sentence.replace(/\.$/, '')} (e.g. ${shown.value} ${shown.says.replace(/\.$/, '')}).`
}

/** What callers are shown of a change. */
export function shownChange({ sentence, breaking, area, direction, witness }: Change): ShownChange {
  const shown = { sentence, breaking, area, ...(direction && { direction }) }
  const isShort = witness !== undefined && JSON.stringify(witness).length <= LONGEST_SHOWN
  return isShort ? { ...shown, witness } : shown
}

// Pages keep many of them, and nobody reads a longer one.
const LONGEST_SHOWN = 600

// Two contracts that nothing can be proved of; a document may hold dozens, and others wait meanwhile.
const LONGEST_MS = 3_000

function changesOfSkills(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  const untilMs = workedMs() + LONGEST_MS
  const find = (skills: SkillDocument[], slug: string) => skills.find((each) => each.slug === slug)
  const kept = after.skills.flatMap((skill, index): Change[] => {
    const pointer = `/skills/${index}`
    const old = find(before.skills, skill.slug)
    if (old) return skillChanges(old, skill, { pointer, untilMs })
    return [documentChange('skills', 'skill-added', { pointer, sentence: `New skill “${skill.name}”.` })]
  })
  const gone = before.skills.flatMap((skill, index): Change[] => {
    if (find(after.skills, skill.slug)) return []
    const sentence = `The skill “${skill.name}” was removed.`
    return [documentChange('skills', 'skill-removed', { pointer: `/skills/${index}`, sentence })]
  })
  return [...kept, ...gone]
}

// biome-ignore format: a table reads in rows
const TEXTS: readonly [key: keyof SkillSetDocument, noun: string][] = [
  ['name', 'name'], ['tagline', 'tagline'], ['description', 'description'], ['readme', 'readme'], ['logoImageUrl', 'logo'],
  ['bannerImageUrl', 'banner'], ['privacyPolicyUrl', 'link to the privacy policy'], ['termsOfServiceUrl', 'link to the terms of service'],
  ['categories', 'choice of categories'], ['visibility', 'visibility'], ['source', 'choice of open or closed source'],
  ['requires', 'range of Guildhall versions'], ['migrations', 'list of migrations'],
]

function textChanges(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  return TEXTS.filter(([key]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map(
    ([key, noun]) => {
      const area = key === 'migrations' ? 'code' : 'text'
      return documentChange(area, area, {
        pointer: `/${key}`,
        sentence: `The ${noun} of the SkillSet changed.`,
      })
    },
  )
}
