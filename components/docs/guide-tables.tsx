import type { ReactNode } from 'react'
import { APP_SCOPES, KEY_SCOPES, type KeyScope, SCOPE_MEANINGS } from '#lib/auth/model/key-scopes.ts'
import { VERSION_RULES } from '#lib/contracts/changes/change-rules.ts'
import { ACTION_FIELDS, SKILLSET_SCHEMA } from '#lib/contracts/document/skillset-schema.ts'
import {
  type HandlerGlobals,
  JAVASCRIPT_GLOBALS,
  PYTHON_GLOBALS,
} from '#lib/contracts/handler/handler-types.ts'
import { listVersionsInRange } from '#lib/contracts/versions/choose-version.ts'
import type { Bump } from '#lib/contracts/versions/version-number.ts'
import { parseRange, rangeLabel } from '#lib/contracts/versions/version-range.ts'
import { MOVES, STATE_LABELS } from '#lib/contracts/versions/version-states.ts'
import { COERCION_RULES } from '#lib/json-schema/inputs/coercion-rules.ts'
import { DEVIATIONS } from '#lib/json-schema/parse/deviations.ts'
import { ERRORS, type ErrorCode } from '#lib/kernel/errors.ts'
import type { JsonSchema } from '#lib/kernel/json/json.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { LIMITED } from '#lib/kernel/limit-reached.ts'
import { PLAN_SCHEMA } from '#lib/plans/model/document/plan-schema.ts'
import { CORE_COMMANDS } from '#lib/tools/command-palette/core-commands.ts'
import { Code } from './data-table.tsx'
import { EXAMPLE_FINDINGS } from './lint-example.ts'
import { runLimitRows } from './run-limit-rows.ts'
import { ruleRows, typeRows } from './schema-rows.tsx'

type GuideTable = { columns: string[]; rows: ReactNode[][] }

const CODES = Object.keys(ERRORS) as ErrorCode[]
const STEP_SCHEMA = valueAt(PLAN_SCHEMA, '/properties/steps/items') as JsonSchema & {
  properties: { foreach: JsonSchema }
}

export const GUIDE_TABLES: Readonly<Record<string, () => GuideTable>> = {
  'coercion-rules': () => ({
    columns: ['Sent', 'Declared', 'Result', 'For example'],
    rows: COERCION_RULES.map(({ sent, declared, result, examples }) => [
      wideCell(sent),
      declared,
      result,
      <span key="examples" className="inline-grid justify-items-start gap-1">
        {examples.slice(0, 3).map(coercionExample)}
      </span>,
    ]),
  }),
  'config-fields': () => rulesTable('/properties/configDefinitions/items'),
  'error-codes': () => ({
    columns: ['Error', 'HTTP', 'JSON-RPC', 'Recoverable'],
    rows: CODES.map(errorRow),
  }),
  'error-names': () => ({
    columns: ['Error', 'In a tool result', 'In the SDK'],
    rows: CODES.map((code) => codeCells(code, ERRORS[code].tool, ERRORS[code].sdk)),
  }),
  'foreach-fields': () => typesTable(STEP_SCHEMA.properties.foreach),
  'handler-javascript': () => membersTable(JAVASCRIPT_GLOBALS),
  'handler-python': () => membersTable(PYTHON_GLOBALS),
  'key-scopes': () => scopesTable(KEY_SCOPES),
  limits: () => ({
    columns: ['What', 'Counts', 'How to get room'],
    rows: Object.entries(LIMITED).map(([what, { label, unit, room }]) => [
      ...codeCells(what),
      unit === 'bytes' ? `${label}, in bytes` : label,
      wideCell(room),
    ]),
  }),
  'lint-example': () => ({
    columns: ['Rule', 'Advice', 'Fix'],
    rows: EXAMPLE_FINDINGS.map(({ rule, sentence, fix }) => [
      ...codeCells(rule),
      sentence,
      fix ?? (
        <span key="fix" className="text-muted-foreground">
          your decision
        </span>
      ),
    ]),
  }),
  'app-scopes': () => scopesTable(APP_SCOPES),
  'other-changes': () => ({
    columns: ['Change', 'Step'],
    rows: VERSION_RULES.filter(({ whole }) => whole).map(({ change, whole, consent }) => [
      wideCell(change),
      bumpCell(whole, consent && 'users are asked for their consent again'),
    ]),
  }),
  'plan-fields': () => typesTable(PLAN_SCHEMA),
  'run-limits': () => ({
    columns: ['Limit', 'JavaScript', 'Python', 'Long lane'],
    rows: runLimitRows().map((row) => [...row]),
  }),
  'schema-changes': () => ({
    columns: ['Change', 'In the input', 'In the output'],
    rows: VERSION_RULES.filter(({ whole }) => !whole).map(({ change, input, output, warning }) => [
      wideCell(change),
      bumpCell(input, warning?.input),
      bumpCell(output, warning?.output),
    ]),
  }),
  'schema-deviations': () => ({
    columns: ['Tests', 'Drafts', 'Where', 'Reason'],
    rows: DEVIATIONS.map(({ file, groups, drafts, where, reason }) => [
      <span key="file" className="grid justify-items-start gap-1 whitespace-normal">
        <Code>{file}</Code>
        {groups && <span className="text-muted-foreground">{groups.source.replaceAll('|', ', ')}</span>}
      </span>,
      drafts.join(', '),
      where === 'contracts' ? 'in contracts' : where,
      wideCell(reason),
    ]),
  }),
  'sdk-errors': () => ({
    columns: ['Class', 'Codes'],
    rows: [...new Set(CODES.map((code) => ERRORS[code].sdk))].map((name) => [
      ...codeCells(name),
      <span key="codes" className="inline-flex flex-wrap gap-1 whitespace-normal">
        {codeCells(...CODES.filter((code) => ERRORS[code].sdk === name))}
      </span>,
    ]),
  }),
  'site-commands': () => ({
    columns: ['Id', 'Name'],
    rows: CORE_COMMANDS.filter((command) => command.for !== 'admin').map(({ id, name }) => [
      ...codeCells(id),
      name,
    ]),
  }),
  'skill-fields': () => rulesTable('/properties/skills/items', ACTION_FIELDS),
  'skillset-fields': () => rulesTable(''),
  'step-fields': () => typesTable(STEP_SCHEMA),
  'version-moves': () => ({
    columns: ['Action', 'From', 'To', 'By'],
    rows: Object.entries(MOVES).map(([name, { from, to, by }]) => [
      name.replaceAll('_', ' '),
      from.map((state) => STATE_LABELS[state]).join(', '),
      STATE_LABELS[to],
      by === 'either' ? 'publisher or admin' : by,
    ]),
  }),
  'version-ranges': () => ({
    columns: ['Range', 'Meaning', `Version, of ${EXAMPLE_VERSIONS.join(', ')}`],
    rows: EXAMPLE_RANGES.map(rangeRow),
  }),
}

/** The versions of an imaginary SkillSet, from which the ranges of the example choose. */
const EXAMPLE_VERSIONS = ['1.2.0', '1.2.3', '1.4.1', '2.0.0', '3.0.0']
const EXAMPLE_RANGES = ['1.2.0', '^1.2.0', '~1.2.0', '1.x', '>=1 <3', 'latest']

function rangeRow(typed: string): ReactNode[] {
  const parsed = parseRange(typed)
  const versions = EXAMPLE_VERSIONS.map((number) => ({ id: number, number, state: 'PUBLISHED' as const }))
  if ('number' in parsed) return [...codeCells(typed), rangeLabel(null, typed), parsed.number]
  const range = 'range' in parsed ? parsed.range : null
  const best = range && listVersionsInRange(versions, range)[0]?.number
  return [...codeCells(typed), rangeLabel(range, typed), best || 'none']
}

function rulesTable(pointer: string, forActions?: readonly string[]): GuideTable {
  // The cast is safe: the pointers above lead to schemas.
  const schema = valueAt(SKILLSET_SCHEMA, pointer) as JsonSchema
  return { columns: ['Field', 'Required', 'Rule'], rows: ruleRows(schema, forActions) }
}

function typesTable(schema: JsonSchema): GuideTable {
  return { columns: ['Field', 'Type', 'Description'], rows: typeRows(schema) }
}

function scopesTable(scopes: readonly KeyScope[]): GuideTable {
  const rows = scopes.map((scope) => [...codeCells(scope), SCOPE_MEANINGS[scope]])
  return { columns: ['Scope', 'Allows'], rows }
}

function membersTable(globals: HandlerGlobals): GuideTable {
  const rows = Object.entries(globals).flatMap(([owner, members]) =>
    members.map(({ name, type, doc }) => [
      ...codeCells(`${owner}.${name}`),
      <span key="what" className="grid gap-1">
        <span>{doc}</span>
        <span className="font-mono text-muted-foreground text-xs [overflow-wrap:anywhere]">
          {type.replace(/^\??: /, '')}
        </span>
      </span>,
    ]),
  )
  return { columns: ['Member', 'Description'], rows }
}

function errorRow(code: ErrorCode): ReactNode[] {
  const row: {
    http: number
    rpc: number | null
    recoverable: boolean
    message: string
    suggestedAction?: string
  } = ERRORS[code]
  return [
    <span key="error" className="inline-grid min-w-56 max-w-md justify-items-start gap-1 whitespace-normal">
      <Code>{code}</Code>
      {row.message}
      {row.suggestedAction && <span className="text-muted-foreground">{row.suggestedAction}</span>}
    </span>,
    row.http,
    row.rpc ?? '–',
    row.recoverable ? 'yes' : 'no',
  ]
}

function coercionExample({ sent, declared, gets }: (typeof COERCION_RULES)[number]['examples'][number]) {
  return (
    <span key={JSON.stringify([sent, declared])} className="whitespace-nowrap">
      <Code>{JSON.stringify(sent)}</Code>
      {gets === undefined ? <span className="text-muted-foreground"> for {declared}</span> : ' → '}
      {gets !== undefined && <Code>{JSON.stringify(gets)}</Code>}
    </span>
  )
}

function bumpCell(bump: Bump = 'none', warning?: string | false) {
  return (
    <span key="step" className="inline-grid gap-0.5">
      {bump.toUpperCase()}
      {warning && <span className="min-w-32 text-muted-foreground text-xs">{warning}</span>}
    </span>
  )
}

function codeCells(...names: string[]) {
  return names.map((name) => <Code key={name}>{name}</Code>)
}

function wideCell(text: string) {
  return (
    <span key={text} className="inline-block min-w-48 whitespace-normal">
      {text}
    </span>
  )
}
