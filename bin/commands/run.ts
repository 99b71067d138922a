/** `run`: one call of one published skill, as the form on its page does it. */
import { lostDigits } from '#lib/contract/json/lost-digits.ts'
import { isCallableName } from '#lib/contract/market/skill-name.ts'
import { AppError, issueText, type PublicError } from '#lib/errors.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import { runRequestOf } from '#lib/execution/sent-run-options.ts'
import { runToEnd } from '#lib/execution/start-run.ts'
import { type Answer, type Command, requireOption, UsageError } from './command.ts'
import { contextFor, ORG_OPTION } from './who.ts'

export const runCommand: Command = {
  summary: 'Run a published skill, or a built-in tool.',
  usage: "NAME --args '{…}' [--version VERSION] [--max-price USDC] [--dry-run] [--email EMAIL] [--org NAME]",
  options: {
    args: 'the input, as JSON',
    version: 'a version or a range such as ^1.2, other than what is installed',
    'max-price': 'the most it may cost; dearer, it does not run',
    email: 'who runs it; the first admin when left out',
    ...ORG_OPTION,
  },
  flags: { 'dry-run': 'rehearse: the skill is told to change nothing' },
  words: 1,
  meetsDatabase: true,
  async run(input) {
    const [name = ''] = input.words
    if (!isCallableName(name))
      throw new UsageError('NAME is publisher.skillset.skill, or a tool: vault.readFile')
    const args = readArgs(requireOption(input, 'args'))
    const ctx = await contextFor(input.options)
    const { version, 'max-price': max_price } = input.options
    const asked = { version, max_price, dry_run: input.flags['dry-run'] }
    return answerOf(await runToEnd(ctx, runRequestOf(name, args, asked)))
  },
}

function readArgs(text: string): unknown {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    throw new UsageError(`--args is no JSON: ${(error as Error).message}`)
  }
  const issues = lostDigits(text)
  if (issues.length > 0) throw new AppError('INVALID_INPUT', { issues })
  return value
}

function answerOf(run: RunView): Answer {
  const isGood = run.state === 'succeeded' || run.state === 'partial'
  const text = isGood ? JSON.stringify(run.output, null, 2) : refusalText(run.state, run.error)
  return { text, json: run, isBad: !isGood }
}

function refusalText(state: string, error: PublicError | undefined): string {
  if (!error) return `The run ended as ${state}.`
  return [
    `${error.code}: ${error.message}`,
    ...(error.details ?? []).map((issue) => `  - ${issueText(issue)}`),
  ].join('\n')
}
