/** `contract lint`: advice on a contract in a file, with no database and no server. */
import fs from 'node:fs'
import { styleText } from 'node:util'
import { isObject, type Json } from '#lib/contract/json/json.ts'
import { lineOf, linesOf } from '#lib/contract/json/line-of.ts'
import { faultText, readJson } from '#lib/contract/json/read-json.ts'
import { AppError } from '#lib/errors.ts'
import type { Command } from './command.ts'
import { adviceOnFile, type FileAdvice, mendedFile } from './lint-file.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'

export const contractLintCommand: Command = {
  summary: 'Advice on a SkillSet file, or on a schema: what would make its contract easier to use.',
  usage: 'FILE [--fix] [--strict]',
  options: {},
  flags: {
    fix: 'make every change that needs no judgement, and write the file',
    strict: 'exit with 1 when there is any advice (advice is no error: usually it is 0)',
  },
  words: 1,
  meetsDatabase: false,
  async run({ words: [file = ''], flags }) {
    let text = readSkillSetFile(file)
    let value = readObject(file, text)
    let fixed = 0
    if (flags.fix) {
      const mended = mendedFile(value)
      fixed = mended.count
      value = mended.value
      if (fixed > 0) {
        text = `${JSON.stringify(value, null, indentOf(text))}\n`
        fs.writeFileSync(file, text)
      }
    }
    const advice = adviceOnFile(value)
    return {
      text: [
        ...advice.map((each) => adviceText(file, lineOf(linesOf(text), each.pointer), each)),
        summary(file, advice, fixed),
      ].join('\n\n'),
      json: { file, fixed, advice },
      isBad: flags.strict === true && advice.length > 0,
    }
  },
}

function readObject(file: string, text: string): Json {
  const { value, fault } = readJson(text)
  if (fault) throw new AppError('INVALID_INPUT', { message: `${file} is not JSON. ${faultText(fault)}` })
  if (!isObject(value)) throw new AppError('INVALID_INPUT', { message: `${file} holds no JSON object.` })
  return value
}

/** As the file is indented now; two spaces where that cannot be told. */
function indentOf(text: string): string {
  return /^\s*\{\r?\n([ \t]+)/.exec(text)?.[1] ?? '  '
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  // NO_COLOR, FORCE_COLOR and a pipe are heeded by Node.
  styleText(style, text, { stream: process.stdout })

const COLOURS = { '+': 'green', '−': 'red', '→': 'cyan' } as const

function adviceText(
  file: string,
  line: number,
  { rule, pointer, sentence, why, judgement, fix }: FileAdvice,
): string {
  const changes = (fix?.lines ?? []).map(
    ({ sign, text }) => `      ${paint(COLOURS[sign], `${sign} ${text}`)}`,
  )
  return [
    `${paint('cyan', `${file}:${line}`)}  ${paint('yellow', rule)}  ${paint('dim', pointer)}`,
    `  ${sentence}`,
    `  ${paint('dim', why)}`,
    ...(judgement ? [`  ${paint('dim', judgement)}`] : []),
    ...(fix ? [`  ${paint('green', 'fix')}: ${fix.title}`, ...changes] : []),
    ...(fix?.note ? [`      ${paint('dim', fix.note)}`] : []),
  ].join('\n')
}

function summary(file: string, advice: FileAdvice[], fixed: number): string {
  const done = fixed > 0 ? `${fixed} ${fixed === 1 ? 'change' : 'changes'} made. ` : ''
  if (advice.length === 0) return `${done}${file}: no ${fixed > 0 ? 'more ' : ''}advice.`
  const fixes = advice.filter(({ fix }) => fix).length
  const pieces = advice.length === 1 ? '1 piece of advice' : `${advice.length} pieces of advice`
  const offer = fixes > 0 ? `; --fix follows ${fixes} of them` : ', for you to judge'
  return `${done}${file}: ${pieces}${offer}.`
}
