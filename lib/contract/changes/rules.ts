/**
 * The version rules: what each kind of change demands of the new number.
 *
 * Ground; also in the browser. The one table that the classifier reads and the documentation shows. What the two
 * schemas accept decides first; a row fixes the step where acceptance alone does not.
 * Source: specification "Contracts" §6.
 */
import type { Bump } from '../version/version-number.ts'
import type { Change } from './change.ts'

export type Rule = {
  /** What changed, as the documentation says it. */
  change: string
  /** The smallest step. Of a part of the contract: into an input, into an output. */
  input?: Bump
  output?: Bump
  /** The smallest step, where there is no direction. */
  whole?: Bump
  /** Said with the change, to whoever has to live with it. */
  warning?: { input?: string; output?: string; whole?: string }
  /** Whoever has it installed is asked again. */
  consent?: true
}

// biome-ignore format: a table reads in rows
export const SCHEMA_RULES = {
  removed:          { change: 'A property was removed or renamed, and it was required or the new schema refuses it', input: 'major', output: 'major' },
  unheard:          { change: 'An optional property was removed that the new schema still lets through', input: 'minor', output: 'major',
                      warning: { input: 'it may still be sent, and nobody listens' } },
  stricter:         { change: 'A rule became stricter: type, limits, length, pattern, items, unlisted properties', input: 'major', output: 'patch' },
  looser:           { change: 'A rule became looser: a wider type, wider limits', input: 'minor', output: 'major' },
  opened:           { change: 'Unlisted properties became possible', input: 'minor', output: 'minor' },
  'made-optional':  { change: 'A required property became optional', input: 'minor', output: 'major' },
  'made-required':  { change: 'An optional property became required, without a default', input: 'major', output: 'minor' },
  'made-filled':    { change: 'An optional property became required, with a default', input: 'minor', output: 'minor',
                      warning: { input: 'who leaves it out gets the default' } },
  'added-required': { change: 'A required property was added, without a default', input: 'major', output: 'minor' },
  'added-filled':   { change: 'A required property was added, with a default', input: 'minor', output: 'minor',
                      warning: { input: 'who leaves it out gets the default' } },
  added:            { change: 'An optional property was added', input: 'minor', output: 'minor' },
  'added-narrowing':{ change: 'An optional property was added where the old schema took other values under that name on purpose', input: 'major', output: 'major' },
  'value-added':    { change: 'A value was added to a list of values', input: 'minor', output: 'minor',
                      warning: { output: 'callers that list every value will meet a new one' } },
  'value-removed':  { change: 'A value was removed from a list of values', input: 'major', output: 'patch' },
  default:          { change: 'A default changed', input: 'minor', output: 'patch',
                      warning: { input: 'who leaves it out gets something else' } },
  notes:            { change: 'A description, a title or examples changed', input: 'patch', output: 'patch' },
  undecided:        { change: 'It cannot be decided what the change accepts', input: 'major', output: 'major' },
} as const satisfies Record<string, Rule>

// biome-ignore format: a table reads in rows
const DOCUMENT_RULES = {
  'skill-removed':        { change: 'A skill was removed, renamed or became another kind', whole: 'major' },
  'skill-added':          { change: 'A skill was added', whole: 'minor' },
  'tool-removed':         { change: 'A tool was removed or swapped', whole: 'major' },
  'integration-changed':  { change: 'An integration was removed, swapped or is newly required', whole: 'major' },
  'config-removed':       { change: 'A configuration key was removed', whole: 'major' },
  'config-demanded':      { change: 'A configuration key is newly required, without a default', whole: 'major' },
  'config-stricter':      { change: 'A configuration key takes less: type, options, validation', whole: 'major' },
  'config-looser':        { change: 'A configuration key was added with a default or optional, takes more, or has another default', whole: 'minor' },
  'permission-widened':   { change: 'A permission was widened: host, secret, tool, vault path, skill to call, risk level, side effect', whole: 'minor', consent: true },
  'permission-narrowed':  { change: 'A permission was narrowed', whole: 'patch' },
  'price-raised':         { change: 'The price was raised', whole: 'minor', consent: true },
  'price-lowered':        { change: 'The price was lowered', whole: 'patch' },
  code:                   { change: 'Only the code changed', whole: 'patch' },
  text:                   { change: 'Names, descriptions, prompts, examples, tags', whole: 'patch' },
} as const satisfies Record<string, Rule>

export type SchemaRule = keyof typeof SCHEMA_RULES
export type DocumentRule = keyof typeof DOCUMENT_RULES

/** A change of the document that falls under a row of the table. */
export function documentChange(
  area: Change['area'],
  rule: DocumentRule,
  said: Pick<Change, 'pointer' | 'sentence'>,
): Change {
  const { whole, ...more }: Rule & { whole: Bump } = DOCUMENT_RULES[rule]
  return { ...said, area, bump: whole, breaking: whole === 'major', ...(more.consent && { consent: true }) }
}

/** Every rule in the order of the documentation. */
export const VERSION_RULES: readonly (Rule & { id: string })[] = [
  ...Object.entries<Rule>(SCHEMA_RULES),
  ...Object.entries<Rule>(DOCUMENT_RULES),
].map(([id, rule]) => ({ id, ...rule }))
