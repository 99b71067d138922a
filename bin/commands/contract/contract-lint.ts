import fs from 'node:fs'
import { styleText } from 'node:util'
import { isContractDocument, schemaInContract } from '#lib/contracts/document/from-contract.ts'
import { unwrapDefinition } from '#lib/contracts/document/from-schema.ts'
import { isSingleSkill } from '#lib/contracts/document/parse-document.ts'
import { type FixLine, fixLines } from '#lib/contracts/lint/fix-lines.ts'
import { applyFixes, lint } from '#lib/contracts/lint/lint.ts'
import type { LintFinding } from '#lib/contracts/lint/model/linted-skill.ts'
import { type Notation, readNotation } from '#lib/contracts/source/read-notation.ts'
import { findNearestPosition } from '#lib/contracts/source/read-source.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { applyPatch } from '#lib/kernel/json/json-patch.ts'
import { valueAt } from '#lib/kernel/json/json-pointer.ts'
import { faultText } from '#lib/kernel/json/read-json.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import type { CliCommand } from '../cli-command.ts'
import { readSkillSetFile } from '../read-input-file.ts'

export const contractLintCommand: CliCommand = {
  summary: 'Show advice on a SkillSet file or a schema that makes its contract easier to use.',
  usage: 'FILE [--fix] [--strict]',
  options: {},
  flags: {
    fix: 'apply every available fix and write the file',
    strict: 'exit with 1 if there is any advice (default: 0)',
  },
  positionals: 1,
  needsDatabase: false,
  async run({ positionals: [file = ''], flags }) {
    let text = readSkillSetFile(file)
    let { value, isConverted, positions } = readObject(file, text)
    let fixed = 0
    if (flags.fix) {
      if (isConverted) throw notRewritten(file)
      const fixedFile = applyAllFixes(value)
      fixed = fixedFile.count
      value = fixedFile.value
      if (fixed > 0) {
        text = `${JSON.stringify(value, null, detectIndent(text))}\n`
        fs.writeFileSync(file, text)
        positions = readObject(file, text).positions
      }
    }
    const advice = lintFile(value)
    return {
      text: [
        ...advice.map((each) =>
          adviceText(file, findNearestPosition(positions(), each.pointer)?.line ?? 1, each),
        ),
        summaryText(file, advice, fixed),
      ].join('\n\n'),
      json: { file, fixed, advice },
      isFailure: flags.strict === true && advice.length > 0,
    }
  },
}

type ReadObject = Pick<Extract<Notation, { fault?: undefined }>, 'isConverted' | 'positions'> & {
  value: Json
}

/** Reads every notation that `validate` reads. */
function readObject(file: string, text: string): ReadObject {
  const read = readNotation(text)
  if (read.fault)
    throw new AppError('INVALID_INPUT', { message: `${file} cannot be read. ${faultText(read.fault)}` })
  if (!isObject(read.value))
    throw new AppError('INVALID_INPUT', { message: `${file} does not contain an object.` })
  return read
}

/** Writing JSON would lose the comments and functions of the file. */
function notRewritten(file: string): AppError {
  return new AppError('INVALID_INPUT', {
    message: `${file} is JavaScript object text, or JSON with comments. --fix only rewrites JSON.`,
    suggestedAction: 'Run it without --fix, and make the changes yourself.',
  })
}

function detectIndent(text: string): string {
  return /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stdout })

const COLOURS = { '+': 'green', '−': 'red', '→': 'cyan' } as const

type FileAdvice = {
  rule: string
  severity: 'advice'
  pointer: string
  sentence: string
  reason: string
  judgement?: string
  fix?: { title: string; note?: string; lines: FixLine[] }
}

function adviceText(
  file: string,
  line: number,
  { rule, pointer, sentence, reason, judgement, fix }: FileAdvice,
): string {
  const changes = (fix?.lines ?? []).map(
    ({ sign, text }) => `      ${paint(COLOURS[sign], `${sign} ${text}`)}`,
  )
  return [
    `${paint('cyan', `${file}:${line}`)}  ${paint('yellow', rule)}  ${paint('dim', pointer)}`,
    `  ${sentence}`,
    `  ${paint('dim', reason)}`,
    ...(judgement ? [`  ${paint('dim', judgement)}`] : []),
    ...(fix ? [`  ${paint('green', 'fix')}: ${fix.title}`, ...changes] : []),
    ...(fix?.note ? [`      ${paint('dim', fix.note)}`] : []),
  ].join('\n')
}

function summaryText(file: string, advice: FileAdvice[], fixed: number): string {
  const done = fixed > 0 ? `${plural(fixed, 'change')} made. ` : ''
  if (advice.length === 0) return `${done}${file}: no ${fixed > 0 ? 'more ' : ''}advice.`
  const fixes = advice.filter(({ fix }) => fix).length
  const pieces = plural(advice.length, 'piece of advice', 'pieces of advice')
  const offer = fixes > 0 ? `; run with --fix to fix ${fixes}` : ', for you to judge'
  return `${done}${file}: ${pieces}${offer}.`
}

const INSIDE = '/skills/0/parameters'

/** `inside` is a pointer into `document`, `at` into the file. */
function asDocument(value: JsonObject): { document: JsonObject; inside: string; at: string } {
  const input = isContractDocument(value) ? schemaInContract(value, 'parameters') : undefined
  if (input)
    return { document: { skills: [{ parameters: input }] }, inside: INSIDE, at: '/definitions/Input' }
  if (isSingleSkill(value)) return { document: { skills: [value] }, inside: '/skills/0', at: '' }
  const wrapped = unwrapDefinition(value)?.input
  if (wrapped)
    return { document: { skills: [{ parameters: wrapped.schema }] }, inside: INSIDE, at: wrapped.pointer }
  const isSkillSet = ['skills', 'capabilities', 'slug'].some((key) => Object.hasOwn(value, key))
  return isSkillSet
    ? { document: value, inside: '', at: '' }
    : { document: { skills: [{ parameters: value }] }, inside: INSIDE, at: '' }
}

const isWithin = (inside: string) => (finding: LintFinding) =>
  finding.pointer === inside || finding.pointer.startsWith(`${inside}/`)

function lintFile(value: Json): FileAdvice[] {
  if (!isObject(value)) return []
  const { document, inside, at } = asDocument(value)
  return lint(document)
    .filter(isWithin(inside))
    .map(({ rule, severity, pointer, sentence, reason, judgement, fix }) => ({
      ...{ rule, severity, sentence, reason },
      pointer: at + pointer.slice(inside.length),
      ...(judgement && { judgement }),
      ...(fix && {
        fix: { title: fix.title, ...(fix.note && { note: fix.note }), lines: fixLines(document, fix) },
      }),
    }))
}

function applyAllFixes(value: Json): { value: Json; count: number } {
  // Only the skill can be fixed, not its contract.
  if (!isObject(value) || isContractDocument(value) || unwrapDefinition(value)) return { value, count: 0 }
  const { document, inside } = asDocument(value)
  const { applied } = applyFixes(document, isWithin(inside))
  const after = applied.reduce<Json | undefined>(
    (now, { fix }) => (now === undefined || !fix ? now : applyPatch(now, fix.edits)),
    document,
  )
  return { value: valueAt(after, inside) ?? value, count: applied.length }
}
