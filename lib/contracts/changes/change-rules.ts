import type { Difference } from '../../json-schema/compare/difference.ts'
import type { Json } from '../../kernel/json/json.ts'
import type { Bump } from '../versions/version-number.ts'

/**
 * A row of the table of version rules in docs/spec/contracts.md §6: which bump a change demands in the input and in the
 * output of a skill.
 */
export type ChangeRule = {
  change: string
  input?: Bump
  output?: Bump
  /** For changes that are neither input nor output. */
  whole?: Bump
  warning?: { input?: string; output?: string; whole?: string }
  consent?: true
}

// biome-ignore format: table
export const SCHEMA_RULES = {
  removed:          { change: 'A property was removed or renamed, and it was required or the new schema refuses it', input: 'major', output: 'major' },
  'removed-allowed':{ change: 'An optional property was removed, but the new schema still accepts it', input: 'minor', output: 'major',
                      warning: { input: 'callers may still send it, but it is ignored' } },
  stricter:         { change: 'A rule became stricter: type, limits, length, pattern, items, unlisted properties', input: 'major', output: 'patch' },
  looser:           { change: 'A rule became looser: a wider type, wider limits', input: 'minor', output: 'major' },
  opened:           { change: 'Unlisted properties became allowed', input: 'minor', output: 'minor' },
  'made-optional':  { change: 'A required property became optional', input: 'minor', output: 'major' },
  'made-required':  { change: 'An optional property became required, without a default', input: 'major', output: 'minor' },
  'made-defaulted': { change: 'An optional property became required, with a default', input: 'minor', output: 'minor',
                      warning: { input: 'callers that omit it get the default' } },
  'added-required': { change: 'A required property was added, without a default', input: 'major', output: 'minor' },
  'added-defaulted':{ change: 'A required property was added, with a default', input: 'minor', output: 'minor',
                      warning: { input: 'callers that omit it get the default' } },
  added:            { change: 'An optional property was added', input: 'minor', output: 'minor' },
  'added-narrowing':{ change: 'An optional property was added where the old schema deliberately accepted other values under that name', input: 'major', output: 'major' },
  'value-added':    { change: 'A value was added to a list of values', input: 'minor', output: 'minor',
                      warning: { output: 'callers that list every value will meet a new one' } },
  'value-removed':  { change: 'A value was removed from a list of values', input: 'major', output: 'patch' },
  default:          { change: 'A default changed', input: 'minor', output: 'patch',
                      warning: { input: 'callers that omit it get a different value' } },
  'default-needed': { change: 'A default was removed or changed, and callers who relied on it are refused', input: 'major', output: 'patch' },
  notes:            { change: 'A description, a title or examples changed', input: 'patch', output: 'patch' },
  undecided:        { change: 'The effect of the change cannot be determined', input: 'major', output: 'major' },
} as const satisfies Record<string, ChangeRule>

// biome-ignore format: table
const DOCUMENT_RULES = {
  'skill-removed':        { change: 'A skill was removed, renamed or became another kind', whole: 'major' },
  'skill-added':          { change: 'A skill was added', whole: 'minor' },
  'tool-removed':         { change: 'A tool was removed or swapped', whole: 'major' },
  'integration-changed':  { change: 'An integration was removed, swapped or is newly required', whole: 'major' },
  'config-removed':       { change: 'A configuration key was removed', whole: 'major' },
  'config-demanded':      { change: 'A configuration key is newly required, without a default', whole: 'major' },
  'config-stricter':      { change: 'A configuration key accepts fewer values: type, options, validation', whole: 'major' },
  'config-looser':        { change: 'A configuration key was added (optional or with a default), accepts more values, or has a new default', whole: 'minor' },
  'permission-widened':   { change: 'A permission was widened: host, secret, tool, vault path, skill to call, risk level, side effect', whole: 'minor', consent: true },
  'permission-narrowed':  { change: 'A permission was narrowed', whole: 'patch' },
  'price-raised':         { change: 'The price of a run, or of a dry run, was raised', whole: 'minor', consent: true },
  'price-lowered':        { change: 'The price of a run, or of a dry run, was lowered', whole: 'patch' },
  'dry-run-removed':      { change: 'Dry runs are no longer supported', whole: 'major' },
  'stream-removed':       { change: 'Runs no longer emit parts of their output', whole: 'major' },
  'stream-added':         { change: 'Runs emit parts of their output', whole: 'minor' },
  'lane-long':            { change: 'Runs moved to the long lane: callers get a queued run instead of its result', whole: 'major', consent: true },
  'lane-quick':           { change: 'Runs moved to the quick lane', whole: 'minor' },
  'dry-run-added':        { change: 'Dry runs are supported', whole: 'minor' },
  'packages-changed':     { change: 'A package was added, removed or replaced by another version', whole: 'patch' },
  code:                   { change: 'Only the code changed', whole: 'patch' },
  text:                   { change: 'Names, descriptions, prompts, examples, tags', whole: 'patch' },
} as const satisfies Record<string, ChangeRule>

export type SchemaRule = keyof typeof SCHEMA_RULES
export type DocumentRule = keyof typeof DOCUMENT_RULES

export type Change = {
  /** Points into the new document, or into the old one if something was removed. */
  pointer: string
  area: 'schema' | 'code' | 'permissions' | 'config' | 'text' | 'skills'
  direction?: 'input' | 'output'
  kind?: Difference['kind']
  sentence: string
  bump: Bump
  consent?: true
  /** True if the change may refuse callers, or return values that they do not know. */
  breaking: boolean
  /** An input that is refused now, or an output that was not possible before. */
  counterexample?: Json
}

export function documentChange(
  area: Change['area'],
  rule: DocumentRule,
  details: Pick<Change, 'pointer' | 'sentence'>,
): Change {
  const { whole, ...more }: ChangeRule & { whole: Bump } = DOCUMENT_RULES[rule]
  return {
    ...details,
    area,
    bump: whole,
    breaking: whole === 'major',
    ...(more.consent && { consent: true }),
  }
}

export const VERSION_RULES: readonly (ChangeRule & { id: string })[] = [
  ...Object.entries<ChangeRule>(SCHEMA_RULES),
  ...Object.entries<ChangeRule>(DOCUMENT_RULES),
].map(([id, rule]) => ({ id, ...rule }))

export type ShownChange = Pick<Change, 'sentence' | 'breaking' | 'area' | 'direction' | 'counterexample'>
