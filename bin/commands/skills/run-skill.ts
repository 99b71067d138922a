import type { Context } from '#lib/context/context.ts'
import { issueText, type PublicError } from '#lib/kernel/errors.ts'
import { logUnlessExpected } from '#lib/kernel/logging/log.ts'
import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import { type RestRunSource, restRunWithToolResult } from '#lib/protocols/http/responses/rest-answers.ts'
import { readParts, watchRun } from '#lib/runs/lifecycle/watch-run.ts'
import { isEnded } from '#lib/runs/model/run-states.ts'
import { toRunRequest } from '#lib/runs/start/run-options.ts'
import { type StartedRun, startRun, waitUnlessLong } from '#lib/runs/start/start-run.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import { contextForOrganisation, ORG_OPTION } from '../acting-context.ts'
import {
  type CliCommand,
  type CommandResult,
  escapeForTerminal,
  requireOption,
  UsageError,
  waitLines,
} from '../cli-command.ts'
import { parseArgsOption } from './parse-args-option.ts'

export const runSkillCommand: CliCommand = {
  summary: 'Run a published skill, or a built-in tool.',
  usage: "NAME --args '{…}' [--version VERSION] [--max-price USDC] [--dry-run] [--email EMAIL] [--org NAME]",
  options: {
    args: 'the input, as JSON',
    version: 'a version or a range such as ^1.2 (default: the installed version)',
    'max-price': 'the spending limit in USDC; it does not run if it costs more',
    email: 'the user to run it as (default: the first admin)',
    ...ORG_OPTION,
  },
  flags: { 'dry-run': 'ask the skill to change nothing; paid skills must support this' },
  positionals: 1,
  needsDatabase: true,
  async run(input) {
    const [name = ''] = input.positionals
    if (!isCallableName(name))
      throw new UsageError('NAME must be publisher.skillset.skill, or a tool such as vault.readFile')
    const args = parseArgsOption(requireOption(input, 'args'))
    const ctx = await contextForOrganisation(input.options)
    const { version, 'max-price': max_price } = input.options
    const options = { version, max_price, dry_run: input.flags['dry-run'] }
    const started = await startRun(ctx, toRunRequest(name, args, options))
    const printing = printParts(ctx, started)
    const run = await waitUnlessLong(started)
    if (isEnded(run.state)) await printing
    return isEnded(run.state) ? runResult(run) : queuedResult(run)
  },
}

/** Writes each part of a streamed output to standard error, as a line of JSON: standard output has the result. */
async function printParts(ctx: Context, { run, ended }: StartedRun): Promise<void> {
  const over = new AbortController()
  let printed = 0
  ended.then(
    ({ partCount = 0 }) => partCount === 0 && over.abort(),
    () => over.abort(),
  )
  const print = async (now: RunView) => {
    for await (const { number, value } of readParts(ctx.db, now, printed)) {
      printed = number
      process.stderr.write(`${escapeForTerminal(JSON.stringify(value))}\n`)
    }
  }
  await watchRun(ctx, run.id, print, over.signal).catch(logUnlessExpected)
}

/** A run of the long lane, which a worker performs. */
function queuedResult(run: RestRunSource): CommandResult {
  const text = `The run ${run.id} is queued. Follow it on the page ${paths.run(run.id)} of the site.`
  return { text, json: { ...restRunWithToolResult(run), state: run.state } }
}

export function runResult(run: RestRunSource): CommandResult {
  const isGood = run.state === 'succeeded' || run.state === 'partial'
  const text = isGood ? JSON.stringify(run.output, null, 2) : refusalText(run.state, run.error)
  return { text, json: { ...restRunWithToolResult(run), state: run.state }, isFailure: !isGood }
}

function refusalText(state: string, error: PublicError | undefined): string {
  if (!error) return `The run ended with state ${state}.`
  return [
    `${error.code}: ${error.message}`,
    ...(error.details ?? []).map((issue) => `  - ${issueText(issue)}`),
    ...(error.suggested_action ? [error.suggested_action] : []),
    ...waitLines(error),
  ].join('\n')
}
