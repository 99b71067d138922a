/** `plan check`: everything that can be known of a plan before it runs. */
import { styleText } from 'node:util'
import { lineOf, linesOf } from '#lib/contract/json/line-of.ts'
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { faultText, readJson } from '#lib/contract/json/read-json.ts'
import type { CheckedPlan } from '#lib/contract/plan/check-plan.ts'
import type { PlanIssue, Severity } from '#lib/contract/plan/plan-issue.ts'
import { AppError, issueText } from '#lib/errors.ts'
import { checkForViewer } from '#lib/plans/check-for-viewer.ts'
import { restPlanCheck } from '#lib/plans/rest-plan-check.ts'
import type { Command } from './command.ts'
import { readSkillSetFile } from './read-skill-set-file.ts'
import { contextFor, ORG_OPTION } from './who.ts'

export const planCheckCommand: Command = {
  summary: 'Check a plan: names, order, types, paths, risk and price. Nothing runs.',
  usage: 'FILE [--email EMAIL] [--org NAME]',
  options: { email: 'whose tools and prices count; the first admin when left out', ...ORG_OPTION },
  words: 1,
  meetsDatabase: true,
  async run({ words: [file = ''], options }) {
    const text = readSkillSetFile(file)
    const document = readPlan(file, text)
    const checked = await checkForViewer(await contextFor(options), document)
    return {
      text: answerText(file, text, checked),
      json: { file, ...restPlanCheck(checked) },
      isBad: !checked.isRunnable,
    }
  },
}

function readPlan(file: string, text: string): unknown {
  const { value, fault } = readJson(text)
  if (fault) throw new AppError('INVALID_INPUT', { message: `${file} is not JSON. ${faultText(fault)}` })
  const issues = lostDigits(text)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  return value
}

function answerText(file: string, text: string, checked: CheckedPlan): string {
  const lines = linesOf(text)
  const found = checked.issues.map(
    (issue) => `${paint('cyan', `${file}:${lineOf(lines, issue.path)}`)}  ${issueLine(issue)}`,
  )
  return [...found, ...(checked.plan ? aboutPlan(checked) : []), summary(file, checked)].join('\n')
}

const COLOURS = { error: 'red', warning: 'yellow', note: 'dim' } as const satisfies Record<Severity, string>

function issueLine({ severity, fix, ...issue }: PlanIssue): string {
  return `${paint(COLOURS[severity], severity)}  ${issueText(issue)}${fix ? ` (${fix.title})` : ''}`
}

function aboutPlan({ previews, order, riskLevel, price }: CheckedPlan): string[] {
  const steps = order.waves.flatMap((ids, wave) =>
    ids.map((id) => `  ${wave + 1}. ${id}: ${previews[id] ?? ''}`),
  )
  return [...steps, `risk ${riskLevel}, price ${price.words}`]
}

function summary(file: string, { issues, isRunnable }: CheckedPlan): string {
  const count = (severity: Severity) => issues.filter((each) => each.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (!isRunnable) return `${file} cannot run: ${errors === 1 ? '1 error' : `${errors} errors`}.`
  return warnings === 0
    ? `${file} can run.`
    : `${file} can run; ${warnings === 1 ? '1 warning' : `${warnings} warnings`}.`
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  // NO_COLOR, FORCE_COLOR and a pipe are heeded by Node.
  styleText(style, text, { stream: process.stdout })
