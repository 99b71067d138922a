import fs from 'node:fs'
import type { Context } from '#lib/context/context.ts'
import { countLiveWorkers } from '#lib/kernel/db/workers.ts'
import { AppError } from '#lib/kernel/errors.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { cancelPlanRun, confirmPlanRun } from '#lib/plans/lifecycle/change-plan-run.ts'
import { watchPlanRun } from '#lib/plans/lifecycle/watch-plan-run.ts'
import { toRestPlanRun } from '#lib/plans/rest/rest-plan-run.ts'
import { resumePlanRun } from '#lib/plans/start/resume-plan-run.ts'
import { startPlanRun } from '#lib/plans/start/start-plan-run.ts'
import { getPlanRun } from '#lib/plans/views/get-plan-run.ts'
import type { PlanRunView, PlanStepView } from '#lib/plans/views/plan-run-view.ts'
import { siteUrl } from '../../server/installation/run-file.ts'
import { contextForEmail, contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import type { CliCommand, CommandResult } from '../cli-command.ts'
import { readJsonFile } from '../read-input-file.ts'

export const planRunCommand: CliCommand = {
  summary: 'Run a plan and wait until it finishes.',
  usage: 'FILE|NAME [--yes] [--dry-run] [--max-price USDC] [--no-wait] [--email EMAIL] [--org NAME]',
  options: {
    'max-price': 'the spending limit for all steps, in USDC',
    email: 'the user to run it as (default: the first admin)',
    ...ORG_OPTION,
  },
  flags: {
    yes: 'confirm the steps that the approval policy asks about',
    'dry-run': 'show what would happen without making changes',
    'no-wait': 'return as soon as it has started',
  },
  positionals: 1,
  needsDatabase: true,
  async run({ positionals: [fileOrName = ''], options, flags }) {
    const ctx = await contextForOrganisation(options)
    const { planRun } = await startPlanRun(ctx, {
      ...readPlan(fileOrName),
      confirmed: flags.yes,
      dryRun: flags['dry-run'],
      ...(options['max-price'] && { maxPrice: options['max-price'] }),
    })
    return planRunResult(flags['no-wait'] ? planRun : await waitForPlanRun(ctx, planRun))
  },
}

/** Anything else is a saved plan's name. */
function readPlan(fileOrName: string): { plan: unknown } | { savedPlanId: string } {
  // A folder of that name is ignored.
  if (fs.statSync(fileOrName, { throwIfNoEntry: false })?.isFile()) return { plan: readJsonFile(fileOrName) }
  if (fileOrName.includes('/') || fileOrName.endsWith('.json'))
    throw new AppError('NOT_FOUND', {
      message: `There is no file ${fileOrName}.`,
      suggestedAction: 'Check the path of the file.',
    })
  return { savedPlanId: fileOrName }
}

const EMAIL_OPTION = { email: 'the user to act as (default: the first admin)' }
const ONE_PLAN_RUN = { positionals: 1, needsDatabase: true } as const

export const planStatusCommand: CliCommand = {
  summary: 'Show a plan run, its steps and their results.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL_OPTION,
  ...ONE_PLAN_RUN,
  run: ({ positionals: [id], options }) => showPlanRun(options.email, id, async () => {}),
}

export const planConfirmCommand: CliCommand = {
  summary: 'Confirm a plan run that is waiting for confirmation.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL_OPTION,
  ...ONE_PLAN_RUN,
  run: ({ positionals: [id], options }) => showPlanRun(options.email, id, (ctx) => confirmPlanRun(ctx, id)),
}

export const planCancelCommand: CliCommand = {
  summary: 'Cancel a plan run and the runs of its steps.',
  usage: 'ID [--email EMAIL]',
  options: EMAIL_OPTION,
  ...ONE_PLAN_RUN,
  run: ({ positionals: [id], options }) => showPlanRun(options.email, id, (ctx) => cancelPlanRun(ctx, id)),
}

export const planResumeCommand: CliCommand = {
  summary: 'Resume a failed or cancelled plan run as a new run.',
  usage: 'ID [--yes] [--edit FILE] [--max-price USDC] [--no-wait] [--email EMAIL]',
  options: {
    edit: 'a JSON file with edited arguments: {"STEP": {…}}',
    'max-price': 'the spending limit for the remaining steps, in USDC',
    ...EMAIL_OPTION,
  },
  flags: {
    yes: 'confirm the steps that the approval policy asks about',
    'no-wait': 'return as soon as it has started',
  },
  ...ONE_PLAN_RUN,
  async run({ positionals: [id], options, flags }) {
    const ctx = await contextForEmail(options.email)
    const { planRun } = await resumePlanRun(ctx, id, {
      confirmed: flags.yes,
      ...(options.edit && { editedArgs: readJsonFile(options.edit) }),
      ...(options['max-price'] && { maxPrice: options['max-price'] }),
    })
    return planRunResult(flags['no-wait'] ? planRun : await waitForPlanRun(ctx, planRun))
  },
}

async function showPlanRun(
  email: string | undefined,
  id: string | undefined,
  first: (ctx: Context) => Promise<void>,
) {
  const ctx = await contextForEmail(email)
  await first(ctx)
  return { ...planRunResult(await getPlanRun(ctx, id)), isFailure: false }
}

const HEARTBEAT_WITHIN_MS = 10_000

async function waitForPlanRun(ctx: Context, planRun: PlanRunView): Promise<PlanRunView> {
  if (planRun.state === 'waiting') return planRun
  if ((await countLiveWorkers(ctx.db, HEARTBEAT_WITHIN_MS)) === 0)
    throw new AppError('TOOL_NOT_AVAILABLE', {
      message: `No worker is running. ${planRun.id} is waiting for one.`,
      suggestedAction: 'Start one: npm start, or npm run worker.',
    })
  return watchWhileRunning(ctx, planRun)
}

/** Returns the plan run once it has ended or waits for a person. Throws as `watchPlanRun`. */
export async function watchWhileRunning(ctx: Context, planRun: PlanRunView): Promise<PlanRunView> {
  let last = planRun
  const waiting = new AbortController()
  await watchPlanRun(ctx, planRun.id, {
    onChange: (change) => {
      last = change.planRun
      // A step can wait three days for a person's approval.
      if (last.state === 'waiting') waiting.abort()
    },
    signal: waiting.signal,
  })
  return last
}

export function planRunResult(planRun: PlanRunView): CommandResult {
  const { id, state, steps, error, outputs, charged } = planRun
  const lines = [
    `${id}  ${state}${planRun.dryRun ? ' (dry run)' : ''}`,
    ...steps.map(stepLine),
    ...(error ? [`${error.code}: ${error.message}`] : []),
    ...(charged ? [`It cost ${charged} USDC.`] : []),
    ...(outputs ? [JSON.stringify(outputs, null, 2)] : []),
    ...nextLines(planRun),
  ]
  const isFailure = state === 'failed' || state === 'cancelled' || state === 'waiting'
  return { text: lines.join('\n'), json: toRestPlanRun(planRun), isFailure }
}

function stepLine({ stepId, status, preview, units, results, isCarriedOver }: PlanStepView): string {
  const done = units.filter((unit) => unit.status === 'ok').length
  const count = units.length > 1 ? ` ${done} of ${units.length}` : ''
  const last = results.at(-1)
  const detail =
    status === 'ok' || status === 'waiting' ? '' : (last?.error?.message ?? last?.userMessage ?? '')
  const attempts = units.length === 1 && results.length > 1 ? ` (attempt ${results.length})` : ''
  const carried = isCarriedOver ? ' (done before)' : ''
  return `  ${status.padEnd(9)} ${stepId}${count}${attempts}${carried}: ${detail || preview}`
}

function nextLines(planRun: PlanRunView): string[] {
  const { id, state, startedAtMs, verdicts, approvals, canResume, failedStepId } = planRun
  if (state === 'waiting' && startedAtMs !== undefined) {
    const open = approvals.filter((approval) => approval.state === 'waiting').map(({ stepId }) => stepId)
    return [`Waiting for approval of step ${open.join(', ')}: ${siteUrl()}${paths.planRun(id)}`]
  }
  if (state === 'waiting') {
    const asked = verdicts.filter(({ verdict }) => verdict === 'confirm').map(({ stepId }) => stepId)
    return [`It is waiting for confirmation of ${asked.join(', ')}: guildhall plan confirm ${id}`]
  }
  if (!canResume) return []
  const edit = failedStepId ? ` [--edit FILE], with {"${failedStepId}": {…}} in FILE for other arguments` : ''
  return [`To resume: guildhall plan resume ${id}${edit}`]
}
