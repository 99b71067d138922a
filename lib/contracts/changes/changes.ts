/** Compares two versions, skill by slug. See docs/spec/contracts.md §6. */

import { workedMs } from '../../json-schema/limits/work-budget.ts'
import type { ConfigDefinition, SkillDocument, SkillSetDocument } from '../document/skillset-document.ts'
import { type Bump, largerBump } from '../versions/version-number.ts'
import { type Change, type DocumentRule, documentChange, type ShownChange } from './change-rules.ts'
import { counterexampleText } from './counterexample-text.ts'
import { packageChanges } from './package-changes.ts'
import { permissionChanges } from './permission-changes.ts'
import { skillChanges } from './skill-changes.ts'

export type { Change, ShownChange }

export type Changes = {
  changes: Change[]
  bump: Bump
  reasons: string[]
}

/**
 * Returns all changes, the bump that they demand together, and the sentences of those that demand it. A first version
 * (`before` is null) has no changes. Both documents must have passed the checklist. Expensive: use `compareInThread`.
 */
export function changesBetween(before: SkillSetDocument | null, after: SkillSetDocument): Changes {
  if (!before) return { changes: [], bump: 'none', reasons: [] }
  const changes = [
    ...changesOfSkills(before, after),
    ...permissionChanges(before, after),
    ...packageChanges(before, after),
    ...configChanges(before.configDefinitions ?? [], after.configDefinitions ?? []),
    ...textChanges(before, after),
  ]
  const bump = changes.reduce<Bump>((largest, change) => largerBump(largest, change.bump), 'none')
  const reasons = bump === 'none' ? [] : changes.filter((each) => each.bump === bump)
  return { changes, bump, reasons: reasons.map(describeReason) }
}

function describeReason(change: Change): string {
  const example = counterexampleText(change)
  if (!example) return change.sentence
  return `${change.sentence.replace(/\.$/, '')} (e.g. ${example.value} ${example.statement.replace(/\.$/, '')}).`
}

/** Returns the part of a change that pages show. Leaves out long counterexamples, because pages load many changes. */
export function toShownChange({ sentence, breaking, area, direction, counterexample }: Change): ShownChange {
  const common = { sentence, breaking, area, ...(direction && { direction }) }
  const isShort = counterexample !== undefined && JSON.stringify(counterexample).length <= LONGEST_SHOWN
  return isShort ? { ...common, counterexample } : common
}

/** In characters of JSON. */
const LONGEST_SHOWN = 600

/** The time for the proofs of all contracts together; a single undecided one takes 1.5 s. */
const LONGEST_MS = 3_000

function changesOfSkills(before: SkillSetDocument, after: SkillSetDocument): Change[] {
  const untilMs = workedMs() + LONGEST_MS
  const find = (skills: SkillDocument[], slug: string) => skills.find((each) => each.slug === slug)
  const comparedSkills = after.skills.flatMap((skill, index): Change[] => {
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
  return [...comparedSkills, ...gone]
}

// biome-ignore format: table
const TEXTS: readonly [key: keyof SkillSetDocument, noun: string][] = [
  ['name', 'name'], ['tagline', 'tagline'], ['description', 'description'], ['readme', 'readme'], ['logoImageUrl', 'logo'],
  ['bannerImageUrl', 'banner'], ['privacyPolicyUrl', 'privacy policy URL'], ['termsOfServiceUrl', 'terms of service URL'],
  ['categories', 'list of categories'], ['visibility', 'visibility'], ['source', 'source setting'],
  ['requires', 'required Guildhall version'], ['migrations', 'list of migrations'],
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

function configChanges(before: readonly ConfigDefinition[], after: readonly ConfigDefinition[]): Change[] {
  const comparedDefinitions = after.flatMap((definition, index) => {
    const old = before.find(({ key }) => key === definition.key)
    const pointer = `/configDefinitions/${index}`
    return old ? definitionChanges(old, definition, pointer) : [newDefinition(definition, pointer)]
  })
  const gone = before.flatMap((definition, index): Change[] => {
    if (after.some(({ key }) => key === definition.key)) return []
    return [
      change(
        `/configDefinitions/${index}`,
        `The configuration “${definition.label}” was removed.`,
        'config-removed',
      ),
    ]
  })
  return [...comparedDefinitions, ...gone]
}

function newDefinition(definition: ConfigDefinition, pointer: string): Change {
  return isDemanding(definition)
    ? change(pointer, `New required configuration “${definition.label}”.`, 'config-demanded')
    : change(pointer, `New configuration “${definition.label}”.`, 'config-looser')
}

function isDemanding({ required, defaultValue }: ConfigDefinition): boolean {
  return required && defaultValue === undefined
}

function definitionChanges(old: ConfigDefinition, now: ConfigDefinition, pointer: string): Change[] {
  const subject = `The configuration “${now.label}”`
  const fresh = (now.options ?? []).filter((each) => !old.options?.includes(each))
  const gone = (old.options ?? []).filter((each) => !now.options?.includes(each))
  const changes: (Change | false)[] = [
    old.type !== now.type &&
      change(`${pointer}/type`, `${subject} changed from ${old.type} to ${now.type}.`, 'config-stricter'),
    gone.length > 0 &&
      change(`${pointer}/options`, `${subject} can no longer be ${gone.join(', ')}.`, 'config-stricter'),
    fresh.length > 0 &&
      change(`${pointer}/options`, `${subject} can now be ${fresh.join(', ')}.`, 'config-looser'),
    isDemanding(now) &&
      !isDemanding(old) &&
      change(`${pointer}/required`, `${subject} is now required.`, 'config-demanded'),
    isDemanding(old) &&
      !isDemanding(now) &&
      change(`${pointer}/required`, `${subject} is no longer required.`, 'config-looser'),
    old.validation !== now.validation &&
      change(
        `${pointer}/validation`,
        `The validation of “${now.label}” changed.`,
        now.validation ? 'config-stricter' : 'config-looser',
      ),
    old.defaultValue !== now.defaultValue &&
      change(`${pointer}/defaultValue`, `The default of “${now.label}” changed.`, 'config-looser'),
    Boolean(old.isSensitive) !== Boolean(now.isSensitive) &&
      change(
        `${pointer}/isSensitive`,
        `${subject} ${now.isSensitive ? 'is now secret' : 'is no longer secret'}.`,
        now.isSensitive ? 'text' : 'config-looser',
      ),
    isReworded(old, now) &&
      change(pointer, `The description of the configuration “${now.label}” changed.`, 'text'),
  ]
  return changes.filter((each) => each !== false)
}

function isReworded(old: ConfigDefinition, now: ConfigDefinition): boolean {
  return old.label !== now.label || old.description !== now.description || old.order !== now.order
}

function change(pointer: string, sentence: string, rule: DocumentRule): Change {
  return documentChange('config', rule, { pointer, sentence })
}
