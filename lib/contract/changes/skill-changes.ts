/**
 * What changed in one skill.
 *
 * Ground, for servers. Source: specification "Contracts" §6.
 */

import { LONGEST_PROOF_MS } from '../compat/inclusion.ts'
import { workedMs } from '../compat/work-clock.ts'
import { RISK_LEVELS, type SkillDocument } from '../document/skillset-document.ts'
import { microsOf } from '../money/money.ts'
import { canonicalSchema } from '../schema/canonical-schema.ts'
import type { Change } from './change.ts'
import { documentChange } from './rules.ts'
import { schemaChanges } from './schema-changes.ts'

/** Where the skill stands, and until when, by `workedMs`, may be worked at proofs of what its contract still accepts. */
type Compared = { pointer: string; untilMs: number }

/** Every change from `before` to `after`, two states of the skill with one slug. */
export function skillChanges(
  before: SkillDocument,
  after: SkillDocument,
  { pointer, untilMs }: Compared,
): Change[] {
  return [
    ...kindChanges(before, after, pointer),
    ...contractChanges(before, after, { pointer, untilMs }, 'parameters'),
    ...contractChanges(before, after, { pointer, untilMs }, 'response'),
    ...riskChanges(before, after, pointer),
    ...priceChanges(before, after, pointer),
    ...plainChanges(before, after, pointer),
  ]
}

function kindChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const [old, now] = [before.kind ?? 'action', after.kind ?? 'action']
  if (old === now) return []
  const sentence = `“${after.name}” became an ${now} skill; it was an ${old} skill.`
  return [documentChange('skills', 'skill-removed', { pointer: `${pointer}/kind`, sentence })]
}

function contractChanges(
  before: SkillDocument,
  after: SkillDocument,
  { pointer, untilMs }: Compared,
  key: 'parameters' | 'response',
): Change[] {
  if (JSON.stringify(before[key]) === JSON.stringify(after[key])) return []
  const [old, now] = [canonicalSchema(before[key]).schema, canonicalSchema(after[key]).schema]
  if (old && now) {
    const role = key === 'parameters' ? 'input' : 'output'
    return schemaChanges(old, now, {
      role,
      skill: after.name,
      pointer: `${pointer}/${key}`,
      authored: after[key],
      longestMs: Math.min(LONGEST_PROOF_MS, Math.max(0, untilMs - workedMs())),
    }).changes
  }
  // An instruction skill has none on either side; anything else that cannot be read cannot be compared.
  const sentence = `The ${key} of “${after.name}” changed in a way that cannot be compared.`
  return [{ pointer: `${pointer}/${key}`, area: 'schema', sentence, bump: 'major', breaking: true }]
}

function riskChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const [old, now] = [before.riskLevel ?? 'read-only', after.riskLevel ?? 'read-only']
  const fresh = (after.sideEffects ?? []).filter((each) => !before.sideEffects?.includes(each))
  const gone = (before.sideEffects ?? []).filter((each) => !after.sideEffects?.includes(each))
  const change = (key: string, sentence: string, isWider: boolean): Change => {
    const rule = isWider ? 'permission-widened' : 'permission-narrowed'
    return documentChange('permissions', rule, { pointer: `${pointer}/${key}`, sentence })
  }
  return [
    ...(old === now
      ? []
      : [
          change(
            'riskLevel',
            `The risk of “${after.name}” went from ${old} to ${now}.`,
            RISK_LEVELS.indexOf(now) > RISK_LEVELS.indexOf(old),
          ),
        ]),
    ...fresh.map((each) => change('sideEffects', `“${after.name}” has a new side effect: ${each}.`, true)),
    ...gone.map((each) =>
      change('sideEffects', `“${after.name}” no longer has the side effect: ${each}.`, false),
    ),
  ]
}

function priceChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const [old, now] = [before.pricing?.amount ?? '0', after.pricing?.amount ?? '0']
  const [oldMicros, nowMicros] = [microsOf(old), microsOf(now)]
  if (oldMicros === nowMicros) return []
  const sentence = `The price of “${after.name}” went from ${old} to ${now} USDC.`
  const rule = nowMicros > oldMicros ? 'price-raised' : 'price-lowered'
  return [documentChange('permissions', rule, { pointer: `${pointer}/pricing`, sentence })]
}

// biome-ignore format: a table reads in rows
const PLAIN: readonly [key: keyof SkillDocument, area: Change['area'], noun: string][] = [
  ['definition', 'code', 'code'], ['runtime', 'code', 'runtime'], ['limits', 'code', 'limits'], ['resources', 'code', 'resources'],
  ['body', 'text', 'text'], ['name', 'text', 'name'], ['description', 'text', 'description'], ['prompt', 'text', 'prompt'],
  ['examples', 'text', 'examples'], ['buttons', 'text', 'buttons'], ['tags', 'text', 'tags'], ['availability', 'text', 'note on availability'],
  ['license', 'text', 'licence'], ['compatibility', 'text', 'note on compatibility'], ['metadata', 'text', 'metadata'],
]

function plainChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  return PLAIN.filter(([key]) => JSON.stringify(before[key]) !== JSON.stringify(after[key])).map(
    ([key, area, noun]) =>
      documentChange(area, area === 'code' ? 'code' : 'text', {
        pointer: `${pointer}/${key}`,
        sentence: `The ${noun} of “${after.name}” changed.`,
      }),
  )
}
