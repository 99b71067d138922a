import { plural } from '#lib/kernel/text/plural.ts'
import { createClient } from '#lib/protocols/sdk/client.ts'
import type { Keys, KeyToMint, RemoteKey } from '#lib/protocols/sdk/keys.ts'
import {
  type CliCommand,
  type CommandInput,
  type CommandResult,
  UsageError,
} from '../commands/cli-command.ts'
import { asAppError } from './as-app-error.ts'
import { chooseSite, requireKey, SITE_OPTION } from './site.ts'

export const keysCommand: CliCommand = {
  summary: 'Mint keys that can do less than yours, for programs that you start; list and revoke them.',
  usage:
    'mint NAME [--scopes read,run] [--skills a.b.c,…] [--skill-sets a.b,…] [--max-price USDC] [--confirm-above USDC] [--total USDC] [--daily-cap USDC] [--max-runs N] [--expires SECONDS] | list | revoke ID [--site URL]',
  options: {
    scopes: 'what the key may do (default: as yours, without publish)',
    skills: 'the only skills that it may run',
    'skill-sets': 'the only SkillSets that it may run',
    'max-price': 'the most that one call may cost, in USDC',
    'confirm-above': 'a call that could cost more waits until a person confirms it',
    total: 'the most that all its calls may cost',
    'daily-cap': 'the most that its calls may cost per day (UTC)',
    'max-runs': 'how many calls it may make',
    expires: 'its lifetime in seconds (default: a day, at most as long as your key)',
    ...SITE_OPTION,
  },
  positionals: [1, 2],
  needsDatabase: false,
  async run(input) {
    const site = chooseSite(input)
    const { keys } = createClient({ baseUrl: site, key: requireKey(site) })
    return perform(keys, input).catch((error: unknown) => {
      throw asAppError(error)
    })
  },
}

async function perform(keys: Keys, input: CommandInput): Promise<CommandResult> {
  const [action, of] = input.positionals
  if (action === 'list' && of === undefined) {
    const listed = await keys.list()
    return { text: listed.map(describeKey).join('\n'), json: listed }
  }
  if (action === 'revoke' && of !== undefined) {
    await keys.revoke(of)
    return { text: `The key ${of} and those minted from it are revoked.`, json: { id: of, revoked: true } }
  }
  if (action !== 'mint' || of === undefined)
    throw new UsageError('Use keys mint NAME, keys list or keys revoke ID.')
  const minted = await keys.mint(readFields(of, input))
  return { text: minted.key, json: minted }
}

function readFields(name: string, { options }: CommandInput): KeyToMint {
  const list = (text: string) => text.split(',').map((each) => each.trim())
  const fields = {
    name,
    scopes: options.scopes && list(options.scopes),
    skills: options.skills && list(options.skills),
    skill_sets: options['skill-sets'] && list(options['skill-sets']),
    max_price: options['max-price'],
    confirm_above: options['confirm-above'],
    total: options.total,
    daily_cap: options['daily-cap'],
    max_runs: options['max-runs'] && Number(options['max-runs']),
    expires_in_seconds: options.expires && Number(options.expires),
  }
  // The site says which field is wrong.
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined)) as KeyToMint
}

function describeKey({ id, parent_id, name, spent, total, runs, max_runs, expires_at }: RemoteKey): string {
  const money = `${spent}${total === null ? '' : ` of ${total}`} USDC`
  const calls = max_runs === null ? plural(runs, 'call') : `${runs} of ${plural(max_runs, 'call')}`
  const end = expires_at === null ? 'never expires' : `until ${expires_at}`
  return `${id}  ${name}${parent_id === null ? ' (yours)' : ''}: ${money}, ${calls}, ${end}`
}
