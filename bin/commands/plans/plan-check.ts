import { styleText } from 'node:util'
import { AppError, issueText } from '#lib/kernel/errors.ts'
import { findLine, lineNumbers } from '#lib/kernel/json/line-numbers.ts'
import { lostDigits } from '#lib/kernel/json/lost-digits.ts'
import { faultText, readJson } from '#lib/kernel/json/read-json.ts'
import { checkForViewer } from '#lib/plans/check/check-for-viewer.ts'
import type { CheckedPlan } from '#lib/plans/model/checks/check-plan.ts'
import type { PlanIssue, Severity } from '#lib/plans/model/document/plan-document.ts'
import { toRestPlanCheck } from '#lib/plans/rest/rest-plan-check.ts'
import { plural } from '../../../lib/kernel/text/plural.ts'
import { contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import type { CliCommand } from '../cli-command.ts'
import { readSkillSetFile } from '../read-input-file.ts'

export const planCheckCommand: CliCommand = {
  summary: 'Check a plan: names, order, types, paths, risk and price. Nothing runs.',
  usage: 'FILE [--email EMAIL] [--org NAME]',
  options: { email: 'the user whose tools and prices apply (default: the first admin)', ...ORG_OPTION },
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [file = ''], options }) {
    const text = readSkillSetFile(file)
    const document = readPlan(file, text)
    const checked = await checkForViewer(await contextForOrganisation(options), document)
    return {
      text: answerText(file, text, checked),
      json: { file, ...toRestPlanCheck(checked) },
      isFailure: !checked.isRunnable,
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
  const lines = lineNumbers(text)
  const found = checked.issues.map(
    (issue) => `${paint('cyan', `${file}:${findLine(lines, issue.path)}`)}  ${issueLine(issue)}`,
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
  return [...steps, `risk ${riskLevel}, price ${price.label}`]
}

function summary(file: string, { issues, isRunnable }: CheckedPlan): string {
  const count = (severity: Severity) => issues.filter((each) => each.severity === severity).length
  const [errors, warnings] = [count('error'), count('warning')]
  if (!isRunnable) return `${file} cannot run: ${plural(errors, 'error')}.`
  return warnings === 0 ? `${file} can run.` : `${file} can run; ${plural(warnings, 'warning')}.`
}

const paint = (style: Parameters<typeof styleText>[0], text: string) =>
  styleText(style, text, { stream: process.stdout })
