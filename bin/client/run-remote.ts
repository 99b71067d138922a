import { isObject, type Json, type JsonObject } from '#lib/kernel/json/json.ts'
import { isCallableName } from '#lib/kernel/names/skill-name.ts'
import { type Client, createClient, type RemoteCallOptions } from '#lib/protocols/sdk/client.ts'
import { type CliCommand, type CommandInput, escapeForTerminal, UsageError } from '../commands/cli-command.ts'
import { parseArgsOption } from '../commands/skills/parse-args-option.ts'
import { asAppError } from './as-app-error.ts'
import { chooseSite, requireKey, SITE_OPTION } from './site.ts'

export const runRemoteCommand: CliCommand = {
  summary: 'Run a published skill.',
  usage:
    "NAME [--arg NAME=TEXT]… [--args '{…}'] [--version VERSION] [--max-price USDC] [--dry-run] [--stream] [--site URL]",
  options: {
    args: 'the whole input, as JSON',
    version: 'a version or a range such as ^1.2 (default: the installed version)',
    'max-price': 'the spending limit in USDC; it does not run if it costs more',
    ...SITE_OPTION,
  },
  lists: { arg: 'one field of the input: name=text, or name:=json such as limit:=3' },
  flags: {
    'dry-run': 'ask the skill to change nothing; paid skills must support this',
    stream: 'write parts of the output to standard error as they arrive, each as a line of JSON',
  },
  positionals: 1,
  needsDatabase: false,
  async run(input) {
    const { positionals, options, flags } = input
    const [name = ''] = positionals
    if (!isCallableName(name))
      throw new UsageError('NAME must be publisher.skillset.skill, or a tool such as vault.readFile')
    const args = readArguments(input)
    const site = chooseSite(input)
    const client = createClient({ baseUrl: site, key: requireKey(site), timeoutMs: 15 * 60_000 })
    const call = {
      ...(options.version !== undefined && { version: options.version }),
      ...(options['max-price'] !== undefined && { maxPrice: options['max-price'] }),
      ...(flags['dry-run'] && { dryRun: true }),
    }
    const running = flags.stream ? runStreamed(client, name, args, call) : client.run(name, args, call)
    const run = await running.catch((error: unknown) => {
      throw asAppError(error)
    })
    return { text: JSON.stringify(run.output, null, 2), json: run }
  },
}

/** Standard output has the result alone. */
async function runStreamed(client: Client, name: string, args: JsonObject, call: RemoteCallOptions) {
  const stream = client.stream(name, args, call)
  for await (const part of stream) process.stderr.write(`${escapeForTerminal(JSON.stringify(part))}\n`)
  return stream.ended
}

/** Contracts convert texts to numbers and the like, so `limit=3` is enough for most inputs. */
function readArguments({ options, lists }: CommandInput): JsonObject {
  const whole = options.args === undefined ? {} : (parseArgsOption(options.args) as Json)
  if (!isObject(whole)) throw new UsageError('--args must be a JSON object.')
  return { ...whole, ...Object.fromEntries((lists?.arg ?? []).map(readArgument)) }
}

function readArgument(text: string): [name: string, value: Json] {
  const [, name, operator, value = ''] = /^([^=:]+)(:?=)([\s\S]*)$/.exec(text) ?? []
  if (!name) throw new UsageError(`--arg ${text} must have the form name=text or name:=json.`)
  if (operator === '=') return [name, value]
  try {
    return [name, JSON.parse(value)]
  } catch (error) {
    throw new UsageError(`--arg ${name}:= is not valid JSON: ${(error as Error).message}`)
  }
}
