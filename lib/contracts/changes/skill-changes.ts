import { MAX_PROOF_MS } from '../../json-schema/inclusion/inclusion.ts'
import { workedMs } from '../../json-schema/limits/work-budget.ts'
import { canonicalSchema } from '../../json-schema/parse/canonical-schema.ts'
import { parseMicros } from '../../kernel/money.ts'
import { laneOf } from '../document/skill-limits.ts'
import { RISK_LEVELS, type SkillDocument } from '../document/skillset-document.ts'
import { describePrice, raisesItemPrice } from '../permissions/item-price.ts'
import { type Change, documentChange } from './change-rules.ts'
import { schemaChanges } from './schema-changes.ts'

/** `untilMs` is the working time (`workedMs`) at which proofs stop and count as undecided. */
type ComparedSkill = { pointer: string; untilMs: number }

export function skillChanges(
  before: SkillDocument,
  after: SkillDocument,
  { pointer, untilMs }: ComparedSkill,
): Change[] {
  return [
    ...kindChanges(before, after, pointer),
    ...contractChanges(before, after, { pointer, untilMs }, 'parameters'),
    ...contractChanges(before, after, { pointer, untilMs }, 'response'),
    ...streamChanges(before, after, { pointer, untilMs }),
    ...riskChanges(before, after, pointer),
    ...priceChanges(before, after, pointer),
    ...dryRunChanges(before, after, pointer),
    ...laneChanges(before, after, pointer),
    ...plainChanges(before, after, pointer),
  ]
}

function kindChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const [old, now] = [before.kind ?? 'action', after.kind ?? 'action']
  if (old === now) return []
  const sentence = `“${after.name}” changed from an ${old} skill to an ${now} skill.`
  return [documentChange('skills', 'skill-removed', { pointer: `${pointer}/kind`, sentence })]
}

function contractChanges(
  before: SkillDocument,
  after: SkillDocument,
  { pointer, untilMs }: ComparedSkill,
  key: 'parameters' | 'response' | 'stream',
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
      longestMs: Math.min(MAX_PROOF_MS, Math.max(0, untilMs - workedMs())),
    }).changes
  }
  // Instruction skills have no contract.
  const sentence = `The ${key} of “${after.name}” changed in a way that cannot be compared.`
  return [{ pointer: `${pointer}/${key}`, area: 'schema', sentence, bump: 'major', breaking: true }]
}

/** A part is output: callers read it as such. Without the stream, they get nothing before the result. */
function streamChanges(before: SkillDocument, after: SkillDocument, compared: ComparedSkill): Change[] {
  const [had, has] = [before.stream !== undefined, after.stream !== undefined]
  if (had && has) return contractChanges(before, after, compared, 'stream')
  if (had === has) return []
  const [rule, verb] = has
    ? (['stream-added', 'now emits'] as const)
    : (['stream-removed', 'no longer emits'] as const)
  const sentence = `“${after.name}” ${verb} parts of its output while it runs.`
  return [documentChange('schema', rule, { pointer: `${compared.pointer}/stream`, sentence })]
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
            `The risk level of “${after.name}” changed from ${old} to ${now}.`,
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
  return [...amountChanges(before, after, pointer), ...itemPriceChanges(before, after, pointer)]
}

/** A price per item is lower than the same amount for the whole run, and another list may have more items. */
function itemPriceChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const [old, now] = [before.pricing, after.pricing]
  if (!old || !now || JSON.stringify(old.perItem) === JSON.stringify(now.perItem)) return []
  const rule = raisesItemPrice(old, now) ? 'price-raised' : 'price-lowered'
  const sentence = `“${after.name}” costs ${describePrice(now)}, instead of ${describePrice(old)}.`
  return [documentChange('permissions', rule, { pointer: `${pointer}/pricing/perItem`, sentence })]
}

function amountChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  return (['amount', 'dryRunAmount'] as const).flatMap((key) => {
    const [old, now] = [before.pricing?.[key] ?? '0', after.pricing?.[key] ?? '0']
    const [oldMicros, nowMicros] = [parseMicros(old), parseMicros(now)]
    if (oldMicros === nowMicros) return []
    const subject = key === 'amount' ? `“${after.name}”` : `a dry run of “${after.name}”`
    const sentence = `The price of ${subject} changed from ${old} to ${now} USDC${timesAsMuch(oldMicros, nowMicros)}.`
    const rule = nowMicros > oldMicros ? 'price-raised' : 'price-lowered'
    return [documentChange('permissions', rule, { pointer: `${pointer}/pricing`, sentence })]
  })
}

/** Returns ", 100 times as much" for a rise to at least twice the price; two amounts alone are easily misread. */
function timesAsMuch(before: bigint, after: bigint): string {
  if (before <= 0n || after < 2n * before) return ''
  const factor = Number((after * 10n) / before) / 10
  return `, ${factor.toLocaleString('en')} times as much`
}

function dryRunChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  if (before.dryRun === after.dryRun) return []
  const [rule, verb] = after.dryRun
    ? (['dry-run-added', 'supports'] as const)
    : (['dry-run-removed', 'no longer supports'] as const)
  const sentence = `“${after.name}” ${verb} dry runs.`
  return [documentChange('permissions', rule, { pointer: `${pointer}/dryRun`, sentence })]
}

/** Moving to the long lane is breaking: callers who waited for the result get a queued run. */
function laneChanges(before: SkillDocument, after: SkillDocument, pointer: string): Change[] {
  const lane = laneOf(after)
  if (laneOf(before) === lane) return []
  const sentence = `“${after.name}” moved to the ${lane} lane.`
  return [documentChange('permissions', `lane-${lane}`, { pointer: `${pointer}/limits/lane`, sentence })]
}

// biome-ignore format: table
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
